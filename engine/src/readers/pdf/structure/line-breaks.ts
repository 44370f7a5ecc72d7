/** Detects deliberate line breaks in paragraphs: of addresses, imprints, verses. */
import { captionKind } from '../captions.ts'
import { beginsWithLabel } from '../hyphens.ts'
import { hasMath, isMathLine, mayBegin } from './cell-breaks.ts'
import { columnPartsOf } from './column-parts.ts'
import { type TextBlock, textOf } from './layout-blocks.ts'
import { findMarker } from './markers.ts'
import { endsOpen } from './open-words.ts'
import { structureSettings as settings } from './settings.ts'
import type { StyledLine } from './styled-line.ts'

/**
 * Returns the lines that begin after a deliberate break: the line before has room for their first word.
 *
 * The lines of a paragraph that is narrower than its column have room, too. Their breaks are not deliberate, so either the word must
 * fit within the longest line, or no line of the paragraph may begin with a small letter.
 */
export function deliberateBreaks(block: TextBlock): ReadonlySet<StyledLine> {
  const breaks = new Set<StyledLine>()
  if (block.isCell) return breaks
  for (const part of columnPartsOf(block)) addBreaks(part, breaks)
  if (breaks.size > 0 && captionKind(textOf(block)) !== undefined) breaks.clear()
  return breaks
}

/** Returns true for a block of one line, or if all its lines break deliberately. */
export function areLinesApart(block: TextBlock): boolean {
  return deliberateBreaks(block).size === block.lines.length - 1
}

/** Matches the beginning of a line that seldom continues a sentence: a capital, a figure, or an address. */
const anew = /^[“"'(+#]?(?:[\p{Lu}\p{N}]|\S+@|\S+:\/\/|www\.|\S+\.\w+\/)/u
const twoLetters = /\p{L}{2}/u
/** Letters of scripts without capitals, in which every line could begin anew. */
const caseless = /\p{Lo}/u

/**
 * Returns true for three or more short lines with one left edge, of which none begins with a small letter, as in addresses, imprints and
 * lists without markers. Their column may be as narrow as they are, so that room at their ends does not show their breaks.
 */
export function isStack(lines: readonly StyledLine[]): boolean {
  const [{ x0: start, size } = { x0: 0, size: 0 }] = lines
  const isFlush = ({ x0 }: StyledLine) => Math.abs(x0 - start) < settings.indentEms * size
  if (lines.length < settings.few) return false
  if (!lines.every((line) => isFlush(line) && isOfStack(line))) return false
  const named = lines.filter(({ text }) => twoLetters.test(text))
  return named.length > lines.length / 2 && !lines.slice(0, -1).some(({ text }) => endsOpen(text))
}

function isOfStack(line: StyledLine): boolean {
  const { text, mono } = line
  const { stackWords, uniform } = settings
  if (text.split(' ', stackWords + 1).length > stackWords || mono >= uniform) return false
  if (!anew.test(text) || caseless.test(text) || /[-\u00ad]$/.test(text) || hasMath(line))
    return false
  return findMarker(text)?.marker.type !== 'number'
}

function addBreaks(block: TextBlock, breaks: Set<StyledLine>): void {
  const { lines } = block
  const { slackEms, breakEms } = settings
  const measure = measureOf(block)
  if (!measure) return
  const least = lines.length > 2 ? slackEms : breakEms
  let areAll = true
  const apart: StyledLine[] = []
  for (const [at, next] of lines.slice(1).entries()) {
    const before = lines[at] as StyledLine
    const extent = measure.extentOf(before)
    const most = mostOf(before, measure)
    const roomIn = (width: number) =>
      (Math.min(width, most) - extent - next.firstWordWidth) / before.size
    const isApart = roomIn(measure.column) > slackEms && mayBegin(before, next)
    if (isApart) apart.push(next)
    areAll &&= isApart && roomIn(measure.column) > least
    if (isApart && roomIn(measure.widest) > 2 * slackEms) breaks.add(next)
  }
  if (areAll) for (const line of apart) breaks.add(line)
  if (
    isStack(lines) ||
    areShort(lines, measure) ||
    areFarShort(lines, measure) ||
    isNarrowStack(block)
  )
    for (const line of lines.slice(1)) breaks.add(line)
  for (const [at, line] of lines.entries())
    if (at > 0 && beginsWithLabel(line.text) && beginsWithLabel(lines[at - 1]?.text ?? ''))
      breaks.add(line)
}

/** Returns true for centred or right-aligned lines of a first page that are far narrower than the column: authors, versions, dates. */
function isNarrowStack({ lines, page, columnStart, columnEnd, leftwards }: TextBlock): boolean {
  if (page !== 1 || leftwards) return false
  const column = columnEnd - columnStart
  const near = settings.slackEms * (lines[0]?.size ?? 0)
  const areNarrow = lines.every(({ x0, x1 }) => x1 - x0 < column / 2)
  const areAtEnd = lines.every(({ x1 }) => Math.abs(columnEnd - x1) <= near)
  const middles = lines.map(({ x0, x1 }) => (x0 + x1) / 2)
  const areCentred =
    lines.every(({ x0 }) => x0 - columnStart > column / 8) &&
    Math.max(...middles) - Math.min(...middles) <= near
  return areNarrow && (areAtEnd || areCentred)
}

/**
 * Returns true for three or more lines of which none is full. After each line but the widest, the next word would have fitted within
 * the widest one; after the widest, within the column. Such are lines of code and lists without markers.
 */
function areShort(lines: readonly StyledLine[], measure: Measure): boolean {
  const { few, slackEms, breakEms } = settings
  const { extentOf, column, widest } = measure
  if (lines.length < few || lines.some(isMathLine)) return false
  return lines.slice(1).every((next, at) => {
    const before = lines[at] as StyledLine
    const extent = extentOf(before)
    // Long lines of one length are justified, even if a line beside them is longer than the column.
    const isLong = extent > column / 2
    if (isLong && Math.abs(extent - extentOf(next)) < before.size / 10) return false
    const most = mostOf(before, measure)
    const rest = (extent < widest ? Math.min(widest, most) : most) - extent - next.firstWordWidth
    return rest > (extent < widest ? 2 * slackEms : breakEms) * before.size
  })
}

/** Returns true for lines that leave most of their column free: no text is wrapped there. */
function areFarShort(lines: readonly StyledLine[], { extentOf, column }: Measure): boolean {
  if (lines.length <= settings.few || lines.some(isMathLine)) return false
  return lines.every((line) => line.limit === undefined && extentOf(line) < column / 3)
}

/** Returns the largest extent of a line: to the end of the column, or to what stands beside the line. */
function mostOf(line: StyledLine, { extentOf, column }: Measure): number {
  return line.limit === undefined ? column : extentOf(line) + line.limit - line.x1
}

/** Widths in points that decide whether a word would have fitted on a line. */
interface Measure {
  /** Returns the width from the start of the column to the end of a line; the line's own width if lines are centred or flush right. */
  readonly extentOf: (line: StyledLine) => number
  readonly column: number
  /** Extent of the widest line. */
  readonly widest: number
}

/** @returns `undefined` if a line is longer than the column. */
function measureOf(block: TextBlock): Measure | undefined {
  const { lines, leftwards, columnStart, columnEnd } = block
  // On later pages, centred lines are mostly labels of diagrams, broken to fit into boxes.
  const isByWidth = block.page === 1 && areCentredOrFlushRight(lines, leftwards)
  const extentOf = ({ x0, x1 }: StyledLine) => {
    if (isByWidth) return x1 - x0
    return leftwards ? columnEnd - x0 : x1 - columnStart
  }
  const column = columnEnd - columnStart
  const widest = lines.reduce((most, line) => Math.max(most, extentOf(line)), 0)
  return widest > column + (lines[0]?.size ?? 0) ? undefined : { extentOf, column, widest }
}

/** Returns true for lines with one middle, or with one end and starts of their own. Justified lines share starts, too. */
function areCentredOrFlushRight(lines: readonly StyledLine[], leftwards: boolean): boolean {
  const near = settings.slackEms * (lines[0]?.size ?? 0)
  const areEqual = (places: readonly number[]) => {
    const sorted = places.toSorted((a, b) => a - b)
    return (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) <= near
  }
  const starts = lines.map(({ x0, x1 }) => (leftwards ? -x1 : x0)).sort((a, b) => a - b)
  if (areEqual(lines.map(({ x0, x1 }) => (x0 + x1) / 2))) return !areEqual(starts)
  const steps = starts.slice(1).map((start, at) => start - (starts[at] as number))
  const ends = lines.map(({ x0, x1 }) => (leftwards ? x0 : x1))
  return areEqual(ends) && steps.every((step) => step > near)
}
