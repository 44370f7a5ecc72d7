/** Splits the cells of a sheet into tables at empty rows and columns. */
import type { CellRange } from '../../model/index.ts'
import type { SpanningCell, SpanningRow } from './merges.ts'
import { plainTextOf } from './rich-text.ts'

/** The used cells of one table, rows from top to bottom. */
export type Region = readonly SpanningRow[]

/** The most regions; a sheet with more has scattered cells rather than tables, and stays whole. */
const MAX_REGIONS = 200
/** The most nested cuts; real sheets need three. */
const MAX_DEPTH = 8

/** The least number of rows and columns of a table. */
const MIN_SIDE = 2

/**
 * Cuts along empty rows, then along empty columns of each region, recursively.
 *
 * A single empty row or column does not cut if the same table continues after it: groups of rows under one header, columns
 * of figures. A sheet that holds a single table stays whole, with its title and remarks.
 */
export function splitRegions(rows: Region): readonly Region[] {
  const regions = split(rows, 0)
  const tables = regions.filter(isTable).length
  return tables < 2 || regions.length > MAX_REGIONS ? [rows] : regions
}

function isTable(region: Region): boolean {
  const { row0, row1, column0, column1 } = rangeOf(region)
  return row1 - row0 + 1 >= MIN_SIDE && column1 - column0 + 1 >= MIN_SIDE
}

function split(rows: Region, depth: number): Region[] {
  if (depth === MAX_DEPTH || rows.length === 0) return [rows]
  const bands = cutByRows(rows)
  if (bands.length > 1) return bands.flatMap((band) => split(band, depth + 1))
  const strips = cutByColumns(rows)
  return strips.length > 1 ? strips.flatMap((strip) => split(strip, depth + 1)) : [rows]
}

/** Returns the range from the first to the last used cell, spans included. */
function rangeOf(rows: Region): CellRange {
  const range = {
    row0: rows[0]?.index ?? 0,
    column0: Number.POSITIVE_INFINITY,
    row1: 0,
    column1: 0,
  }
  for (const { index, cells } of rows) {
    for (const cell of cells) {
      range.column0 = Math.min(range.column0, cell.column)
      range.column1 = Math.max(range.column1, cell.range?.column1 ?? cell.column)
      range.row1 = Math.max(range.row1, cell.range?.row1 ?? index)
    }
  }
  return range
}

function cutByRows(rows: Region): Region[] {
  const bands: SpanningRow[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    const band = row.index > end + 1 ? undefined : bands.at(-1)
    if (band) band.push(row)
    else bands.push([row])
    for (const { range } of row.cells) end = Math.max(end, range?.row1 ?? row.index)
  }
  return joinNeighbours(bands, continuesBelow)
}

function cutByColumns(rows: Region): Region[] {
  const starts = stripStarts(rows)
  if (starts.length < 2) return [rows]
  const strips = starts.map((start, index): SpanningRow[] => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY
    return rows.flatMap((row) => {
      const cells = row.cells.filter(({ column }) => column >= start && column < end)
      return cells.length > 0 ? [{ index: row.index, cells }] : []
    })
  })
  return joinNeighbours(strips, continuesBeside)
}

/** Returns the columns that follow an empty column. */
function stripStarts(rows: Region): number[] {
  const spans: (readonly [number, number])[] = []
  const singles = new Set<number>()
  for (const { cells } of rows) {
    for (const { column, range } of cells) {
      if (range) spans.push([column, range.column1])
      else singles.add(column)
    }
  }
  for (const column of singles) spans.push([column, column])
  const starts: number[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const [first, last] of spans.sort((a, b) => a[0] - b[0])) {
    if (first > end + 1) starts.push(first)
    end = Math.max(end, last)
  }
  return starts
}

/** @param goesOn Returns true if a region and the next are one table; the region includes all joined before. */
function joinNeighbours(
  parts: readonly SpanningRow[][],
  goesOn: (part: Region, next: Region) => boolean,
): Region[] {
  const joined: SpanningRow[][] = []
  for (const [index, part] of parts.entries()) {
    const [before, last] = [parts[index - 1], joined.at(-1)]
    if (before && last && goesOn(before, part)) joined[joined.length - 1] = mergeRows(last, part)
    else joined.push(part)
  }
  return joined
}

function mergeRows(a: Region, b: Region): SpanningRow[] {
  const cellsOf = new Map<number, readonly SpanningCell[]>(a.map((row) => [row.index, row.cells]))
  for (const { index, cells } of b) cellsOf.set(index, [...(cellsOf.get(index) ?? []), ...cells])
  return [...cellsOf].sort(([x], [y]) => x - y).map(([index, cells]) => ({ index, cells }))
}

/** Returns true for regions one empty row apart with the same columns, the lower one without a header. */
function continuesBelow(above: Region, below: Region): boolean {
  const [a, b] = [rangeOf(above), rangeOf(below)]
  if (b.row0 - a.row1 > 2 || a.column0 !== b.column0 || a.column1 !== b.column1) return false
  if (a.column0 === a.column1) return true
  return !startsWithHeader(below)
}

/** Returns true if the first row is text, has as many cells as any row, and figures follow below. */
function startsWithHeader([first, ...rest]: Region): boolean {
  if (!first || rest.length === 0) return false
  const isText = first.cells.every((cell) => !isFigure(cell))
  const isFull = rest.every(({ cells }) => cells.length <= first.cells.length)
  return isText && isFull && rest.some(({ cells }) => cells.some(isFigure))
}

/**
 * Returns true for regions one empty column apart that belong together: one is a column of labels, units or remarks
 * along the rows of the other, or both have the same rows and the right one holds figures rather than labels.
 */
function continuesBeside(left: Region, right: Region): boolean {
  const [a, b] = [rangeOf(left), rangeOf(right)]
  if (b.column0 - a.column1 > 2) return false
  if (a.column0 === a.column1 && isAlong(a, b)) return true
  if (b.column0 === b.column1 && isAlong(b, a)) return true
  if (!(isAlong(a, b) && isAlong(b, a))) return false
  const column = right.flatMap(({ cells }) => cells.filter((cell) => cell.column === b.column0))
  const [, ...below] = column
  return 2 * below.filter(isFigure).length >= below.length
}

/**
 * Returns true if a region's rows lie within those of another, except for one row above (a title) and one below (a
 * sum).
 */
function isAlong(part: CellRange, other: CellRange): boolean {
  return part.row0 >= other.row0 - 1 && part.row1 <= other.row1 + 1
}

const figure = /^[-+(]?[\p{Sc}\s]*\d[\d.,\s'’%)/:TE+-]*\p{Sc}?$/u

function isFigure({ content }: SpanningCell): boolean {
  return figure.test(plainTextOf(content).trim())
}
