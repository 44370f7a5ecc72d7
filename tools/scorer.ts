/** Runs the scorers of the corpora, which lie beside the repository if they are available. */
import { execFileSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'

export const shared = join(import.meta.dirname, '..', '..', 'shared')

/**
 * Installs the packages that the scorers of office files need; the scorer's own folder may be read-only.
 *
 * @returns The folder with the packages.
 */
export async function installScorer(folder: string): Promise<string> {
  const scorer = join(folder, 'scorer')
  await cp(join(shared, 'score'), scorer, { recursive: true, mode: 0 })
  execFileSync('chmod', ['-R', 'u+w', scorer])
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: join(scorer, 'office'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return scorer
}

/** @returns The output. */
export function runScorer(script: string, args: readonly string[]): string {
  return execFileSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  }).trimEnd()
}
