/** The command as a user runs it, for tests. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'

export const main = join(import.meta.dirname, 'main.ts')

export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Setting {
  readonly cwd: string
  /** Standard input. */
  readonly input?: string
  readonly env?: NodeJS.ProcessEnv
}

export function recto(args: readonly string[], { cwd, input, env }: Setting): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env } }
    const child = execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) => {
      const code = error && typeof error.code === 'number' ? error.code : error ? -1 : 0
      resolve({ code, stdout, stderr })
    })
    if (input !== undefined) child.stdin?.end(input)
  })
}
