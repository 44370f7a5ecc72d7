/** Reads the rows and cells of a tagged table, with their spans (ISO 32000-1, 14.8.4.3.4). */
import { type Engine, scratchMemory } from './engine.ts'
import { contentLimits as limits } from './settings.ts'

/** A cell as tagged. */
export interface TagCell {
  readonly table: TagTable
  readonly isHeader: boolean
  readonly rowSpan: number
  readonly columnSpan: number
}

/** A row as tagged; of a table over several pages, each page has only its rows. */
export interface TagRow {
  /** Index of the row's group (THead, TBody) in the table, and of the row in the group. */
  readonly group: number
  readonly index: number
  readonly isHead: boolean
  /** Cells by column; `undefined` for a cell without content on this page. */
  readonly cells: (TagCell | undefined)[]
}

export interface TagTable {
  readonly rows: TagRow[]
  /** True if the row holds another table: the table lays out a page. */
  isOuter: boolean
}

/** The position of an element in a table, passed to its children. */
export interface TablePlace {
  readonly table: TagTable
  readonly row?: TagRow
  readonly cell?: TagCell
  readonly group: number
  readonly isHead: boolean
}

/** Data of the visited element. */
interface VisitedElement {
  readonly handle: number
  readonly type: string
  /** Index among its siblings. */
  readonly index: number
  readonly childCount: number
}

const groupTypes: ReadonlySet<string> = new Set(['THead', 'TBody', 'TFoot'])

/** @returns The position of an element's children; `undefined` outside of tables. */
export function placeInTable(
  engine: Engine,
  { handle, type, index, childCount }: VisitedElement,
  around: TablePlace | undefined,
): TablePlace | undefined {
  if (type === 'Table') {
    if (around) around.table.isOuter = true
    return { table: { rows: [], isOuter: false }, group: 0, isHead: false }
  }
  if (!around || around.cell) return around
  if (around.row) return placeOfCell(engine, { handle, type, index }, around, around.row)
  if (groupTypes.has(type)) return { ...around, group: index, isHead: type === 'THead' }
  if (type !== 'TR') return around
  const { table, group, isHead } = around
  const cells = Array.from({ length: Math.min(childCount, limits.maxEntries) }, () => undefined)
  const row: TagRow = { group, index, isHead, cells }
  table.rows.push(row)
  return { ...around, row }
}

function placeOfCell(
  engine: Engine,
  { handle, type, index }: Omit<VisitedElement, 'childCount'>,
  around: TablePlace,
  row: TagRow,
): TablePlace {
  if ((type !== 'TH' && type !== 'TD') || index >= row.cells.length) return around
  const cell: TagCell = {
    table: around.table,
    isHeader: type === 'TH',
    rowSpan: spanOf(engine, handle, 'RowSpan'),
    columnSpan: spanOf(engine, handle, 'ColSpan'),
  }
  row.cells[index] = cell
  return { ...around, cell }
}

/** RowSpan and ColSpan are numbers, 1 by default (ISO 32000-1, table 349). */
function spanOf({ pdfium, heap, scratch }: Engine, handle: number, name: string): number {
  const { bytes } = heap()
  const end = new TextEncoder().encodeInto(
    name,
    bytes.subarray(scratch, scratch + scratchMemory.bytes),
  )
  bytes[scratch + end.written] = 0
  const result = scratch + scratchMemory.secondResult
  const count = pdfium.FPDF_StructElement_GetAttributeCount(handle)
  for (let index = 0; index < Math.min(count, limits.maxAttributes); index++) {
    const attribute = pdfium.FPDF_StructElement_GetAttributeAtIndex(handle, index)
    const value = attribute && pdfium.FPDF_StructElement_Attr_GetValue(attribute, scratch)
    if (!value || !pdfium.FPDF_StructElement_Attr_GetNumberValue(value, result)) continue
    const span = Math.round(heap().floats[result / 4] ?? 1)
    return span >= 1 && span <= limits.maxSpan ? span : 1
  }
  return 1
}
