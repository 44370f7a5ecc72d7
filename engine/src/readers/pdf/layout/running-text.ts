/** Decides if the two sides of a strip are independent texts, each read from top to bottom, or rows of one table. */

import { isLetter } from '../ascii.ts'
import { glyphCodes } from '../content/index.ts'
import { areMostlyLeftwards } from './bidi.ts'
import { endsInPages, hasLeaderDots } from './entries.ts'
import { countSharedFileRows } from './file-rows.ts'
import type { LineFragment } from './fragments.ts'
import { groupIntoRows } from './lines.ts'
import { layoutSettings as settings } from './settings.ts'

export interface Sides {
  readonly left: readonly LineFragment[]
  readonly right: readonly LineFragment[]
}

/** Returns true if each side is read separately, from top to bottom. */
export function isFlowing(sides: Sides): boolean {
  const rows = rowsOf(sides)
  if (areColumns(sides, rows)) return true
  return countShared(rows.few, rows.many) > rows.few.length / 2 && areBlocks(sides, rows)
}

/** Returns true if both sides are running text. */
export function areProse(sides: Sides): boolean {
  const { few, many } = rowsOf(sides)
  return isProse(few) && isProse(many)
}

/** Returns true if the lines of the sides show that they are columns. */
export function areColumns(sides: Sides, { few, many } = rowsOf(sides)): boolean {
  if (!mayFlow({ few, many }, sides)) return false
  if (countShared(few, many) < few.length / 2) return true
  if (areEntries(few) && areEntries(many)) return true
  if (areLists(few) && areLists(many)) return true
  // A single row at the height of another is the rest of its line after a wide gap.
  if (few.length < 2 || !isProse(few) || !isProse(many)) return false
  // Definitions, or code with remarks: the file has the rows of both sides one by one.
  return countSharedFileRows([few.flat(), many.flat()]) <= few.length / 2
}

/** Returns false for an empty side, values and their labels, markers, and lines that are not beside others. */
function mayFlow({ few, many }: Rows, sides: Sides): boolean {
  if (few.length === 0 || many.length < 2 || isMarginal(few)) return false
  return areBeside({ few, many }) && !areLabelled({ few, many }, sides)
}

/**
 * Returns true if the sides are blocks of words, such as addresses, and the file has all of the one that is read
 * first before the other: rows of a table are written one by one.
 */
export function areBlocks(sides: Sides, { few, many } = rowsOf(sides)): boolean {
  if (few.length < 2 || !mayFlow({ few, many }, sides)) return false
  if (!areWords(few) || !areWords(many)) return false
  const isLeftwards = areMostlyLeftwards([...sides.left, ...sides.right])
  return isLeftwards ? isBefore(sides.right, sides.left) : isBefore(sides.left, sides.right)
}

/** Returns true if the file has all of one text before another. */
export function isBefore(one: readonly LineFragment[], other: readonly LineFragment[]): boolean {
  return (
    Math.max(...one.map(({ object }) => object)) < Math.min(...other.map(({ object }) => object))
  )
}

/** Returns true if most rows have a word, unlike those of formulas. */
export function areWords(rows: readonly LineFragment[][]): boolean {
  const worded = rows.filter((row) => row.some(({ text }) => /\p{L}{3}/u.test(text)))
  return worded.length > rows.length / 2
}

/** Returns true if enough rows are level that the sides are read across. */
export function areLevelSides(sides: Sides): boolean {
  const { few, many } = rowsOf(sides)
  return countShared(few, many) >= settings.nearlyAll * few.length
}

/** The rows of both sides. */
interface Rows {
  readonly few: readonly LineFragment[][]
  readonly many: readonly LineFragment[][]
}

function rowsOf({ left, right }: Sides): Rows {
  const [one, other] = [groupIntoRows(left), groupIntoRows(right)]
  return one.length <= other.length ? { few: one, many: other } : { few: other, many: one }
}

/** Returns true if a row is beside one of the other side. Otherwise one side is the indented lines of a single text. */
function areBeside({ few, many }: Rows): boolean {
  return few.some(([fragment]) =>
    many.some(([other]) => fragment && other && isBeside(fragment, other)),
  )
}

function isBeside(a: LineFragment, b: LineFragment): boolean {
  const overlap = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  // TeX puts a displayed formula so close below a short line that their boxes overlap a little.
  if (isStandIn(a) || isStandIn(b)) return overlap > Math.max(a.size, b.size) / 2
  return overlap > settings.sameText * Math.min(a.size, b.size)
}

/** Returns true for a fragment in the place of a table or formula: it has no text. */
function isStandIn({ text }: LineFragment): boolean {
  return text === ''
}

/** Counts the rows of one side that are level with a row of the other. */
function countShared(few: readonly LineFragment[][], many: readonly LineFragment[][]): number {
  let shared = 0
  for (const [fragment] of few) if (fragment && isLevelWithAny(fragment, many)) shared++
  return shared
}

function isLevelWithAny(fragment: LineFragment, rows: readonly LineFragment[][]): boolean {
  for (const [other] of rows) if (other && areLevel(fragment, other)) return true
  return false
}

function areLevel(a: LineFragment, b: LineFragment): boolean {
  if (Math.max(a.size, b.size) > settings.rowSize * Math.min(a.size, b.size)) return false
  return Math.abs(a.baseline - b.baseline) <= settings.level * Math.min(a.size, b.size)
}

/** Matches numbers of notes, list markers and line numbers, which belong to the text beside them. */
const marker = /^(?:[^\p{L}]{1,5}|\W?(?:[a-z]|[ivx]{1,4})\W?)$/iu
/** Matches values of a chart and years of a career, which are not independent text either. */
const value = /^[^\p{L}]{1,10}$/u

export function isMarginal(rows: readonly LineFragment[][]): boolean {
  const short = rows.filter((row) => row.every(({ text }) => isMarker(text)))
  return short.length > rows.length / 2
}

function isMarker(text: string): boolean {
  return text.length <= settings.markerCharacters && marker.test(text)
}

/** Returns true if the sides are a chart: one holds the values of the other's labels. */
export function areChart(sides: Sides): boolean {
  const isLabel = ({ text }: LineFragment) => text.length < settings.labelCharacters
  return (
    sides.left.every(isLabel) && sides.right.every(isLabel) && areLabelled(rowsOf(sides), sides)
  )
}

function areLabelled({ few, many }: Rows, sides: Sides): boolean {
  return (areValues(few) || areValues(many)) && areNear(sides)
}

function areNear({ left, right }: Sides): boolean {
  const [first] = left
  const gap = Math.min(...right.map(({ x0 }) => x0)) - Math.max(...left.map(({ x1 }) => x1))
  return first !== undefined && gap < settings.axisGap * first.size
}

function areValues(rows: readonly LineFragment[][]): boolean {
  const values = rows.filter((row) => row.every(({ text }) => isMarker(text) || isValue(text)))
  return values.length > rows.length / 2
}

/** Returns true if most rows are entries of an index: a table does not have page numbers on both sides. */
function areEntries(rows: readonly LineFragment[][]): boolean {
  const entries = rows.filter((row) =>
    row.some(({ text }) => hasLeaderDots(text) || endsInPages(text)),
  )
  return entries.length >= settings.few && entries.length > rows.length / 2
}

/** Text between wide gaps of a line. */
type TextPart = Pick<LineFragment, 'x0' | 'x1' | 'size' | 'text'>

/**
 * Returns true if rows are lists of labels with values at the other edge of their column, as in reference cards and
 * menus. Headings and long labels fill a column, so that no strip of white divides it, unlike the cells of a table.
 */
export function areLists(rows: readonly (readonly TextPart[])[]): boolean {
  const all = rows.flat()
  if (all.length <= settings.cellLines) return false
  let parts = 0
  let full = 0
  for (const { x0, x1 } of partedBySpace(all)) {
    for (const row of rows) {
      const own = partsBetween(row, x0, x1)
      if (own.length > 0) parts++
      if (hasCells(own, Number.POSITIVE_INFINITY) || isProseRow(own, x1 - x0)) full++
    }
  }
  return parts > settings.cellLines && full > parts / 2
}

/** Returns the parts of a row within an interval of x; most rows lie in one interval. */
function partsBetween<Part extends TextPart>(
  row: readonly Part[],
  from: number,
  to: number,
): readonly Part[] {
  const isBetween = ({ x0, x1 }: Part) => x0 >= from && x1 <= to
  return row.every(isBetween) ? row : row.filter(isBetween)
}

/** Returns the intervals of x between strips of white. */
function partedBySpace(parts: readonly TextPart[]): { readonly x0: number; x1: number }[] {
  const intervals: { readonly x0: number; x1: number }[] = []
  for (const { x0, x1, size } of parts.toSorted((a, b) => a.x0 - b.x0)) {
    const last = intervals.at(-1)
    if (!last || x0 - last.x1 > settings.gutter * size) intervals.push({ x0, x1 })
    else last.x1 = Math.max(last.x1, x1)
  }
  return intervals
}

function isValue(text: string): boolean {
  return text.length <= settings.markerCharacters && value.test(text)
}

function isProse(rows: readonly LineFragment[][]): boolean {
  let x0 = Number.POSITIVE_INFINITY
  let x1 = 0
  for (const row of rows) {
    x0 = Math.min(x0, row[0]?.x0 ?? 0)
    x1 = Math.max(x1, row.at(-1)?.x1 ?? 0)
  }
  let full = 0
  let inFull = 0
  let inAll = 0
  for (const row of rows) {
    const length = lengthOf(row)
    inAll += length
    if (!isProseRow(row, x1 - x0)) continue
    full++
    inFull += length
  }
  const needed = Math.max(1, Math.min(settings.few, rows.length - 1))
  return full >= needed && inFull > inAll / 2
}

function lengthOf(row: readonly LineFragment[]): number {
  let length = 0
  for (const { text } of row) length += text.length
  return length
}

function isProseRow(row: readonly TextPart[], width: number): boolean {
  const [first] = row
  const last = row.at(-1)
  if (!first || !last || last.x1 - first.x0 < settings.proseFill * width) return false
  const text = row.length === 1 ? first.text : row.map((fragment) => fragment.text).join('')
  if (text.length < settings.proseCharacters) return false
  // Long fragments beside each other are further columns.
  return !hasCells(row, settings.proseCharacters) && isWordy(text)
}

/** Returns true if a wide gap has less than `characters` on one of its sides. */
function hasCells(row: readonly TextPart[], characters: number): boolean {
  return row.some((fragment, index) => {
    const next = row[index + 1]
    if (next === undefined || next.x0 - fragment.x1 <= settings.cellGap * fragment.size)
      return false
    return Math.min(fragment.text.length, next.text.length) < characters
  })
}

const letters = /[\p{L}\p{M} ]/gu

/** Returns true if most characters of a text are letters, unlike in numbers and formulas. */
export function isWordy(text: string): boolean {
  let others = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x80) return (text.match(letters)?.length ?? 0) > settings.letterShare * text.length
    if (!isLetter(code) && code !== glyphCodes.space) others++
  }
  return text.length - others > settings.letterShare * text.length
}
