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
    if (isFree || isEntry || isFieldLabel(before, next)) breaks.add(next)
  }
  return breaks
}

/** Returns true for the label of a field in smaller type than its value below. */
function isFieldLabel(label: StyledLine, value: StyledLine): boolean {
  return label.size < (1 - settings.similarSize) * value.size && beginning.test(value.text)
}

/** Matches the signs within names of programs and files: `stayOff`, `SKU_STR`, `battery.sku`, `wool[2]`. */
const nameSign = /\p{Ll}\p{Lu}|_|[\p{L}\p{N}\]][./\\:[][\p{L}\p{N}]/u
const lastOfName = /[\p{L}\p{N}_]$/u
const firstOfEnd = /^[\p{Ll}\p{N}_]/u
const inCapitals = /^[\p{Lu}\p{N}_]+$/u
const blank = /\s/

/**
 * Returns the lines of a table cell that continue a name too long for the column, which programs cut after any letter without
 * a hyphen.
 *
 * @param width Width of the widest line of text in the cell's column, in points.
 * @param next The same for the cell with the next narrower one: the column is full if two cells have lines as wide.
 */
export function continuedNames(
  lines: readonly StyledLine[],
  width: number,
  next: number,
): ReadonlySet<StyledLine> {
  const found = new Set<StyledLine>()
  let name = ''
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    const goesOn = before && isEndOf(name, line.text)
    const isFull = before && Math.min(before.x1 - before.x0, next) + letterOf(before) > width
    if (goesOn && (isFull || name.endsWith('_'))) found.add(line)
    name = blank.test(line.text) ? '' : found.has(line) ? name + line.text : line.text
  }
  return found
}

/**
 * Returns true if a text may be the end of a name. A longer one is another name: `setSpeed` above `getSpeed`; and so are capitals with
 * the same first part: `PT_LONG` above `PT_I4`.
 */
function isEndOf(name: string, text: string): boolean {
  if (blank.test(text) || !lastOfName.test(name) || !nameSign.test(name)) return false
  if (inCapitals.test(name) && inCapitals.test(text)) return firstPart(text) !== firstPart(name)
  return text.length < name.length && firstOfEnd.test(text)
}

function firstPart(name: string): string | undefined {
  return name.split('_', 1)[0]
}

/** Returns the mean width of a line's letters, in points. */
function letterOf({ x0, x1, text }: StyledLine): number {
  return (x1 - x0) / text.length
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
export function isMathLine(line: StyledLine): boolean {
  return !letters.test(line.text) || hasMath(line)
}

export function hasMath({ runs }: StyledLine): boolean {
  return runs.some(isMath)
}

function isMath({ latex, style }: Run): boolean {
  return latex !== undefined || style.math
}
