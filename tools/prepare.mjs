// A fresh clone → one that can run: installs the locked dependencies when they are missing or out of date.
// Plain JavaScript for any Node from 18: it runs before the project's own Node is there.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
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

// The hook of CONTRIBUTING.md; never over somebody's own.
if (existsSync(join(root, '.git')) && !process.env['CI']) {
  const own = spawnSync('git', ['config', '--get', 'core.hooksPath'], { cwd: root })
  if (own.status === 1) run('git', ['config', 'core.hooksPath', '.githooks'])
}
