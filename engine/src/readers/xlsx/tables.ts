/** Converts the cells of a sheet to tables, from the first used cell to the last, with empty rows and columns between. */
import type { Warnings } from '../../errors.ts'
import type { Limits } from '../../limits.ts'
import {
  type Block,
  type Cell,
  type CellRange,
  type Row,
  type Table,
  textWithBreaks,
} from '../../model/index.ts'
import { type Axis, compactAxis, fullAxis } from './axes.ts'
import { type FindLink, toContent } from './contents.ts'
import type { SpanningCell, SpanningRow } from './merges.ts'
import type { Region } from './regions.ts'

/** Properties of the sheet that its tables need. */
export interface TableContext {
  /** Position of the sheet, from 1. */
  readonly sheet: number
  readonly findLink: FindLink
  readonly limits: Limits
  readonly warnings: Warnings
}

/**
 * Builds the table of a region.
 *
 * The first row is the header; if it is a title merged over all columns, the column headings below it belong to the
 * header, too. Spans are clipped to the table: a title merged beyond it adds no empty columns.
 *
 * @returns `undefined` if the region displays nothing.
 */
function findTable(rows: readonly SpanningRow[], context: TableContext): Table | undefined {
  const range = findUsedRange(rows)
  if (!range) return undefined
  const grid = layOut(rows, range, context)
  return {
    type: 'table',
    columnCount: grid.columns.length,
    rows: fillRows(rows, grid, context),
    provenance: [{ type: 'sheet', sheet: context.sheet, range }],
  }
}

/** Converts regions to tables; beside several tables, a single cell becomes a paragraph (a title, a remark). */
export function toBlocks(regions: readonly Region[], context: TableContext): Block[] {
  return regions.flatMap((region): readonly Block[] => {
    const table = findTable(region, context)
    if (!table) return []
    return (regions.length > 1 && toLine(region, table, context)) || [table]
  })
}

function toLine(
  [row, ...otherRows]: Region,
  { provenance = [] }: Table,
  { findLink }: TableContext,
): readonly Block[] | undefined {
  const [cell, ...otherCells] = row?.cells ?? []
  if (!row || !cell || otherRows.length > 0 || otherCells.length > 0) return undefined
  const content = toContent(cell.content, findLink(row.index, cell.column))
  const blocks: readonly Block[] =
    typeof content === 'string'
      ? [{ type: 'paragraph', inlines: textWithBreaks(content) }]
      : content
  return blocks.map((block) => ({ ...block, provenance }))
}

function findUsedRange(rows: readonly SpanningRow[]): CellRange | undefined {
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) return undefined
  let column0 = Number.POSITIVE_INFINITY
  let column1 = 0
  for (const { cells } of rows) {
    column0 = Math.min(column0, cells[0]?.column ?? column0)
    column1 = Math.max(column1, cells.at(-1)?.column ?? column1)
  }
  return { row0: first.index, column0, row1: last.index, column1 }
}

interface Grid {
  readonly rows: Axis
  readonly columns: Axis
  /** The number of header rows at the top. */
  readonly headerRows: number
}

/** The most title rows above the column headings. */
const MAX_TITLE_ROWS = 3

/** Returns the titles merged over all columns and the row of headings below them; otherwise the first row. */
function headerRowsOf(rows: readonly SpanningRow[], { row0, column0, column1 }: CellRange): number {
  const isTitle = ({ cells: [only, ...others], index }: SpanningRow, at: number): boolean =>
    index === row0 + at &&
    others.length === 0 &&
    only?.range !== undefined &&
    only.range.row1 === index &&
    only.range.column0 === column0 &&
    only.range.column1 >= column1
  let titles = 0
  for (let row = rows[0]; row && isTitle(row, titles); row = rows[titles]) titles++
  const heads = rows[titles]
  const isHeader = titles > 0 && titles <= MAX_TITLE_ROWS && rows.length > titles + 1
  return isHeader && heads?.index === row0 + titles ? titles + 1 : 1
}

/**
 * A table with more cells, fewer than `SPARSE_SHARE` of them with text, consists of a few distant cells: a stray value in
 * the last row of a sheet would print a million empty rows. Smaller tables keep the file's layout, as users expect; real
 * sheets have gaps of up to a hundred rows.
 */
const SPARSE_CELLS = 200_000
const SPARSE_SHARE = 0.01

function layOut(rows: readonly SpanningRow[], range: CellRange, context: TableContext): Grid {
  const headerRows = headerRowsOf(rows, range)
  const grid: Grid = {
    headerRows,
    rows: fullAxis(range.row0, range.row1),
    columns: fullAxis(range.column0, range.column1),
  }
  const size = grid.rows.length * grid.columns.length
  const used = rows.reduce((sum, { cells }) => sum + cells.length, 0)
  const isSparse = size > SPARSE_CELLS && used < size * SPARSE_SHARE
  if (!isSparse && size <= context.limits.tableCells) return grid
  context.warnings.add(
    'empty_cells_left_out',
    'Empty rows and columns between distant cells were left out.',
  )
  return {
    headerRows,
    rows: compactAxis(new Set(rows.map(({ index }) => index))),
    columns: compactAxis(usedColumns(rows)),
  }
}

function usedColumns(rows: readonly SpanningRow[]): Set<number> {
  const columns = new Set<number>()
  for (const { cells } of rows) for (const { column } of cells) columns.add(column)
  return columns
}

/** Shared, because a sheet may have a million empty rows. */
const emptyRow: Row = { cells: [] }

function fillRows(rows: readonly SpanningRow[], grid: Grid, context: TableContext): Row[] {
  const filled = new Array<Row>(grid.rows.length).fill(emptyRow)
  for (const row of rows) {
    const position = grid.rows.positionOf(row.index)
    filled[position] = {
      cells: row.cells.map((cell) => toCell(cell, row.index, position, grid, context)),
    }
  }
  return filled
}

function toCell(
  cell: SpanningCell,
  row: number,
  position: number,
  grid: Grid,
  context: TableContext,
): Cell {
  const column = grid.columns.positionOf(cell.column)
  const target = context.findLink(row, cell.column)
  // Most cells of a large sheet are plain; reusing their records avoids a million copies.
  const isPlain = isText(cell) && target === undefined && !cell.range && position >= grid.headerRows
  if (isPlain && cell.column === column) return cell
  return {
    column,
    content: toContent(cell.content, target),
    ...(position < grid.headerRows && { header: 'column' }),
    ...(cell.range && toSpans(cell.range, position, column, grid)),
  }
}

function isText(cell: SpanningCell): cell is SpanningCell & { readonly content: string } {
  return typeof cell.content === 'string'
}

function toSpans(
  range: CellRange,
  position: number,
  column: number,
  grid: Grid,
): Pick<Cell, 'columnSpan' | 'rowSpan'> {
  const columnSpan = grid.columns.positionOf(range.column1) - column + 1
  const rowSpan = grid.rows.positionOf(range.row1) - position + 1
  return { ...(columnSpan > 1 && { columnSpan }), ...(rowSpan > 1 && { rowSpan }) }
}
