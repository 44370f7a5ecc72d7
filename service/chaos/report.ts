/** Prints a verdict, and saves the processes' logs if an invariant is violated. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import type { Verdict } from './invariants.ts'

export function list(counts: Iterable<readonly [string, number]>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
}

/** @param left Files left in folders for temporary files. @returns True if all invariants hold. */
export function report(
  say: (line: string) => void,
  { folder }: Cluster,
  { counts, violations: found, finishedMs }: Verdict,
  left: readonly string[],
): boolean {
  const violations = [...found, ...left.map((name) => `${name} is left in a folder.`)]
  say(`finished ${finishedMs} ms after the faults`)
  say(list(Object.entries(counts)))
  for (const violation of violations) say(`VIOLATED: ${violation}`)
  if (violations.length > 0) copyFileSync(join(folder, 'log'), 'chaos.log')
  say(violations.length === 0 ? 'all invariants hold' : 'log of the processes: chaos.log')
  return violations.length === 0
}
