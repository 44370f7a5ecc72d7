/** Tables → table items: distinct cells row by row, the grid with spans repeated, rich cells as groups. */
import {
  type Block,
  type Cell,
  cellBlocks,
  plainText,
  type Table,
  walkBlocks,
} from '../../model/index.ts'
import { type Assembly, addGroup, addTable, refTo, useRichCells } from './assembly.ts'
import { toDoclingBBox } from './provenance.ts'
import type { ContentLayer, Node, Prov, Ref, TableCell, TableItem } from './schema.ts'

/** Writes blocks below a parent; blocks.ts passes its own, as cells hold blocks and blocks hold tables. */
export type WriteBlocks = (blocks: readonly Block[], parent: Node) => void

export function addTableItem(
  assembly: Assembly,
  parent: Node,
  layer: ContentLayer,
  table: Table,
  prov: readonly Prov[],
  writeBlocks: WriteBlocks,
): TableItem {
  const cells: TableCell[] = []
  const item = addTable(assembly, parent, layer, {
    label: 'table',
    prov,
    captions: [],
    references: [],
    footnotes: [],
    annotations: [],
    data: {
      table_cells: cells,
      num_rows: table.rows.length,
      num_cols: table.columnCount,
      get grid() {
        return toGrid(cells, table.rows.length, table.columnCount)
      },
    },
  })
  table.rows.forEach((row, index) => {
    for (const cell of row.cells) {
      const rich = isPlainCell(cell)
        ? undefined
        : addRichCell(assembly, item, layer, index, cell, writeBlocks)
      cells.push(toTableCell(cell, index, rich))
    }
  })
  return item
}

function toTableCell(cell: Cell, row: number, ref: Ref | undefined): TableCell {
  const { column, columnSpan = 1, rowSpan = 1, header, bbox } = cell
  return {
    row_span: rowSpan,
    col_span: columnSpan,
    start_row_offset_idx: row,
    end_row_offset_idx: row + rowSpan,
    start_col_offset_idx: column,
    end_col_offset_idx: column + columnSpan,
    text: cellText(cell),
    column_header: header === 'column',
    row_header: header === 'row',
    row_section: header === 'section',
    ...(bbox && { bbox: toDoclingBBox(bbox) }),
    ...(ref && { ref }),
  }
}

/** A cell whose text says everything: one paragraph of unformatted text and line breaks, or none. */
function isPlainCell(cell: Cell): boolean {
  if (typeof cell.content === 'string') return true
  const [first, ...rest] = cell.content
  if (rest.length > 0) return false
  if (!first) return true
  return (
    first.type === 'paragraph' &&
    first.role === undefined &&
    first.checked === undefined &&
    first.inlines.every(
      (inline) =>
        inline.type === 'lineBreak' ||
        (inline.type === 'text' && Object.keys(inline).length === 2 && !inline.text.includes('\n')),
    )
  )
}

function addRichCell(
  assembly: Assembly,
  table: TableItem,
  layer: ContentLayer,
  row: number,
  cell: Cell,
  writeBlocks: WriteBlocks,
): Ref {
  useRichCells(assembly)
  const index = table.self_ref.slice(table.self_ref.lastIndexOf('/') + 1)
  const name = `rich_cell_group_${index}_${cell.column}_${row}`
  const group = addGroup(assembly, table, layer, 'unspecified', name)
  writeBlocks(cellBlocks(cell), group)
  return refTo(group)
}

/** The text of everything in a cell, blocks on lines of their own. */
function cellText(cell: Cell): string {
  if (typeof cell.content === 'string') return cell.content
  const lines: string[] = []
  for (const block of walkBlocks(cell.content)) {
    if ('inlines' in block) lines.push(plainText(block.inlines))
    else if (block.type === 'codeBlock' || block.type === 'plainText') lines.push(block.text)
    else if (block.type === 'formulaBlock') lines.push(block.latex)
  }
  return lines.join('\n')
}

/** Every position of the table: a spanning cell in each that it covers, an empty cell where there is none. */
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
  return {
    row_span: 1,
    col_span: 1,
    start_row_offset_idx: row,
    end_row_offset_idx: row + 1,
    start_col_offset_idx: column,
    end_col_offset_idx: column + 1,
    text: '',
    column_header: false,
    row_header: false,
    row_section: false,
  }
}
