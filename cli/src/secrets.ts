/**
 * Hides the secrets of the environment from other processes.
 *
 * The system shows the environment that a process was started with to every process of the same user for its whole life
 * (`/proc/PID/environ`, `ps e`), even after changes to `process.env`. So the command restarts itself in place, with the
 * same process id, and passes its secrets in an unlinked file.
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secretVariables } from '@recto/service/secrets'

/** Marks the restarted command, whose secrets are on standard input. */
const MARK = 'RECTO_SECRETS_ON_STANDARD_INPUT'
const STANDARD_INPUT = 0

/**
 * Removes the secrets from the environment; if it holds any, the first call does not return but restarts the command.
 *
 * @returns The secrets, for the code that reads the configuration. Empty on systems that can't replace a process: there
 * they remain in the environment.
 */
export function takeSecrets(): NodeJS.ProcessEnv {
  if (process.env[MARK] !== undefined) return receive()
  const secrets = secretVariables.flatMap((name) => {
    const value = process.env[name]
    return value ? [[name, value] as const] : []
  })
  if (secrets.length > 0 && process.execve) startAnew(Object.fromEntries(secrets))
  return {}
}

function startAnew(secrets: Readonly<Record<string, string>>): void {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in secrets)))
  putOnStandardInput(JSON.stringify(secrets))
  const [, ...words] = process.argv
  const args = [process.execPath, ...process.execArgv, ...words]
  process.execve?.(process.execPath, args, { ...env, [MARK]: '1' })
}

function putOnStandardInput(text: string): void {
  const folder = mkdtempSync(join(memoryFolder(), 'recto-'))
  const path = join(folder, 'secrets')
  writeFileSync(path, text, { mode: 0o600 })
  openInstead(path)
  rmSync(folder, { recursive: true })
}

/** Returns a folder in memory on Linux, if it exists; containers may lack it. */
function memoryFolder(): string {
  try {
    rmSync(mkdtempSync('/dev/shm/recto-'), { recursive: true })
    return '/dev/shm'
  } catch {
    return tmpdir()
  }
}

/**
 * Opens a file as standard input: only the first three descriptors are inherited, and a new file gets the lowest free
 * one.
 */
function openInstead(path: string): void {
  try {
    closeSync(STANDARD_INPUT)
  } catch {
    // The command was started without standard input.
  }
  const file = openSync(path, 'r')
  if (file !== STANDARD_INPUT) throw new Error('Standard input cannot be replaced.')
}

function receive(): NodeJS.ProcessEnv {
  delete process.env[MARK]
  // Sound: putOnStandardInput wrote it.
  const secrets = JSON.parse(readFileSync(STANDARD_INPUT, 'utf8')) as NodeJS.ProcessEnv
  openInstead('/dev/null')
  return secrets
}
