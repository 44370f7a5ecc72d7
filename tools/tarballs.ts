/**
 * Tests the packages as users get them: packs them, installs the tarballs into empty folders, checks types and runs
 * them on each supported Node. Without a package registry it prints a line and passes.
 */
import { type ExecFileOptions, execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { buildIfNeeded, packages } from './build.ts'
import { writeInputs } from './tarballs/inputs.ts'
import { checkService, type Installation, type Run } from './tarballs/service.ts'

const root = join(import.meta.dirname, '..')
/** Packages of the registry with a Node for this machine, by its major version. */
const nodes: Readonly<Record<string, string>> = {
  22: `node-${process.platform}-${process.arch}@22.23.3`,
  24: `node-${process.platform}-${process.arch}@24.21.0`,
}
/** Packages that a TypeScript user installs. */
const typing = ['typescript@7.0.2', '@types/node@22.20.5']

/**
 * @returns A function that runs a command in a folder and returns its standard output; it throws an error with all
 * output.
 */
function runIn(cwd: string, path: string): Run {
  const { PATH: _, NODE_OPTIONS: __, ...others } = process.env
  // npm passes its settings to child processes; they must not affect the test.
  const own = Object.entries(others).filter(([name]) => !name.startsWith('npm_'))
  const options: ExecFileOptions = {
    cwd,
    env: { ...Object.fromEntries(own), PATH: path },
    maxBuffer: 100_000_000,
  }
  return async (command, ...args) => {
    try {
      const { stdout } = await promisify(execFile)(command, args, options)
      return String(stdout)
    } catch (error) {
      // Sound: execFile adds these fields.
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`${command} ${args.join(' ')} failed.\n${stdout}${stderr}`)
    }
  }
}

const npmInstall = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']

function say(line: string): void {
  process.stdout.write(`tarballs: ${line}\n`)
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'recto-tarballs-'))
  try {
    const path = process.env['PATH'] ?? ''
    if (!(await isRegistryThere(runIn(root, path)))) {
      say('skipped: no package registry can be reached.')
      return
    }
    const tarballs = await pack(folder, path)
    for (const [major, node] of Object.entries(nodes)) await tryOn(major, node, folder, tarballs)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function isRegistryThere(run: Run): Promise<boolean> {
  try {
    await run('npm', 'ping', '--fetch-retries=0', '--fetch-timeout=10000')
    return true
  } catch {
    return false
  }
}

async function pack(folder: string, path: string): Promise<string[]> {
  buildIfNeeded()
  const tarballs = join(folder, 'tarballs')
  mkdirSync(tarballs)
  for (const name of packages) {
    await runIn(join(root, name), path)('npm', 'pack', '--pack-destination', tarballs)
  }
  return readdirSync(tarballs).map((name) => join(tarballs, name))
}

async function tryOn(
  major: string,
  node: string,
  folder: string,
  tarballs: readonly string[],
): Promise<void> {
  const begin = performance.now()
  const runtime = emptyFolder(folder, `runtime-${major}`)
  await runIn(runtime, process.env['PATH'] ?? '')('npm', ...npmInstall, node)
  const bin = join(runtime, 'node_modules', '.bin')
  const path = [bin, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)
  const user = emptyFolder(folder, `user-${major}`)
  const run = runIn(user, [bin, process.env['PATH'] ?? ''].join(delimiter))
  await run('npm', ...npmInstall, ...tarballs, ...typing)
  const seconds = ((performance.now() - begin) / 1_000).toFixed(0)
  const size = (await run('du', '-sm', 'node_modules')).split('\t')[0]
  const version = (await runIn(user, path)('node', '--version')).trim()
  say(`Node ${version}: installed in ${seconds} s, ${size} MB with TypeScript`)
  const sayVersion = (line: string): void => say(`Node ${version}: ${line}`)
  await checkUse({ user, path, run: runIn(user, path), say: sayVersion })
}

async function checkUse(installation: Installation): Promise<void> {
  const { user, run, say } = installation
  const sources = await run('find', 'node_modules/@recto/', '-name', '*.ts', '!', '-name', '*.d.ts')
  if (sources !== '') throw new Error(`TypeScript sources are published:\n${sources}`)
  writeInputs(user)
  const consumer = join(user, 'consumer')
  cpSync(join(root, 'tools', 'tarballs', 'consumer'), consumer, { recursive: true })
  for (const name of readdirSync(join(root, 'examples'))) {
    const isExample = /(?<!\.test)\.ts$/.test(name)
    if (isExample) cpSync(join(root, 'examples', name), join(consumer, 'src', 'examples', name))
  }
  await run('node_modules/.bin/tsc', '-p', 'consumer')
  say('a consumer of all packages, and the examples, pass tsc --strict, types of packages included')
  say((await run('node', 'consumer/dist/use.js')).trim())
  const markdown = await run('node', 'consumer/dist/examples/convert-file.js', 'letter.docx')
  const report = await run('node', 'consumer/dist/examples/convert-folder.js', '.', 'markdown')
  if (markdown === '' || !existsSync(join(user, 'markdown', 'book.xlsx.md'))) {
    throw new Error(`The examples printed something else:\n${markdown}\n${report}`)
  }
  say('the examples convert a file, and a folder in confined children')
  const direct = await run('node_modules/.bin/recto', 'convert', 'page.html')
  const byNpx = await run('npx', '--no', 'recto', 'convert', 'report.pdf')
  if (!direct.includes('# Moulds') || !byNpx.startsWith('# How Paper')) {
    throw new Error(`recto convert printed something else:\n${direct}\n${byNpx}`)
  }
  say('recto convert: PDF and HTML, by npx and by its path')
  for (const command of [['recto-mcp'], ['recto', 'mcp']]) {
    const [name = '', ...args] = command
    const path = join(user, 'node_modules', '.bin', name)
    say((await run('node', 'consumer/dist/assistant.js', path, ...args)).trim())
  }
  await checkService(installation)
}

function emptyFolder(parent: string, name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  return folder
}

if (import.meta.main) await main()
