/** Turns a found table into a `table` block of the document, with the position of each of its parts. */
import type { Cell, Row, Table } from '../../../model/index.ts'
import type { FoundCell, FoundTable } from './table.ts'

export function toTableBlock(found: FoundTable): Table {
  const byRow = Map.groupBy(found.cells, ({ row }) => row)
  const rows: Row[] = Array.from({ length: found.rowCount }, (_, row) => ({
    cells: (byRow.get(row) ?? []).map(cellOf),
  }))
  return {
    type: 'table',
    columnCount: found.columnCount,
    rows,
    provenance: found.parts.map(({ page, box }) => ({ type: 'page', page, bbox: box })),
  }
}

function cellOf(cell: FoundCell): Cell {
  return {
    column: cell.column,
    ...(cell.columnSpan > 1 && { columnSpan: cell.columnSpan }),
    ...(cell.rowSpan > 1 && { rowSpan: cell.rowSpan }),
    ...(cell.header !== undefined && { header: cell.header }),
    content: cell.text,
    ...(cell.box !== undefined && { bbox: cell.box }),
    ...(cell.page !== undefined && { page: cell.page }),
  }
}
