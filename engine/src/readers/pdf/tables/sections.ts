/** Widens the headings of groups of rows over all columns. */
import type { Grid } from './grid.ts'
import type { GridCell } from './rectangles.ts'

/**
 * Widens the only text of a row over the whole table if it is wider than the first column: no cell of that column is as
 * wide, so it is a heading of the rows below. A text that fits into the first column may be a row without figures.
 */
export function widenSections(grid: Grid): Grid {
  if (grid.columnCount < 3) return grid
  const wide = new Set<GridCell>()
  for (const row of Map.groupBy(grid.cells, ({ row0 }) => row0).values()) {
    const filled = row.filter(({ segments }) => segments.length > 0)
    const [only] = filled
    if (!only || filled.length > 1 || row.some(({ row0, row1 }) => row1 - row0 > 1)) continue
    const span = only.column1 - only.column0
    if (only.column0 === 0 && span > 1 && span < grid.columnCount) wide.add(only)
  }
  for (const { row0, row1 } of grid.cells) {
    for (const cell of row1 - row0 > 1 ? wide : []) {
      if (row0 <= cell.row0 && row1 > cell.row0) wide.delete(cell)
    }
  }
  if (wide.size === 0) return grid
  const kept = new Set([...wide].map(({ row0 }) => row0))
  return {
    ...grid,
    cells: grid.cells
      .filter((cell) => wide.has(cell) || !kept.has(cell.row0))
      .map((cell) => (wide.has(cell) ? { ...cell, column1: grid.columnCount } : cell)),
  }
}

/** Returns true for the heading of a group of rows: the only cell of its row, over all columns, with a row below. */
export function isSection({ columnCount, rowCount }: Grid, cell: GridCell): boolean {
  return (
    columnCount > 1 &&
    cell.column0 === 0 &&
    cell.column1 === columnCount &&
    cell.row1 - cell.row0 === 1 &&
    cell.row1 < rowCount &&
    cell.segments.length > 0
  )
}
