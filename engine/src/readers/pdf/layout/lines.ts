/** Groups the fragments of one column into lines, from top to bottom. */
import { withInnerHyphens } from '../hyphens.ts'
import { hasLeftwards, isMostlyLeftwards, toLogical } from './bidi.ts'
import type { LineFragment } from './fragments.ts'
import { layoutLimits as limits, layoutSettings as settings } from './settings.ts'
import type { TextBox } from './text-box.ts'

/** A line of a column. Lengths are points of the frame. */
export interface Line extends TextBox {
  /** In reading order. */
  readonly text: string
  readonly fragments: readonly LineFragment[]
  /** Width of the first word in reading order. */
  readonly firstWordWidth: number
  /** Where the line must end, if something stands beside it within its column. */
  readonly limit?: number
}

/**
 * Returns the distance between two lines in points that tall formulas in them add. Lines of a paragraph are then as near to
 * each other as their ink allows (D. E. Knuth, The TeXbook, chapter 12).
 */
export function tallBetween(before: Line, line: Line): number {
  let [bottom, top] = [before.y1, line.y0]
  for (const { ink } of before.fragments) if (ink) bottom = Math.max(bottom, ink.bottom)
  for (const { ink } of line.fragments) if (ink) top = Math.min(top, ink.top)
  return top - bottom > settings.lineSkip * line.size ? 0 : bottom - before.y1 + line.y0 - top
}

/** Returns the distance between the baselines of two lines in points, without what tall formulas add. */
export function leadingBetween(before: Line, line: Line): number {
  return line.baseline - before.baseline - tallBetween(before, line)
}

/** Groups fragments by line, from top to bottom, each line from left to right. */
export function groupIntoRows(fragments: readonly LineFragment[]): LineFragment[][] {
  const rows: LineFragment[][] = []
  for (const fragment of byBaseline(fragments)) {
    const row = findRow(rows, fragment)
    if (row) row.push(fragment)
    else rows.push([fragment])
  }
  for (const row of rows) sortByStart(row)
  return rows
}

/** Sorts by left edge. Fragments of a line are usually sorted already, and V8 copies every array that it sorts. */
export function sortByStart<Item extends { readonly x0: number }>(items: Item[]): Item[] {
  for (let index = 1; index < items.length; index++) {
    const isSorted = (items[index - 1] as Item).x0 <= (items[index] as Item).x0
    if (!isSorted) return items.sort((a, b) => a.x0 - b.x0)
  }
  return items
}

const higherFirst = (a: LineFragment, b: LineFragment) => a.baseline - b.baseline

/**
 * Fragments are usually sorted already, as groupIntoFragments returns them: copying them would take half of the time of
 * a strip.
 */
function byBaseline(fragments: readonly LineFragment[]): readonly LineFragment[] {
  for (let index = 1; index < fragments.length; index++) {
    const isSorted =
      (fragments[index - 1] as LineFragment).baseline <= (fragments[index] as LineFragment).baseline
    if (!isSorted) return fragments.toSorted(higherFirst)
  }
  return fragments
}

/** Searches the last rows only: fragments are sorted by baseline. */
function findRow(
  rows: readonly LineFragment[][],
  fragment: LineFragment,
): LineFragment[] | undefined {
  for (let index = rows.length - 1; index >= 0 && index >= rows.length - 3; index--) {
    const row = rows[index] as LineFragment[]
    if (row.length <= limits.rowFragments && hasRoom(row, fragment)) return row
  }
  return undefined
}

/** Returns true if the fragment is on the row's line, beside its fragments and not printed over them. */
function hasRoom(row: readonly LineFragment[], fragment: LineFragment): boolean {
  let isOnRow = false
  for (const other of row) {
    const common = Math.min(other.x1, fragment.x1) - Math.max(other.x0, fragment.x0)
    if (common > Math.min(other.size, fragment.size)) return false
    if (fragment.fileRow !== undefined && other.overprints?.has(fragment.fileRow)) return false
    isOnRow ||= areOnOneRow(other, fragment)
  }
  return isOnRow
}

function areOnOneRow(a: LineFragment, b: LineFragment): boolean {
  const distance = Math.abs(a.baseline - b.baseline)
  const small = Math.min(a.size, b.size)
  const large = Math.max(a.size, b.size)
  if (distance <= settings.line * small) return true
  return (
    small <= settings.scriptSize * large &&
    distance <= settings.scriptRise.fragment * large &&
    areNear(a, b)
  )
}

/** Matches the mark of a footnote: a tab may be between it and its text. */
const noteMark = /^(?:\d{1,2}|[*†‡§¶])$/
const beginsSentence = /^["“]?\p{L}+\s\S+\s\S+/u

function areNear(a: LineFragment, b: LineFragment): boolean {
  const gap = Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1)
  const size = Math.max(a.size, b.size)
  if (gap < size) return true
  const [left, right] = a.x0 < b.x0 ? [a, b] : [b, a]
  const isRaised = left.size < right.size && left.baseline < right.baseline
  const mayBeNote = isRaised && gap < settings.noteTabEms * size
  return mayBeNote && noteMark.test(left.text) && beginsSentence.test(right.text)
}

/**
 * Groups the fragments of a column into lines.
 *
 * @param leftwards True if the column's text runs from right to left.
 */
export function groupIntoLines(fragments: readonly LineFragment[], leftwards: boolean): Line[] {
  return groupIntoRows(fragments).map((row) => lineOf(row, leftwards))
}

/** Matches characters that may take part in composition; none is below U+0300 (Unicode Standard Annex #15). */
const composable = /[\u0300-\uffff]/

/** Matches the end of a sentence at the left of a line without right-to-left letters. */
const endFirst = /^([.,:;!?،؛؟]+)(.*[\p{L}\p{N}])$/u

/** Puts a line into the order it is read in; it may have another direction than its column, as in a dictionary. */
function logicalText(visual: string, leftwards: boolean): string {
  if (hasLeftwards(visual)) return toLogical(visual, leftwards || isMostlyLeftwards(visual))
  return leftwards ? visual.replace(endFirst, '$2$1') : visual
}

export function lineOf(row: readonly LineFragment[], leftwards: boolean): Line {
  const [first] = row
  let main = first as LineFragment
  let x1 = main.x1
  for (const fragment of row) {
    if (fragment.text.length > main.text.length) main = fragment
    x1 = Math.max(x1, fragment.x1)
  }
  const visual = withInnerHyphens(row.map(({ text }) => text).join(' '))
  const text = logicalText(visual, leftwards)
  return {
    text: composable.test(text) ? text.normalize('NFC') : text,
    fragments: row,
    x0: first?.x0 ?? 0,
    x1,
    y0: main.y0,
    y1: main.y1,
    baseline: main.baseline,
    size: main.size,
    firstWordWidth: (leftwards ? row.at(-1)?.rightWordWidth : first?.leftWordWidth) ?? 0,
  }
}
