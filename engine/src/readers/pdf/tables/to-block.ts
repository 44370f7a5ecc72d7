/** Turns a found table into a `table` block of the document, with the position of each of its parts. */
import type { Cell, Row, Table } from '../../../model/index.ts'
import type { FoundCell, FoundTable } from './table.ts'

/** @param contentOf Returns the content of a cell; by default its text. */
export function toTableBlock(
  found: FoundTable,
  contentOf: (cell: FoundCell) => Cell['content'] = ({ text }) => text,
): Table {
  const byRow = Map.groupBy(found.cells, ({ row }) => row)
  const rows: Row[] = Array.from({ length: found.rowCount }, (_, row) => ({
    cells: (byRow.get(row) ?? []).map((cell) => cellOf(cell, contentOf(cell))),
  }))
  return {
    type: 'table',
    columnCount: found.columnCount,
    rows,
    provenance: found.parts.map(({ page, box }) => ({ type: 'page', page, bbox: box })),
  }
}

function cellOf(cell: FoundCell, content: Cell['content']): Cell {
  return {
    column: cell.column,
    ...(cell.columnSpan > 1 && { columnSpan: cell.columnSpan }),
    ...(cell.rowSpan > 1 && { rowSpan: cell.rowSpan }),
    ...(cell.header !== undefined && { header: cell.header }),
    content,
    ...(cell.box !== undefined && { bbox: cell.box }),
    ...(cell.page !== undefined && { page: cell.page }),
  }
}
