/** Groups the lines of text between two rulings into rows: joins the lines of wrapped cells. */
import type { Word } from '../layout/index.ts'
import { quantile } from '../statistics.ts'
import { type Boundaries, type PlacedSegment, placeSegments } from './placed-segments.ts'
import { isNumeric, type Segment, type TextLine } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

/** A line, or several that overlap in height. */
interface LineCells {
  readonly lines: readonly TextLine[]
  readonly placed: readonly PlacedSegment[]
  /** Columns with text. */
  readonly filled: ReadonlySet<number>
  /** Columns with a figure. */
  readonly figures: ReadonlySet<number>
  readonly spanning: boolean
}

function cellsOf(lines: readonly TextLine[], boundaries: Boundaries): LineCells {
  const filled = new Set<number>()
  const figures = new Set<number>()
  let spanning = false
  const placed = lines.flatMap(({ segments }) => placeSegments(segments, boundaries))
  for (const { segment, first, last } of placed) {
    if (last > first) spanning = true
    for (let column = first; column <= last; column++) filled.add(column)
    // A bullet before the text of its cell does not count as a figure.
    const isShared = (other: PlacedSegment) => other.first === first && other.segment !== segment
    if (first === last && isNumeric(segment.text) && !placed.some(isShared)) figures.add(first)
  }
  return { lines, placed, filled, figures, spanning }
}

/**
 * Groups the lines of a band into rows.
 *
 * @param isRow True if the band is known to be one row, unless its text says otherwise.
 */
export function groupIntoRows(
  lines: readonly TextLine[],
  boundaries: Boundaries,
  rights: Rights,
  isRow: boolean,
): TextLine[][] {
  if (lines.length < 2) return lines.length === 0 ? [] : [[...lines]]
  const cells = cellsOfLines(lines, boundaries)
  if (isRow && areFresh(cells, rights)) return groupByContent(cells, rights).map(linesOf)
  const byGap = groupByGap(cells)
  if (isRow && !isStacked(cells)) return (byGap && areParts(byGap) ? byGap : [cells]).map(linesOf)
  return (byGap?.flatMap(cutBelowLabel) ?? groupByContent(cells, rights)).map(linesOf)
}

/** Groups the lines of a band into rows by their words alone, regardless of the gaps between them. */
export function groupByWords(
  lines: readonly TextLine[],
  boundaries: Boundaries,
  rights: Rights,
): TextLine[][] {
  if (lines.length === 1) return [[...lines]]
  return groupByContent(cellsOfLines(lines, boundaries), rights).map(linesOf)
}

function cellsOfLines(lines: readonly TextLine[], boundaries: Boundaries): LineCells[] {
  return rowsOfLines(lines).map((part) => cellsOf(part, boundaries))
}

function linesOf(group: readonly LineCells[]): TextLine[] {
  return group.flatMap(({ lines }) => lines)
}

function isBelow(a: Segment, b: Segment): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1
}

/** Returns true if two lines have text below text: such lines have small leading, and are not side by side. */
function areStacked(above: TextLine, below: TextLine): boolean {
  return above.segments.some((a) => below.segments.some((b) => isBelow(a, b)))
}

/**
 * Returns true if a line is the second of two rows whose label is between them, on either side: its texts are below
 * those of the first row, and none continues the text above.
 */
function isBesideLabel([first, ...others]: readonly TextLine[], line: TextLine): boolean {
  const label = others.at(-1)
  if (!first || label?.segments.length !== 1 || line.segments.length < 2) return false
  const isBeside =
    label.x1 <= Math.min(first.x0, line.x0) || label.x0 >= Math.max(first.x1, line.x1)
  if (!isBeside || !areStacked(first, line)) return false
  return !line.segments.some((below) => {
    const over = first.segments.filter((above) => isBelow(above, below))
    const goesOn = opensLower.test(below.text) && !over.some(({ text }) => opensLower.test(text))
    return goesOn || over.some(({ text }) => endsOpen.test(text))
  })
}

/** Puts lines side by side into rows. */
export function rowsOfLines(lines: readonly TextLine[]): TextLine[][] {
  return joinInterleaved(lines.map((line) => [line]))
}

/** Joins rows whose lines overlap in height. */
export function joinInterleaved(rows: readonly TextLine[][]): TextLine[][] {
  const joined: TextLine[][] = []
  for (const row of rows) {
    const before = joined.at(-1)
    const last = before?.at(-1)
    const [first] = row
    const size = Math.min(last?.size ?? 0, first?.size ?? 0)
    const isNear = last && first && first.baseline - last.baseline < settings.wideGapEms * size
    if (before && isNear && !areStacked(last, first) && !isBesideLabel(before, first)) {
      before.push(...row)
    } else joined.push([...row])
  }
  return joined
}

/** Returns true if a group has several lines, and text in its first column and beside it. */
function isWhole(group: readonly LineCells[]): boolean {
  const filled = new Set(group.flatMap((cell) => [...cell.filled]))
  return group.length > 1 && filled.has(0) && filled.size > 1
}

/** Returns true if larger gaps divide a band into rows with text in the first column, and into labels of the rows below. */
function areParts(groups: readonly LineCells[][]): boolean {
  const isLabel = (group: readonly LineCells[]) =>
    group.length === 1 && group[0]?.filled.size === 1 && group[0].filled.has(0)
  const whole = groups.filter(isWhole).length
  return whole > 1 && groups.every((group) => isWhole(group) || isLabel(group))
}

/** Returns true if most lines of a band begin new texts, in some column with room for them on the line above. */
function areFresh(cells: readonly LineCells[], rights: Rights): boolean {
  const fresh = cells.filter((cell, at) => {
    const links = cell.placed.map((own) => linkOf(cells.slice(0, at), own, rights))
    return cell.filled.size > 1 && links.includes('none') && links.every(isOpen)
  })
  return fresh.length >= Math.max(settings.few, settings.majority * cells.length)
}

/** Returns true if the lines of a band are rows: figures below figures, and text beside most of them. */
function isStacked(cells: readonly LineCells[]): boolean {
  if (cells.length < 2) return false
  const columns = new Set(cells.flatMap(({ figures }) => [...figures]))
  const count = (column: number) => cells.filter(({ figures }) => figures.has(column)).length
  const stacked = [...columns].filter(
    (column) => count(column) >= Math.max(2, settings.majority * cells.length),
  )
  const both = cells.filter(({ filled }) => filled.size > 1).length
  const isFull = cells.every(({ filled }) => filled.size === cells[0]?.filled.size)
  if (isFull && (cells[0]?.filled.size ?? 0) >= settings.many) return true
  return stacked.length > 0 && both >= settings.majority * cells.length
}

/** Finds rows by the space between them; `undefined` if it shows none. */
function groupByGap(cells: readonly LineCells[]): LineCells[][] | undefined {
  const gaps = gapsOf(cells)
  const least = quantile(gaps, 0.1)
  const limit = least * settings.looseRatio
  if (least > settings.maxLeadingEms) return undefined
  const loose = gaps.filter((gap) => gap > limit).length
  if (loose === 0 || loose === gaps.length) return undefined
  const groups: LineCells[][] = []
  for (const [index, cell] of cells.entries()) {
    if (index > 0 && (gaps[index - 1] ?? 0) <= limit) groups.at(-1)?.push(cell)
    else groups.push([cell])
  }
  const several = groups.filter((group) => group.length > 1)
  const mixed = several.filter((group) => group.filter(isFresh).length > 1)
  if (mixed.length > settings.rare * several.length) return undefined
  return groups.every(isOneRow) ? groups : undefined
}

/**
 * Returns true if a line looks like the first of a row: its first column begins a new text, and another one has text.
 */
function isFresh(cell: LineCells, index: number, group: readonly LineCells[]): boolean {
  if (!cell.filled.has(0) || cell.filled.size < 2) return false
  const before = group[index - 1]
  if (!before?.filled.has(0)) return true
  const isLower = opensLower.test(firstText(cell)) && !opensLower.test(firstText(before))
  return !isLower && !endsOpen.test(firstText(before))
}

/** Returns true if lines can be one row: no column has two figures below one another. */
function isOneRow(group: readonly LineCells[]): boolean {
  if (group.length === 1) return true
  if (group.length > settings.cellLines) return false
  const seen = new Set<number>()
  for (const { figures } of group) {
    for (const column of figures) {
      if (seen.has(column)) return false
      seen.add(column)
    }
  }
  // If all lines are full, they are rows with small leading, not wrapped cells.
  const full = Math.max(...group.map(({ filled }) => filled.size))
  return full < 3 || group.some(({ filled }) => filled.size < full)
}

/** Finds rows by the filled columns of each line: a line without the first column continues the row above. */
function groupByContent(cells: readonly LineCells[], rights: Rights): LineCells[][] {
  const groups: LineCells[][] = []
  const setting = settingOf(cells, rights)
  for (const cell of cells) {
    const group = groups.at(-1)
    if (group && continues(group, cell, setting)) group.push(cell)
    else groups.push([cell])
  }
  return groups
}

const opensDigit = /^\d/
const opensUpper = /^\p{Lu}/u
const opensLower = /^[\p{Ll}(&+/]/u
const endsOpen =
  /(?:\p{L}[-–]|[,/&(]|\b(?:and|or|of|the|in|for|to|by|with|und|et|de|per|from|at|on|a|an))$/u

/** Returns true if each text of a line continues the text above. */
function continues(
  group: readonly LineCells[],
  next: LineCells,
  { rights, tight, hasNegatives }: Setting,
): boolean {
  const last = group.at(-1)
  if (!last || group.length >= settings.cellLines) return false
  const gap = gapBetween(last, next)
  if (gap > settings.maxLeadingEms || next.spanning || last.spanning) return false
  const figures = new Set(group.flatMap((cell) => [...cell.figures]))
  const isOther = (column: number) =>
    figures.has(column) && (hasNegatives || !isShareOf(group, next, column))
  if ([...next.figures].some(isOther)) return false
  if (isUnderEmphasis(last, next)) return false
  const isLabel = group.every(({ filled }) => filled.size === 1 && filled.has(0))
  const links = next.placed
    .filter(({ first }) => first === 0 || !isLabel)
    .map((segment) => linkOf(group, segment, rights))
  if (links.includes('none') || links.length === 0) return false
  const strong = links.filter((link) => link === 'strong').length
  if (strong === 0 && next.filled.size > 1 && links.includes('word')) return false
  const isFull = next.filled.size >= settings.few && next.filled.has(0)
  if (strong > 0) return !isFull || strong >= settings.half * links.length
  const isLone = next.filled.has(0) && next.filled.size === 1
  return gap <= tight && (isLone ? !isHeading(group, next) : !next.filled.has(0))
}

/** Cuts a row below its first line if that is the label of a group of rows. */
function cutBelowLabel(group: readonly LineCells[]): LineCells[][] {
  const [label, next, ...more] = group
  const isLabel = label && next && label.filled.size === 1 && isUnderEmphasis(label, next)
  return isLabel ? [[label], [next, ...more]] : [[...group]]
}

/** Returns true if regular text is below a bold or italic label: the label heads a group of rows. */
function isUnderEmphasis(above: LineCells, below: LineCells): boolean {
  const wordsOf = ({ placed }: LineCells) => (placed[0]?.first === 0 ? placed[0].segment.words : [])
  const isEmphasized = (word: Word) => above.lines[0]?.isEmphasized(word) ?? false
  const [label, words] = [wordsOf(above), wordsOf(below)]
  return (
    label.length > 0 && words.length > 0 && label.every(isEmphasized) && !words.some(isEmphasized)
  )
}

/**
 * Returns true if a text alone in the first column heads the rows below it: it begins left of the label above, or that
 * label is a single word. Wrapped labels have more words, and continue flush or indented.
 */
function isHeading(group: readonly LineCells[], next: LineCells): boolean {
  const above = group.findLast(({ filled }) => filled.has(0))?.placed[0]?.segment
  const own = next.placed[0]?.segment
  if (!above || !own || !opensUpper.test(own.text)) return false
  return above.words.length === 1 || own.x0 < above.x0 - settings.flushPoints
}

/**
 * Returns true if a figure in brackets is below one without, on a line that also has a label: the share of a count, in the
 * same cell. Errors of estimates are on lines without labels, in separate rows.
 */
function isShareOf(group: readonly LineCells[], next: LineCells, column: number): boolean {
  if (!next.filled.has(0) || next.figures.has(0)) return false
  return isBracketed(next, column) && !group.some((cell) => isBracketed(cell, column))
}

function isBracketed({ placed }: LineCells, column: number): boolean {
  return placed.some(({ segment, first }) => first === column && segment.text.startsWith('('))
}

/** Returns true if a line has figures with and without brackets, as in accounts, where brackets mean negative amounts. */
function isMixed(cell: LineCells): boolean {
  const bracketed = [...cell.figures].filter((column) => isBracketed(cell, column)).length
  return bracketed > 0 && bracketed < cell.figures.size
}

/** The facts about the lines of a band. */
interface Setting {
  readonly rights: Rights
  /** The widest leading within a cell, in ems. */
  readonly tight: number
  /** True if figures in brackets are negative amounts, and no shares of the figures above. */
  readonly hasNegatives: boolean
}

function settingOf(cells: readonly LineCells[], rights: Rights): Setting {
  const least = quantile(gapsOf(cells), 0.1)
  const tight = Math.max(
    settings.tightEms,
    Math.min(least, settings.maxLeadingEms) * settings.clearlyLarger,
  )
  return { rights, tight, hasNegatives: cells.some(isMixed) }
}

function gapBetween(before: LineCells | undefined, cell: LineCells): number {
  const last = before?.lines.at(-1)
  const [first] = cell.lines
  if (!last || !first) return 0
  return (first.baseline - last.baseline) / Math.min(first.size, last.size)
}

/** Returns the distances between the baselines of lines, in ems. */
function gapsOf(cells: readonly LineCells[]): number[] {
  return cells.slice(1).map((cell, index) => gapBetween(cells[index], cell))
}

/** The right end of the text in each column, in points. */
export type Rights = ReadonlyMap<number, number>

/**
 * How a segment continues the text above it in its column: `strong` by its wording, `weak` if its first word would not
 * have fitted on the line above, `word` if both are also single words, as in a list, `none` if nothing is above, or
 * there was room.
 */
type Link = 'strong' | 'weak' | 'word' | 'none'

/** Returns true if the text may be a new one. */
const isOpen = (link: Link) => link === 'none' || link === 'word'

function linkOf(
  group: readonly LineCells[],
  { segment, first }: PlacedSegment,
  rights: Rights,
): Link {
  const above = group
    .findLast(({ filled }) => filled.has(first))
    ?.placed.findLast((other) => other.first === first)?.segment
  if (!above) return 'none'
  const [text, before] = [segment.text, above.text]
  if (endsOpen.test(before)) return 'strong'
  const start = group.flatMap(({ placed }) => placed).find((other) => other.first === first)
  const opening = start ? start.segment.text : ''
  if (isNumeric(text) && !isNumeric(before)) return 'none'
  // Lower case proves nothing below a figure, or in a cell that begins in lower case.
  const isBelowFigure = isNumeric(before) && !isNumeric(text)
  if (!isBelowFigure && opensLower.test(text) && !opensLower.test(opening)) return 'strong'
  // Amounts below one another, such as "15 min" and "35 min", are entries of a list.
  if (opensDigit.test(text) && opensDigit.test(opening)) return 'none'
  const [word] = segment.words
  const width = word ? word.x1 - word.x0 : 0
  const room = (rights.get(first) ?? above.x1) - above.x1
  if (width + settings.blankEms * segment.size <= room) return 'none'
  return segment.words.length + above.words.length > 2 ? 'weak' : 'word'
}

/** @param lines All lines of the table: those between two rules may all be shorter than their columns. */
export function rightsOf(lines: readonly TextLine[], boundaries: Boundaries): Rights {
  const rights = new Map<number, number>()
  for (const { segments } of lines) {
    for (const { segment, first, last } of placeSegments(segments, boundaries)) {
      if (first === last) rights.set(first, Math.max(rights.get(first) ?? 0, segment.x1))
    }
  }
  return rights
}

function firstText({ lines }: LineCells): string {
  const first = lines[0]?.segments[0]
  return first ? first.text : ''
}
