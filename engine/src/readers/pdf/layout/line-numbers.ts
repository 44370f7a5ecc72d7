/** Finds the line numbers of manuscripts, bills and transcripts: columns of numbers beside running text. */
import { glyphCodes } from '../content/index.ts'
import { hasLeaderDots } from './entries.ts'
import { layoutLimits as limits, layoutSettings as settings } from './settings.ts'
import { bottomOf, topOf } from './text-box.ts'
import type { Word } from './words.ts'

/** The numbers of a page that may be line numbers, and the lines of text beside them. */
export interface LineNumbers {
  readonly numbers: ReadonlySet<Word>
  /** Number of lines with text beside a number. */
  readonly lines: number
  /** Number of those that are full and begin within a sentence, with a small letter. */
  readonly continuedLines: number
}

/** Finds numbers one below another that count the lines, with hardly any text between them. */
export function findLineNumbers(words: readonly Word[]): LineNumbers | undefined {
  const candidates = words.filter((word) => isNumber(word) && isUpright(word))
  const { length } = candidates
  if (length < settings.few || length > limits.pageNumbers) return undefined
  const upright = words.filter(isUpright)
  const numbers = new Set<Word>()
  const areContinued: boolean[] = []
  for (const run of columnsOf(candidates)) {
    if (run.some((number) => numbers.has(number)) || !isAlone(run, upright)) continue
    const text = upright.filter((word) => !run.includes(word))
    const beside = run.map((number) => lineBeside(number, text))
    const continued = areContinuedLines(beside)
    if (!continued.includes(true) && !skipsLines(run)) continue
    if (!countsLines(run, beside, text)) continue
    for (const number of run) numbers.add(number)
    areContinued.push(...continued)
  }
  if (numbers.size === 0) return undefined
  const continuedLines = areContinued.filter(Boolean).length
  return { numbers, lines: areContinued.length, continuedLines }
}

/**
 * Returns, for each line with text, true if it is full running text and begins within a sentence. Entries of contents are no running
 * text, although dots fill their lines.
 */
function areContinuedLines(lines: readonly (readonly Word[])[]): boolean[] {
  const longest = Math.max(...lines.map(widthOf))
  return lines
    .filter(({ length }) => length > 0)
    .map(
      (line) =>
        /^\p{Ll}/u.test(line[0]?.text ?? '') &&
        widthOf(line) > settings.proseFill * longest &&
        line.reduce((sum, { text }) => sum + text.length, 0) >= settings.proseCharacters &&
        !hasLeaderDots(line.map(({ text }) => text).join(' ')),
    )
}

/**
 * Returns true if the lines beside the numbers are running text. Lines of code and cells of a table are seldom full, and
 * items begin with a capital. If nearly all pages have numbers, half as many full lines are enough: drafts of
 * specifications and proofs have many short paragraphs and formulas, and no code is on nearly all pages of a document.
 *
 * @param pages The pages with numbers. @param pageCount Number of pages of the document.
 */
export function areLineNumbers(pages: readonly LineNumbers[], pageCount: number): boolean {
  const lines = pages.reduce((sum, page) => sum + page.lines, 0)
  const continued = pages.reduce((sum, page) => sum + page.continuedLines, 0)
  const { least, continuedShare } = settings.lineNumbers
  const isThroughout = pageCount > settings.few && pages.length >= settings.nearlyAll * pageCount
  return lines >= least && continued >= (isThroughout ? continuedShare / 2 : continuedShare) * lines
}

function isUpright({ frame }: Word): boolean {
  return frame.angleDegrees === 0
}

function isNumber({ text }: Word): boolean {
  // The first character excludes most words cheaply.
  return text.charCodeAt(0) <= glyphCodes.nine && /^\d{1,5}$/.test(text)
}

/**
 * Returns the runs of numbers that are aligned at one side. Those that count each fifth line come first, the longest of them
 * before the others: a run aligned at its right lacks the 5 if all are aligned at their left.
 */
function columnsOf(numbers: readonly Word[]): Word[][] {
  return (['x1', 'x0'] as const)
    .flatMap((side) => [
      ...Map.groupBy(numbers, (word) =>
        Math.round(word[side] / settings.lineNumbers.points),
      ).values(),
    ])
    .flatMap(runsOf)
    .sort((a, b) => (skipsLines(b) ? b.length : 0) - (skipsLines(a) ? a.length : 0))
}

/** Returns true for a run that counts each fifth line. */
function skipsLines([first, second]: readonly Word[]): boolean {
  return Number(second?.text) - Number(first?.text) > 1
}

/** Returns the runs of numbers that count each line or, as in some journals, each fifth line. */
function runsOf(numbers: readonly Word[]): Word[][] {
  const sorted = numbers.toSorted((a, b) => a.baseline - b.baseline)
  return settings.lineNumbers.steps.flatMap((step) => {
    const runs: Word[][] = []
    for (const number of sorted) {
      const run = runs.at(-1)
      if (Number(number.text) - Number(run?.at(-1)?.text) === step) run?.push(number)
      else runs.push([number])
    }
    return runs.filter(({ length }) => length >= settings.few)
  })
}

/**
 * Returns true if most numbers are on consecutive lines, or, if they count each fifth line, are not. Numbers of items have
 * the other lines of their item between them.
 */
function countsLines(
  run: readonly Word[],
  lines: readonly (readonly Word[])[],
  words: readonly Word[],
): boolean {
  const skips = skipsLines(run)
  const pairs = run.slice(1).filter((number, at) => {
    // A fifth line may end before the number, or stand beside it only in part.
    const x0 = lines[at]?.[0]?.x0 ?? 0
    const x1 = lines[at]?.at(-1)?.x1 ?? (skips ? Number.POSITIVE_INFINITY : 0)
    const above = run[at] as Word
    const hasLine = words.some(
      (word) =>
        word.baseline > above.baseline + word.size / 2 &&
        word.baseline < number.baseline - word.size / 2 &&
        word.x1 > x0 &&
        word.x0 < x1,
    )
    return hasLine === skips
  })
  return pairs.length > (run.length - 1) / 2
}

/** Returns true if hardly any other word is between the numbers of a run: a line may be too long for its column. */
function isAlone(run: readonly Word[], words: readonly Word[]): boolean {
  const own = new Set(run)
  const x0 = Math.min(...run.map((word) => word.x0))
  const x1 = Math.max(...run.map((word) => word.x1))
  const [from, to] = [run[0]?.baseline ?? 0, run.at(-1)?.baseline ?? 0]
  const others = words.filter(
    (word) =>
      word.x1 > x0 &&
      word.x0 < x1 &&
      word.baseline >= from &&
      word.baseline <= to &&
      !own.has(word),
  )
  return others.length <= (1 - settings.nearlyAll) * run.length
}

/** Returns the words of the nearer line beside a number, from left to right, up to a gap; none if the number is in the line. */
function lineBeside(number: Word, words: readonly Word[]): Word[] {
  const [y0, y1] = [topOf(number), bottomOf(number)]
  const level = words
    .filter((word) => Math.min(y1, bottomOf(word)) - Math.max(y0, topOf(word)) > (y1 - y0) / 2)
    .sort((a, b) => a.x0 - b.x0)
  const after = upToGap(level.filter(({ x0 }) => x0 >= number.x1))
  const before = upToGap(level.filter(({ x0 }) => x0 < number.x0).reverse()).reverse()
  const gapAfter = (after[0]?.x0 ?? Number.POSITIVE_INFINITY) - number.x1
  const gapBefore = number.x0 - (before.at(-1)?.x1 ?? Number.NEGATIVE_INFINITY)
  if (Math.min(gapAfter, gapBefore) < settings.strangerGap * number.size) return []
  return gapAfter <= gapBefore ? after : before
}

function upToGap(words: readonly Word[]): Word[] {
  const end = words.findIndex((word, index) => {
    const before = words[index - 1]
    const gap = before && Math.max(before.x0 - word.x1, word.x0 - before.x1)
    return gap !== undefined && gap > settings.cellGap * word.size
  })
  return words.slice(0, end < 0 ? words.length : end)
}

function widthOf(line: readonly Word[]): number {
  return (line.at(-1)?.x1 ?? 0) - (line[0]?.x0 ?? 0)
}
