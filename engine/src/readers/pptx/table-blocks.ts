/** Converts a slide's table to a table block. */
import type { Block, Cell, Provenance, Row, Table } from '../../model/index.ts'
import { hasText, type LevelStyles, toTextBlocks } from '../ooxml/index.ts'
import type { SlideCell, SlideTable } from './tables.ts'

/** @returns `undefined` for a table without text. */
export function toTable(
  table: SlideTable,
  styles: LevelStyles,
  provenance: readonly Provenance[],
): Table | undefined {
  const { columnCount, rows, firstRow, firstColumn } = table
  if (!rows.some((row) => row.some(({ body }) => body.paragraphs.some(hasText)))) return undefined
  return {
    type: 'table',
    columnCount,
    rows: rows.map(
      (row, index): Row => ({
        cells: row.map((cell) =>
          toCell(cell, styles, headerOf(firstRow && index === 0, firstColumn && cell.column === 0)),
        ),
      }),
    ),
    provenance,
  }
}

function headerOf(isColumnHeader: boolean, isRowHeader: boolean): Cell['header'] {
  if (isColumnHeader) return 'column'
  return isRowHeader ? 'row' : undefined
}

function toCell(cell: SlideCell, styles: LevelStyles, header: Cell['header']): Cell {
  const { column, columnSpan, rowSpan, body } = cell
  return {
    column,
    ...(columnSpan > 1 && { columnSpan }),
    ...(rowSpan > 1 && { rowSpan }),
    ...(header && { header }),
    content: toContent(toTextBlocks(body, styles)),
  }
}

/** Reduces plain text of one run to a string. */
function toContent(blocks: readonly Block[]): Cell['content'] {
  if (blocks.length === 0) return ''
  const [block] = blocks
  if (blocks.length > 1 || block?.type !== 'paragraph') return blocks
  const [inline] = block.inlines
  const isPlain =
    block.inlines.length === 1 && inline?.type === 'text' && Object.keys(inline).length === 2
  return isPlain ? inline.text : blocks
}
