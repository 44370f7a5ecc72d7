/** Finds the columns of a region by the overlap of segments from line to line. */
import type { Segment, TextLine } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

export interface Span {
  readonly x0: number
  readonly x1: number
}

/** A segment with the index of its line. */
interface Item {
  readonly segment: Segment
  readonly index: number
  readonly isAlone: boolean
}

interface OpenColumn {
  x0: number
  x1: number
  readonly lines: Set<number>
}

/**
 * Finds the columns of a region.
 *
 * Narrow segments make columns first. A wide one over several columns is a spanning header if most lines keep the columns
 * apart; otherwise the columns are one.
 */
export function findColumnSpans(lines: readonly TextLine[]): Span[] {
  const columns: OpenColumn[] = []
  const bridges: Item[] = []
  for (const item of itemsOf(lines)) {
    let hits = 0
    let hit: OpenColumn | undefined
    for (const column of columns) {
      if (!isIn(item.segment, column)) continue
      hit = column
      hits++
    }
    if (hits > 1) bridges.push(item)
    else if (hit) extend(hit, item.segment, [item.index])
    else columns.push({ ...spanOf(item.segment), lines: new Set([item.index]) })
  }
  columns.sort((a, b) => a.x0 - b.x0)
  const merged = mergeRare(mergeBridged(columns, bridges, lines), lines)
  for (const { segment, index } of bridges) {
    const [hit, ...others] = merged.filter((column) => isIn(segment, column))
    if (hit && others.length === 0) extend(hit, segment, [index])
  }
  return merged.map(spanOf)
}

/** Returns the segments, the narrowest first; a segment alone on its line, which may be a head of several columns, last. */
function itemsOf(lines: readonly TextLine[]): Item[] {
  const items: Item[] = []
  for (const [index, { segments }] of lines.entries()) {
    for (const segment of segments) items.push({ segment, index, isAlone: segments.length === 1 })
  }
  return items.sort(byWidth)
}

function byWidth(a: Item, b: Item): number {
  if (a.isAlone !== b.isAlone) return a.isAlone ? 1 : -1
  return a.segment.x1 - a.segment.x0 - (b.segment.x1 - b.segment.x0)
}

function overlap(a: Span, b: Span): number {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
}

/** Returns true if a text is in a column, perhaps among others. */
function isIn(text: Span, column: Span): boolean {
  return overlap(text, column) > settings.touchPoints
}

function spanOf({ x0, x1 }: Span): Span {
  return { x0, x1 }
}

/** Widens a column over a text or another column in some lines. */
function extend(column: OpenColumn, { x0, x1 }: Span, lines: Iterable<number>): void {
  column.x0 = Math.min(column.x0, x0)
  column.x1 = Math.max(column.x1, x1)
  for (const line of lines) column.lines.add(line)
}

/** Joins neighbouring columns that more lines bridge than keep apart. */
function mergeBridged(
  columns: readonly OpenColumn[],
  bridges: readonly Item[],
  lines: readonly TextLine[],
): OpenColumn[] {
  const merged: OpenColumn[] = []
  for (const column of columns) {
    const before = merged.at(-1)
    const across = before
      ? bridges.filter(({ segment }) => isIn(segment, before) && isIn(segment, column))
      : []
    const apart = ({ segments }: TextLine) => before && areApart(segments, before, column)
    if (before && across.length > 0 && across.length > lines.filter(apart).length) {
      extend(before, column, [...column.lines, ...across.map(({ index }) => index)])
    } else merged.push(column)
  }
  return merged
}

/** Returns true if one segment is in the left column and another in the right one. */
function areApart(segments: readonly Segment[], left: Span, right: Span): boolean {
  const isOf = (segment: Segment, column: Span, other: Span) =>
    overlap(segment, column) > Math.max(0, overlap(segment, other))
  return (
    segments.some((segment) => isOf(segment, left, right)) &&
    segments.some((segment) => isOf(segment, right, left))
  )
}

/** Joins a column in few lines to the neighbour without text in those lines. */
function mergeRare(columns: readonly OpenColumn[], lines: readonly TextLine[]): OpenColumn[] {
  const kept = [...columns]
  for (;;) {
    const found = findRare(kept, lines)
    if (!found) return kept
    const [into, rare] = found
    extend(into, rare, rare.lines)
    kept.splice(kept.indexOf(rare), 1)
  }
}

/** Finds a column that is in few lines, and the neighbour that it is part of. */
function findRare(
  columns: readonly OpenColumn[],
  lines: readonly TextLine[],
): [OpenColumn, OpenColumn] | undefined {
  for (const [index, rare] of columns.entries()) {
    if (rare.lines.size > Math.max(1, settings.rare * lines.length)) continue
    const free = [columns[index - 1], columns[index + 1]]
      .filter((other) => other !== undefined)
      .filter((other) => [...rare.lines].every((line) => !other.lines.has(line)))
      .sort((a, b) => overlap(b, rare) - overlap(a, rare))
    const [near] = free
    if (near && -overlap(near, rare) < settings.reachPoints) return [near, rare]
  }
  return undefined
}
