/** Segments of a region's lines → its columns, by what overlaps from line to line. */
import type { Segment, TextLine } from './segments.ts'

export interface Span {
  readonly x0: number
  readonly x1: number
}

interface OpenColumn {
  x0: number
  x1: number
  readonly lines: Set<number>
}

/** Segments that overlap by less than this many points just touch (kerning, italics, boxes of glyphs). */
const TOUCH_POINTS = 0.8
/** Two columns of which so many lines have text in both, compared with lines that bridge them, are two. */
const SPLIT_VOTES = 1
/** A column that fewer lines than this share have is the header or a stray part of its neighbour, if that is free there. */
const RARE_SHARE = 0.25

/**
 * Finds the columns of a region.
 *
 * The narrow segments make columns first; a wide one that reaches over several is a spanning header when most lines keep
 * the columns apart, else the columns are one.
 */
export function findColumnSpans(lines: readonly TextLine[]): Span[] {
  const items = lines.flatMap((line, index) => line.segments.map((segment) => ({ segment, index })))
  // What stands alone on its line may be a head over columns: those show it, not it them.
  const isAlone = ({ index }: { index: number }) => Number(lines[index]?.segments.length === 1)
  const width = ({ segment }: { segment: Segment }) => segment.x1 - segment.x0
  items.sort((a, b) => isAlone(a) - isAlone(b) || width(a) - width(b))
  const columns: OpenColumn[] = []
  const bridges: { readonly segment: Segment; readonly index: number }[] = []
  for (const item of items) {
    let hits = 0
    let hit: OpenColumn | undefined
    for (const column of columns) {
      if (overlap(column, item.segment) <= TOUCH_POINTS) continue
      hit = column
      hits++
    }
    if (hits > 1) bridges.push(item)
    else if (hit) extend(hit, item.segment, item.index)
    else columns.push({ ...spanOf(item.segment), lines: new Set([item.index]) })
  }
  columns.sort((a, b) => a.x0 - b.x0)
  const merged = mergeRare(mergeBridged(columns, bridges, lines), lines)
  for (const { segment, index } of bridges) {
    const hit = merged.filter((column) => overlap(column, segment) > TOUCH_POINTS)
    const [only] = hit
    if (only && hit.length === 1) extend(only, segment, index)
  }
  return merged.map(spanOf)
}

function overlap(a: Span, b: Span): number {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
}

function spanOf({ x0, x1 }: Span): Span {
  return { x0, x1 }
}

function extend(column: OpenColumn, { x0, x1 }: Span, index: number): void {
  column.x0 = Math.min(column.x0, x0)
  column.x1 = Math.max(column.x1, x1)
  column.lines.add(index)
}

/** Joins neighbours that more lines bridge than keep apart. */
function mergeBridged(
  columns: readonly OpenColumn[],
  bridges: readonly { readonly segment: Segment; readonly index: number }[],
  lines: readonly TextLine[],
): OpenColumn[] {
  const merged: OpenColumn[] = []
  for (const column of columns) {
    const before = merged.at(-1)
    if (!before) {
      merged.push({ ...column, lines: new Set(column.lines) })
      continue
    }
    const across = bridges.filter(
      ({ segment, index }) =>
        overlap(segment, before) > TOUCH_POINTS &&
        overlap(segment, column) > TOUCH_POINTS &&
        !isBesideOther(lines[index], segment, before, column),
    )
    const apart = lines.filter(({ segments }) => standApart(segments, before, column)).length
    if (across.length > apart * SPLIT_VOTES) {
      extend(before, column, -1)
      for (const line of column.lines) before.lines.add(line)
      for (const { index } of across) before.lines.add(index)
      before.lines.delete(-1)
    } else merged.push({ ...column, lines: new Set(column.lines) })
  }
  return merged
}

/** Whether a line has a segment more in one of two columns than the one that reaches over both: it just is long. */
function isBesideOther(
  line: TextLine | undefined,
  segment: Segment,
  left: Span,
  right: Span,
): boolean {
  return (
    line?.segments.some(
      (other) => other !== segment && (overlap(other, left) > 0 || overlap(other, right) > 0),
    ) ?? false
  )
}

/** Whether one segment is the left column's and another the right one's. */
function standApart(segments: readonly Segment[], left: Span, right: Span): boolean {
  const isIn = (segment: Segment, column: Span, other: Span) =>
    overlap(segment, column) > 0 && overlap(segment, column) > overlap(segment, other)
  return (
    segments.some((segment) => isIn(segment, left, right)) &&
    segments.some((segment) => isIn(segment, right, left))
  )
}

/** Joins a column that few lines have to the neighbour that has no text in those. */
function mergeRare(columns: readonly OpenColumn[], lines: readonly TextLine[]): OpenColumn[] {
  const kept = [...columns]
  for (;;) {
    const found = findRare(kept, lines)
    if (!found) return kept
    const [into, rare] = found
    extend(into, rare, -1)
    into.lines.delete(-1)
    for (const line of rare.lines) into.lines.add(line)
    kept.splice(kept.indexOf(rare), 1)
  }
}

/** A neighbour further away than this many points is another column. */
const MAX_RARE_GAP_POINTS = 40

/** One head of so many rows, at least, shows that it is torn. */
const MIN_LINES = 4
/** The words of one head are at most this many ems apart. */
const MAX_HEAD_GAP_EMS = 0.7

/** Whether a column is nothing but the last words of a head that was cut at a wide blank. */
function isRestOf(
  { lines: own, x0 }: OpenColumn,
  before: OpenColumn,
  lines: readonly TextLine[],
): boolean {
  const [only, ...more] = own
  if (only === undefined || more.length > 0 || !before.lines.has(only)) return false
  const segments = lines[only]?.segments ?? []
  const at = segments.findIndex((segment) => segment.x0 === x0)
  const [head, rest] = [segments[at - 1], segments[at]]
  return (
    head !== undefined && rest !== undefined && rest.x0 - head.x1 < MAX_HEAD_GAP_EMS * rest.size
  )
}

function findRare(
  columns: readonly OpenColumn[],
  lines: readonly TextLine[],
): [OpenColumn, OpenColumn] | undefined {
  for (const [index, rare] of columns.entries()) {
    if (rare.lines.size > Math.max(1, RARE_SHARE * lines.length)) continue
    const rest = columns[index - 1]
    if (rest && lines.length >= MIN_LINES && isRestOf(rare, rest, lines)) return [rest, rare]
    const free = [columns[index - 1], columns[index + 1]]
      .filter((other) => other !== undefined)
      .filter((other) => [...rare.lines].every((line) => !other.lines.has(line)))
      .sort((a, b) => overlap(b, rare) - overlap(a, rare))
    const [near] = free
    if (near && -overlap(near, rare) < MAX_RARE_GAP_POINTS) return [near, rare]
  }
  return undefined
}
