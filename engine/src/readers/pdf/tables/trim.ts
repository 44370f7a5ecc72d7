/** A grid → the same without its title at the top and its notes at the bottom, when they are rows of their own. */
import type { Grid, GridCell } from './grid.ts'
import { isProse, opensCaption } from './prose.ts'
import type { Segment } from './segments.ts'

/** Drops rows of one cell over all columns: captions at the top, lines of running text at the bottom. */
export function trimGrid(grid: Grid): Grid {
  if (grid.columnCount < 2) return grid
  let first = 0
  while (first < grid.rowCount - 2 && isCaption(onlyCell(grid, first))) first++
  let end = grid.rowCount
  while (end > first + 2 && isNote(onlyCell(grid, end - 1))) end--
  if (first === 0 && end === grid.rowCount) return grid
  const cells = grid.cells
    .filter(({ row0 }) => row0 >= first && row0 < end)
    .map((cell) => ({ ...cell, row0: cell.row0 - first, row1: Math.min(cell.row1, end) - first }))
  return {
    ...grid,
    box: boxOf(grid, cells),
    cells,
    rowCount: end - first,
    ruledHeaderRows: Math.max(0, grid.ruledHeaderRows - first),
  }
}

/** The cell of a row that has no other, and that goes over all columns. */
function onlyCell({ cells, columnCount }: Grid, row: number): GridCell | undefined {
  const [only, ...more] = cells.filter(({ row0, row1 }) => row0 <= row && row1 > row)
  if (!only || more.length > 0 || only.row1 - only.row0 > 1) return undefined
  return only.column0 === 0 && only.column1 === columnCount ? only : undefined
}

function isCaption(cell: GridCell | undefined): boolean {
  return cell !== undefined && opensCaption(cell)
}

/** Lines of running text, so that the heading of a group of rows stays. */
function isNote(cell: GridCell | undefined): boolean {
  return cell !== undefined && cell.segments.length > 1 && cell.segments.some(isProse)
}

/** The box without the rows that were dropped. */
function boxOf({ box }: Grid, cells: readonly GridCell[]): Grid['box'] {
  const segments: Segment[] = cells.flatMap((cell) => [...cell.segments])
  return {
    x0: box.x0,
    x1: box.x1,
    y0: Math.max(box.y0, Math.min(...segments.map(({ y0 }) => y0)) - PADDING_POINTS),
    y1: Math.min(box.y1, Math.max(...segments.map(({ y1 }) => y1)) + PADDING_POINTS),
  }
}

/** Between the text of a cell and its border, in points. */
const PADDING_POINTS = 2
