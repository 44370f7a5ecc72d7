/** Runs the command for tests, as a user does. */
import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const main = join(import.meta.dirname, '..', 'main.ts')

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface Setting {
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

/**
 * Makes a folder with `a.html`, `b.txt` and `broken.pdf`.
 *
 * @returns Its path.
 */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-cli-'))
  await writeFile(join(folder, 'a.html'), '<title>T</title><h1>A</h1><p>b</p>')
  await writeFile(join(folder, 'b.txt'), 'plain text\r\n')
  await writeFile(join(folder, 'broken.pdf'), 'no PDF at all')
  return folder
}
