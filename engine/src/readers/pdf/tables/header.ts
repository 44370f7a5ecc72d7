/** A grid → how many of its rows head the columns. */
import { type Grid, wordsOf } from './grid.ts'
import { isFigure } from './rejections.ts'

/** A header has no more rows than this. */
const MAX_HEADER_ROWS = 5

export function headerRowsOf(grid: Grid): number {
  const first = firstFigureRow(grid)
  const ruled = grid.ruledHeaderRows
  if (ruled > 0 && ruled <= MAX_HEADER_ROWS && ruled < grid.rowCount) {
    return first > 0 && first < ruled ? first : ruled
  }
  if (first > 0 && first <= MAX_HEADER_ROWS) return Math.min(first, spannedRows(grid))
  return Math.min(1, grid.rowCount - 1)
}

/** The first row with a figure that is no year. */
function firstFigureRow(grid: Grid): number {
  for (const cell of grid.cells) {
    if (cell.column0 === 0 || cell.segments.length === 0) continue
    const text = wordsOf(cell)
      .map((word) => word.text)
      .join(' ')
    if (isFigure(cell) && !/^(?:19|20)\d\d\*?$/.test(text)) return cell.row0
  }
  return -1
}

/** Rows of the header told by spans: one more than those with a cell over several columns. */
function spannedRows(grid: Grid): number {
  let rows = 1
  for (const { row0, column0, column1, segments } of grid.cells) {
    const isGroup = column1 - column0 > 1 && column1 - column0 < grid.columnCount
    if (isGroup && segments.length > 0 && row0 === rows - 1) rows = row0 + 2
  }
  return rows
}
