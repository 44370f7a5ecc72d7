/** Converts merged ranges to spans: the first cell covers the range, and the values of hidden cells are dropped. */
import type { Warnings } from '../../errors.ts'
import type { CellRange } from '../../model/index.ts'
import type { Sheet, SheetCell, SheetRow } from './sheet.ts'

/** A cell, with the merged range that begins in it. */
export interface SpanningCell extends SheetCell {
  readonly range?: CellRange
}

export interface SpanningRow extends SheetRow {
  readonly cells: readonly SpanningCell[]
}

/**
 * Merged ranges that reach the current row or a later one, sorted by column and without overlaps.
 *
 * Ranges that ended above stay until another takes their columns. So every search is binary, and a million merged
 * ranges cost as little as a million cells.
 */
type Active = CellRange[]

/** Returns the rows without covered cells. Of overlapping ranges the upper, then the left one wins. */
export function coverMerged(sheet: Sheet, warnings: Warnings): readonly SpanningRow[] {
  if (sheet.merges.length === 0) return sheet.rows
  const waiting = sheet.merges
    .filter(({ row0, column0, row1, column1 }) => row0 < row1 || column0 < column1)
    .sort((a, b) => a.row0 - b.row0 || a.column0 - b.column0)
  const active: Active = []
  let next = 0
  return sheet.rows.flatMap((row) => {
    for (let range = waiting[next]; range && range.row0 <= row.index; range = waiting[next]) {
      next += 1
      if (range.row1 >= row.index) activate(range, active, row.index, warnings)
    }
    const cells = row.cells.flatMap((cell) => coverCell(cell, row.index, active))
    return cells.length > 0 ? [{ index: row.index, cells }] : []
  })
}

function coverCell(cell: SheetCell, row: number, active: Active): SpanningCell[] {
  const range = active[findLast(active, cell.column)]
  if (!range || range.column1 < cell.column || range.row1 < row) return [cell]
  return range.row0 === row && range.column0 === cell.column ? [{ ...cell, range }] : []
}

function activate(range: CellRange, active: Active, row: number, warnings: Warnings): void {
  const before = findLast(active, range.column0)
  const start = (active[before]?.column1 ?? -1) >= range.column0 ? before : before + 1
  let end = start
  while (isOver(active[end], range) && !reaches(active[end], row)) end += 1
  const isFree = !isOver(active[end], range)
  active.splice(start, end - start, ...(isFree ? [range] : []))
  if (!isFree) {
    warnings.add('overlapping_merge', 'Overlapping merged ranges were left unmerged.')
  }
}

/**
 * Returns true if an active range covers columns of the new one; the caller excludes ranges that end to the left of it.
 */
function isOver(other: CellRange | undefined, range: CellRange): boolean {
  return other !== undefined && other.column0 <= range.column1
}

function reaches(other: CellRange | undefined, row: number): boolean {
  return other !== undefined && other.row1 >= row
}

/** Returns the index of the last range that begins at or before a column; -1 if all ranges begin after it. */
function findLast(active: Active, column: number): number {
  let low = 0
  let high = active.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((active[middle]?.column0 ?? 0) <= column) low = middle + 1
    else high = middle
  }
  return low - 1
}
