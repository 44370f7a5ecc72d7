/** Finds the columns of a region by the overlap of segments from line to line. */
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

/** Segments that overlap by less than this many points only touch (kerning, italics, boxes of glyphs). */
const TOUCH_POINTS = 0.8
/** Least ratio of the lines with text in both of two columns to the lines that bridge them; below it the two are one. */
const SPLIT_VOTES = 1
/** A column in less than this share of the lines is part of its neighbour, if that one has no text in those lines. */
const RARE_SHARE = 0.25

/**
 * Finds the columns of a region.
 *
 * Narrow segments make columns first. A wide one over several columns is a spanning header if most lines keep the columns
 * apart; otherwise the columns are one.
 */
export function findColumnSpans(lines: readonly TextLine[]): Span[] {
  const items = lines.flatMap((line, index) => line.segments.map((segment) => ({ segment, index })))
  // A segment alone on its line may be a head over several columns, so it comes after those that show the columns.
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

/** Joins neighbouring columns that more lines bridge than keep apart. */
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

/** Returns true if a bridging segment shares its line with another one in the two columns: it is a long cell, not a bridge. */
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

/** Returns true if one segment is in the left column and another in the right one. */
function standApart(segments: readonly Segment[], left: Span, right: Span): boolean {
  const isIn = (segment: Segment, column: Span, other: Span) =>
    overlap(segment, column) > 0 && overlap(segment, column) > overlap(segment, other)
  return (
    segments.some((segment) => isIn(segment, left, right)) &&
    segments.some((segment) => isIn(segment, right, left))
  )
}

/** Joins a column in few lines to the neighbour without text in those lines. */
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

/** Least lines of a region in which a column of one head is taken for a split head. */
const MIN_LINES = 4
/** The words of one head are at most this many ems apart. */
const MAX_HEAD_GAP_EMS = 0.7

/** Returns true if a column has only the last words of a head that was split at a wide blank. */
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
