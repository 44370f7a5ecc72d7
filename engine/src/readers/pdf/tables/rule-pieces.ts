/** Joins rules at one height with small gaps: below a head, a piece may be drawn for each of its columns. */
import type { Ruling } from '../content/index.ts'

/** Largest gap between pieces of one rule, in points; tables side by side are further apart. */
const PIECES_GAP_POINTS = 20

/**
 * Joins pieces of rules.
 *
 * @param level Rules as `joinRulings` gives them: those of one height have the same place.
 * @returns Rules made of two pieces or more.
 */
export function joinPieces(level: readonly Ruling[]): Ruling[] {
  const runs: { rule: Ruling; count: number }[] = []
  for (const piece of [...level].sort((a, b) => a.at - b.at || a.from - b.from)) {
    const run = runs.at(-1)
    const gap = run && run.rule.at === piece.at ? piece.from - run.rule.to : Number.NaN
    if (run && gap > 0 && gap <= PIECES_GAP_POINTS) {
      run.rule = { ...run.rule, to: piece.to }
      run.count++
    } else runs.push({ rule: piece, count: 1 })
  }
  return runs.filter(({ count }) => count > 1).map(({ rule }) => rule)
}
