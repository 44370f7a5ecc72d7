/** Converts tables to table items: distinct cells row by row, the grid with spans repeated, rich cells as groups. */
import { refuse } from '../../limits.ts'
import {
  type Block,
  type Cell,
  type Leaf,
  leavesOf,
  plainText,
  type Table,
} from '../../model/index.ts'
import { addGroup, addTable, refTo, setExtra, useRichCells } from './assembly.ts'
import type { ParentContext } from './parent-context.ts'
import { toPageBBox, toProv } from './provenance.ts'
import type { Node, Ref, TableCell, TableItem } from './schema.ts'

/** Writes the blocks of a cell; passed in by blocks.ts, because cells hold blocks and blocks hold tables. */
type WriteBlocks = (blocks: readonly Block[], parent: Node) => void

/**
 * The largest table, in grid positions, whose grid and default values are written; each position takes about 500 bytes,
 * and a sheet of a million cells would exceed the longest string. Loaders derive the grid of larger tables from the
 * cells.
 */
const MAX_GRID_POSITIONS = 100_000

export function addTableItem(
  table: Table,
  context: ParentContext,
  writeBlocks: WriteBlocks,
): TableItem {
  const { rows, columnCount } = table
  const positions = rows.length * columnCount
  if (positions > context.limits.tableCells) refuse('one of its tables has too many cells')
  const cells: TableCell[] = []
  const isLarge = positions > MAX_GRID_POSITIONS
  const data = { table_cells: cells, num_rows: rows.length, num_cols: columnCount }
  const item = addTable(context.assembly, context.parent, context.layer, {
    label: 'table',
    prov: toProv(table.provenance, 0, context.pages),
    captions: [],
    references: [],
    footnotes: [],
    annotations: [],
    data: isLarge ? data : withGrid(data, cells),
  })
  if (item.prov.length > 1) setExtra(context.assembly, item, { first_rows: firstRows(table) })
  const toCell = isLarge ? toSmallCell : toFullCell
  for (const [index, row] of rows.entries()) {
    for (const cell of row.cells) {
      const content = isPlainCell(cell)
        ? { text: plainCellText(cell) }
        : addRichCell(cell, index, item, context, writeBlocks)
      const bbox = bboxOf(cell, table, context)
      cells.push({ ...toCell(cell, index), ...content, ...(bbox && { bbox }) })
    }
  }
  return item
}

function bboxOf({ bbox, page }: Cell, table: Table, { pages }: ParentContext): TableCell['bbox'] {
  const [first] = table.provenance ?? []
  if (!bbox || first?.type !== 'page') return undefined
  return toPageBBox(bbox, page ?? first.page, pages)
}

/** Returns the first row on each page of the table, because boxes of cells do not name their page. */
function firstRows({ provenance = [], rows }: Table): number[] {
  return provenance.map((context, index) => {
    if (index === 0 || context.type !== 'page') return 0
    return Math.max(
      0,
      rows.findIndex(({ cells }) => cells.some((cell) => cell.page === context.page)),
    )
  })
}

type Position = Omit<TableCell, 'text' | 'ref' | 'bbox'>

function toSmallCell({ column, columnSpan = 1, rowSpan = 1, header }: Cell, row: number): Position {
  return {
    ...(rowSpan > 1 && { row_span: rowSpan }),
    ...(columnSpan > 1 && { col_span: columnSpan }),
    start_row_offset_idx: row,
    end_row_offset_idx: row + rowSpan,
    start_col_offset_idx: column,
    end_col_offset_idx: column + columnSpan,
    ...(header === 'column' && { column_header: true }),
    ...(header === 'row' && { row_header: true }),
    ...(header === 'section' && { row_section: true }),
  }
}

function toFullCell(cell: Cell, row: number): Position {
  return { ...defaults, ...toSmallCell(cell, row) }
}

const defaults = {
  row_span: 1,
  col_span: 1,
  column_header: false,
  row_header: false,
  row_section: false,
} as const

/** Line breaks, and characters that would print differently in the text of a cell. */
const lineEnds = /[\n\r\v\f\u0085\u2028\u2029]/

/** Returns true for a cell of at most one paragraph of unformatted text and line breaks. */
function isPlainCell({ content }: Cell): boolean {
  if (typeof content === 'string') return true
  const [first, ...rest] = content
  if (!first) return true
  if (rest.length > 0 || first.type !== 'paragraph') return false
  if (first.role !== undefined || first.checked !== undefined) return false
  return first.inlines.every(
    (inline) =>
      inline.type === 'lineBreak' ||
      (inline.type === 'text' && Object.keys(inline).length === 2 && !lineEnds.test(inline.text)),
  )
}

function plainCellText({ content }: Cell): string {
  if (typeof content === 'string') return content
  const [first] = content
  return first?.type === 'paragraph' ? plainText(first.inlines) : ''
}

/** Adds the content as a group, and its unformatted text with blocks on separate lines. */
function addRichCell(
  cell: Cell,
  row: number,
  table: TableItem,
  { assembly, layer, limits }: ParentContext,
  writeBlocks: WriteBlocks,
): { readonly text: string; readonly ref: Ref } {
  useRichCells(assembly)
  const index = table.self_ref.slice(table.self_ref.lastIndexOf('/') + 1)
  const name = `rich_cell_group_${index}_${cell.column}_${row}`
  const group = addGroup(assembly, table, layer, 'unspecified', name)
  const content = typeof cell.content === 'string' ? [] : cell.content
  const text = Array.from(leavesOf(content), leafText).join('\n')
  // Nested tables repeat their text at each depth, so the total is limited.
  assembly.repeatedCharacters += text.length
  if (assembly.repeatedCharacters > limits.outputCharacters) refuse('its text would be too long')
  writeBlocks(content, group)
  return { text, ref: refTo(group) }
}

function leafText(leaf: Leaf): string {
  if ('inlines' in leaf) return plainText(leaf.inlines)
  return leaf.type === 'formulaBlock' ? leaf.latex : leaf.text
}

/** Adds the cell at every grid position: a spanning cell at each position it covers, empty cells in gaps. */
function withGrid(data: TableItem['data'], cells: readonly TableCell[]): TableItem['data'] {
  return {
    ...data,
    // A getter, because the grid repeats spanning cells and the cells are still incomplete.
    get grid() {
      return toGrid(cells, data.num_rows, data.num_cols)
    },
  }
}

function toGrid(cells: readonly TableCell[], rows: number, columns: number): TableCell[][] {
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => emptyCell(row, column)),
  )
  for (const cell of cells) {
    for (let row = cell.start_row_offset_idx; row < cell.end_row_offset_idx; row += 1) {
      grid[row]?.fill(cell, cell.start_col_offset_idx, cell.end_col_offset_idx)
    }
  }
  return grid
}

function emptyCell(row: number, column: number): TableCell {
  return { ...toFullCell({ column, content: '' }, row), text: '' }
}
