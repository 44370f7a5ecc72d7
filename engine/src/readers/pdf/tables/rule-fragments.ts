/** Joins rules at one height with small gaps: below a head, a fragment may be drawn for each of its columns. */
import type { Ruling } from '../content/index.ts'
import { tableSettings as settings } from './settings.ts'

/**
 * Joins fragments of rules.
 *
 * @param horizontal Rules as `joinRulings` returns them: those of one height have the same position.
 * @returns Rules made of at least two fragments.
 */
export function joinFragments(horizontal: readonly Ruling[]): Ruling[] {
  const runs: { rule: Ruling; count: number }[] = []
  for (const fragment of [...horizontal].sort((a, b) => a.at - b.at || a.from - b.from)) {
    const run = runs.at(-1)
    const gap = run && run.rule.at === fragment.at ? fragment.from - run.rule.to : Number.NaN
    if (run && gap > 0 && gap <= settings.fragmentGapPoints) {
      run.rule = { ...run.rule, to: fragment.to }
      run.count++
    } else runs.push({ rule: fragment, count: 1 })
  }
  return runs.filter(({ count }) => count > 1).map(({ rule }) => rule)
}
