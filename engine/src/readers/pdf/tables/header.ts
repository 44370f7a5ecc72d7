/** Counts the header rows of a grid. */
import { type Grid, wordsOf } from './grid.ts'
import type { GridCell } from './rectangles.ts'
import { isFigureCell, textOf } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

export function headerRowsOf(grid: Grid): number {
  const first = firstFigureRow(grid)
  const ruled = grid.ruledHeaderRows
  const spanned = spannedRows(grid)
  if (ruled > 0 && ruled <= settings.many && ruled < grid.rowCount) {
    // Heads may look like figures (`11/12`): below other heads, and above the rule, they are heads.
    const rows = first > 0 && first < ruled ? Math.max(first, Math.min(spanned, ruled)) : ruled
    // A form has cells over others down to its end.
    const isHeader = spanned < grid.rowCount && (first < 0 || first >= spanned)
    return isHeader ? Math.max(rows, spanned) : rows
  }
  const stubbed = rowsAboveStub(grid)
  if (stubbed > 1) return stubbed
  if (first > 0 && first <= settings.many) return Math.min(first, spanned)
  return Math.min(1, grid.rowCount - 1)
}

/** Returns the first row with a figure outside of column heads. */
function firstFigureRow(grid: Grid): number {
  for (const cell of grid.cells) {
    if (cell.column0 === 0 || cell.segments.length === 0) continue
    if (isFigure(cell) && !isYear(textOf(cell.segments))) {
      return isNumbered(grid, cell.row0) ? -1 : cell.row0
    }
  }
  return -1
}

function isFigure(cell: GridCell): boolean {
  return isFigureCell(wordsOf(cell), textOf(cell.segments))
}

function isYear(text: string): boolean {
  return /^(?:1[5-9]|20)\d\d\*?$/.test(text)
}

/** Counts header rows by spans: one more than the rows with a title over all columns, or with a head over several others. */
function spannedRows({ cells, columnCount }: Grid): number {
  const rows = Map.groupBy(
    cells.filter(({ segments }) => segments.length > 0),
    ({ row0 }) => row0,
  )
  const isSpanned = (row: number): boolean =>
    rows.get(row)?.some((head) => isOverOthers(head, rows.get(row + 1) ?? [])) ?? false
  let count = 1
  while (isSpanned(count - 1)) count++
  return columnCount > 2 ? count : 1
}

/** Returns true for a head with several cells below it, within its columns. */
function isOverOthers(head: GridCell, below: readonly GridCell[]): boolean {
  const within = below.filter(
    ({ column0, column1 }) => column0 >= head.column0 && column1 <= head.column1,
  )
  return within.length > 1
}

/**
 * Counts the rows up to the first one with text in the first column, if the table begins with rows without it. Heads
 * are on the last line of the header, and rows of the body begin with a label. Returns 0 if this shows nothing.
 */
function rowsAboveStub(grid: Grid): number {
  const stub = grid.cells.find(({ column0, segments }) => column0 === 0 && segments.length > 0)
  if (!stub || stub.row0 === 0 || stub.row0 >= settings.many) return 0
  if (stub.column1 > 1 || stub.row1 >= grid.rowCount) return 0
  const beside = grid.cells.filter(
    ({ row0, column0, segments }) => row0 === stub.row0 && column0 > 0 && segments.length > 0,
  )
  if (beside.length === 0) return 0
  const figures = beside.filter((cell) => isFigure(cell) && !isYear(textOf(cell.segments)))
  const isText = 2 * figures.length <= beside.length
  return isText ? stub.row1 : stub.row0
}

/** Returns true if the figures of a row count its columns, as heads such as "1, 2, 3 … 10 years" do. */
function isNumbered(grid: Grid, row: number): boolean {
  const numbers = grid.cells
    .filter(({ row0, column0 }) => row0 === row && column0 > 0)
    .filter(isFigure)
    .map((cell) => Number(textOf(cell.segments)))
  if (numbers.length < settings.several) return false
  return numbers.every((value, index) => index === 0 || value === (numbers[index - 1] ?? 0) + 1)
}
