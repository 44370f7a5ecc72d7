/** Detects deliberate line breaks in table cells: of values and sentences on lines of their own. */
import { endsOpen } from './open-words.ts'
import { structureSettings as settings } from './settings.ts'
import type { Run, StyledLine } from './styled-line.ts'

/** Matches a line that may begin a sentence or a name. */
const beginning = /^[\p{P}\p{S}\s]*[\p{Lu}\p{N}]/u
const twoWords = /\S\s+\S/
const letters = /\p{L}{2}/u
const smallLetter = /\p{Ll}/u

/**
 * Returns the lines of a table cell that begin after a deliberate break.
 *
 * @param width Width of the widest line of text in the cell's column, in points.
 */
export function cellBreaks(lines: readonly StyledLine[], width: number): ReadonlySet<StyledLine> {
  const breaks = new Set<StyledLine>()
  const marks = lines.map(({ text }) => markOf(text))
  const counts = Map.groupBy(marks, (mark) => mark)
  for (const [at, next] of lines.slice(1).entries()) {
    const before = lines[at] as StyledLine
    const room = (width - (before.x1 - before.x0) - next.firstWordWidth) / before.size
    const isFree = room > 2 * settings.slackEms && mayBegin(before, next)
    const mark = marks[at + 1]
    const isEntry = mark !== undefined && (counts.get(mark)?.length ?? 0) > 1
    if (isFree || isEntry) breaks.add(next)
  }
  return breaks
}

/** Matches the beginning of an entry of a list: a bullet; or a value and a sign before its meaning, as in `0 = off` and `a) wool`. */
const entry = /^(?:([-–•●▪])|\[?[\p{L}\p{N}._-]{1,12}\]?\s?([=:)–-]))\s/u

/** Returns the sign that marks a line as an entry. */
function markOf(text: string): string | undefined {
  const found = letters.test(text) ? entry.exec(text) : null
  return found?.[1] ?? found?.[2]
}

/** Returns true if a line may begin a sentence or a name, or is a single word below another one. Formulas and numbers may not. */
export function mayBegin(before: StyledLine, line: StyledLine): boolean {
  if ([before, line].some(isMathLine)) return false
  if (!twoWords.test(before.text) && !twoWords.test(line.text)) return true
  const hasCases = smallLetter.test(before.text) || smallLetter.test(line.text)
  return hasCases && beginning.test(line.text) && !endsOpen(before.text)
}

/** Returns true for a line with a formula, or without words. */
export function isMathLine({ text, runs }: StyledLine): boolean {
  return !letters.test(text) || runs.some(isMath)
}

function isMath({ latex, style }: Run): boolean {
  return latex !== undefined || style.math
}
