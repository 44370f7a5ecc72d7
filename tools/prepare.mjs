// Prepares a clone: installs the locked dependencies and builds the page if they are missing or outdated. Written in
// plain JavaScript for any Node from 18, because it runs before the project's own Node is installed.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** npm writes it at the end of an install. */
const installed = join(root, 'node_modules', '.package-lock.json')
const locked = join(root, 'package-lock.json')

/** @param {string} line */
function say(line) {
  process.stderr.write(`recto: ${line}\n`)
}

function isInstalled() {
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function run(command, args) {
  execFileSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
}

if (!isInstalled()) {
  say('installing the locked dependencies (npm ci); this happens once …')
  try {
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  } catch {
    say('the installation failed: see npm above. Is the package registry reachable?')
    process.exit(1)
  }
  say('installed.')
}

/** Returns a hash of everything that the page is built from: its sources, the guides, the versions of its tools. */
function hashOfPage() {
  const hash = createHash('sha256')
  const visit = (/** @type {string} */ path) => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) {
        if (name !== 'dist' && name !== 'node_modules') visit(join(path, name))
      }
    } else {
      hash.update(path.slice(root.length)).update(readFileSync(path))
    }
  }
  for (const name of ['web', 'docs', 'package-lock.json']) visit(join(root, name))
  return hash.digest('hex')
}

const stamp = join(root, 'web', 'dist', 'sources.sha256')
const vite = join(root, 'node_modules', 'vite')
const sources = hashOfPage()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sources) {
  // A production install lacks the build tools: it uses the page as it is.
  if (existsSync(vite)) {
    say('building the page (web/) …')
    run('npm', ['run', 'build', '--workspace', 'web', '--silent', '--', '--logLevel', 'warn'])
    writeFileSync(stamp, sources)
  } else if (!existsSync(stamp)) {
    say('the page is not built: its tools are development dependencies (npm ci).')
  }
}

// Sets the commit hook of CONTRIBUTING.md, unless another one is configured.
if (existsSync(join(root, '.git')) && !process.env['CI']) {
  const own = spawnSync('git', ['config', '--get', 'core.hooksPath'], { cwd: root })
  if (own.status === 1) run('git', ['config', 'core.hooksPath', '.githooks'])
}
