/**
 * The environment's secrets → known to this process, and to no other.
 *
 * The system keeps the environment that a process was started with for all its life, and shows it to every process of the same user
 * (`/proc/PID/environ`, `ps e`), whatever becomes of `process.env`. So the command starts anew in its own place, with the same process
 * id, and its secrets in a file that has no name any more.
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secretVariables } from '@recto/service/secrets'

/** Says to the command that was started anew where its secrets are. */
const MARK = 'RECTO_SECRETS_ON_STANDARD_INPUT'
const STANDARD_INPUT = 0

/**
 * Takes the secrets out of the environment; where it holds any, the first call does not return but starts the command anew.
 *
 * @returns The secrets, for the code that reads the configuration. Empty where they remain in the environment: on systems that can
 *   not start a process in the place of another.
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

/** Linux has one that is on no disk; containers may leave it out. */
function memoryFolder(): string {
  try {
    rmSync(mkdtempSync('/dev/shm/recto-'), { recursive: true })
    return '/dev/shm'
  } catch {
    return tmpdir()
  }
}

/** The first three files are all that is handed on, and a file that is opened gets the lowest number that is free. */
function openInstead(path: string): void {
  try {
    closeSync(STANDARD_INPUT)
  } catch {
    // It was started without.
  }
  const file = openSync(path, 'r')
  if (file !== STANDARD_INPUT) throw new Error('Standard input can not be replaced.')
}

function receive(): NodeJS.ProcessEnv {
  delete process.env[MARK]
  // Sound: putOnStandardInput wrote it.
  const secrets = JSON.parse(readFileSync(STANDARD_INPUT, 'utf8')) as NodeJS.ProcessEnv
  openInstead('/dev/null')
  return secrets
}
