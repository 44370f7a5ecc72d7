/** Runs code of the documentation: curl and shell by bash, TypeScript by Node, Python by python3. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')
const LIMIT_MS = 60_000

export type Runner = 'bash' | 'node' | 'python3'

/** Tools that this machine has. The Python of the examples needs the package requests. */
export const hasTool = {
  bash: works('curl', '--version'),
  node: true,
  python3: works('python3', '-c', 'import requests'),
}

function works(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Makes a folder with the command `recto` for the examples; it is inside the repository, so that packages are found.
 */
export function makeFolder(): string {
  const parent = join(root, '.examples')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'run-'))
  const main = join(root, 'cli', 'src', 'main.ts')
  mkdirSync(join(folder, 'bin'))
  writeFileSync(
    join(folder, 'bin', 'recto'),
    `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`,
    { mode: 0o755 },
  )
  return folder
}

let files = 0

/**
 * Writes code to a file.
 *
 * @returns The command that runs it.
 */
export function commandOf(runner: Runner, code: string, folder: string): [string, string[]] {
  files += 1
  const ending = { bash: 'sh', node: 'mts', python3: 'py' }[runner]
  const file = join(folder, `example-${files}.${ending}`)
  // Runs the code as if pasted into a shell, but a failure ends it.
  writeFileSync(
    file,
    runner === 'bash' ? `set -e\nalias curl='curl --fail-with-body'\n${code}` : code,
  )
  if (runner === 'bash') return ['bash', ['-O', 'expand_aliases', file]]
  return [runner === 'node' ? process.execPath : runner, [file]]
}

export function envOf(folder: string, env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, ...env }
}

/**
 * @returns The output of the code.
 * @throws {Error} If it fails.
 */
export async function run(
  runner: Runner,
  code: string,
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  const [command, args] = commandOf(runner, code, folder)
  const options = { cwd: folder, env: envOf(folder, env), timeout: LIMIT_MS }
  const { stdout } = await execute(command, args, options)
  return stdout
}
