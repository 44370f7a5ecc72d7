/** `table` → tables with spans; tables that only lay out a page → their content in order. */
import { type Block, type Caption, type Cell, plainText, type Row } from '../../model/index.ts'
import type { Context } from './context.ts'
import { childElements, descendants, type Element, findAttribute } from './dom.ts'
import { isHidden } from './styles.ts'

/** WHATWG HTML 4.9.11: more is read as these. */
const MAX_COLUMN_SPAN = 1_000
const MAX_ROW_SPAN = 65_534
/** Columns beyond are left out; the widest tables that people write have some hundred. */
const MAX_COLUMNS = 5_000

interface TableRow {
  readonly element: Element
  readonly inHead: boolean
  /** Rows from here to the end of its group, this one included. */
  readonly rowsLeft: number
}

export function readTable(table: Element, context: Context): Block[] {
  const inside = { ...context, depth: context.depth + 1, anchor: undefined }
  const rows = collectRows(table)
  const caption = readCaption(table, inside)
  if (isLayout(table, rows)) {
    const cells = rows.flatMap(({ element }) => cellsOf(element))
    const blocks = cells.flatMap((cell) => context.readBlocks(cell, inside))
    return caption ? [{ type: 'paragraph', inlines: caption.inlines }, ...blocks] : blocks
  }
  const grid = placeCells(rows, inside)
  if (grid.rows.length === 0) return []
  return [{ type: 'table', ...grid, ...(caption && { caption }) }]
}

/** Rows in the order shown: head, bodies, foot (WHATWG HTML 4.9.1), hidden ones left out. */
function collectRows(table: Element): TableRow[] {
  const groups = childElements(table).filter(
    (child) => /^(?:thead|tbody|tfoot)$/.test(child.tagName) && !isHidden(child),
  )
  const order = ['thead', 'tbody', 'tfoot']
  return groups
    .toSorted((a, b) => order.indexOf(a.tagName) - order.indexOf(b.tagName))
    .flatMap((group) => {
      const rows = childElements(group).filter((row) => row.tagName === 'tr' && !isHidden(row))
      return rows.map((element, index) => ({
        element,
        inHead: group.tagName === 'thead',
        rowsLeft: rows.length - index,
      }))
    })
}

function cellsOf(row: Element): Element[] {
  return childElements(row).filter((cell) => /^t[dh]$/.test(cell.tagName) && !isHidden(cell))
}

function readCaption(table: Element, context: Context): Caption | undefined {
  const element = childElements(table).find((child) => child.tagName === 'caption')
  if (!element) return undefined
  const inlines = context
    .readBlocks(element, context)
    .flatMap((block) => ('inlines' in block ? block.inlines : []))
  return inlines.length === 0 ? undefined : { inlines, position: 'above' }
}

/**
 * Whether a table only places things on the page: it says so, it has one cell, or it holds tables or headings and none
 * of the marks of a data table.
 */
function isLayout(table: Element, rows: readonly TableRow[]): boolean {
  const role = findAttribute(table, 'role')
  if (role === 'presentation' || role === 'none') return true
  const cells = rows.flatMap(({ element }) => cellsOf(element))
  if (cells.length <= 1) return true
  const isData =
    cells.some((cell) => cell.tagName === 'th') ||
    childElements(table).some(
      (child) => child.tagName === 'caption' || child.tagName === 'thead',
    ) ||
    Number(findAttribute(table, 'border') ?? 0) > 0
  if (isData) return false
  return cells.some((cell) =>
    ['table', 'h1', 'h2', 'h3'].some((name) => !descendants(cell, name).next().done),
  )
}

function placeCells(
  rows: readonly TableRow[],
  context: Context,
): { readonly rows: Row[]; readonly columnCount: number } {
  /** For each column the first row that no span from above covers. */
  const free: number[] = []
  const head = countHeadRows(rows)
  const placed = rows.map((row, index) => placeRow(row, index, rows.length, head, free, context))
  const starts = placed.flat().map((cell) => cell.column + 1)
  const columnCount = starts.reduce((max, start) => Math.max(max, start), 0)
  // Columns in which no cell begins show nothing: a span over them is cut to what is there.
  const trimmed = placed.map((cells) => ({
    cells: cells.map((cell) => trimSpan(cell, columnCount)),
  }))
  return { rows: trimmed, columnCount }
}

function trimSpan(cell: Cell, columnCount: number): Cell {
  const { columnSpan, ...rest } = cell
  const span = Math.min(columnSpan ?? 1, columnCount - cell.column)
  return span > 1 ? { ...rest, columnSpan: span } : rest
}

/** Rows of the `thead`; without one, leading rows of `th` alone. */
function countHeadRows(rows: readonly TableRow[]): number {
  const isHead = ({ element, inHead }: TableRow): boolean => {
    const cells = cellsOf(element)
    return inHead || (cells.length > 0 && cells.every((cell) => cell.tagName === 'th'))
  }
  const end = rows.findIndex((row) => !isHead(row))
  return end < 0 ? Math.min(1, rows.length) : end
}

function placeRow(
  row: TableRow,
  index: number,
  rowCount: number,
  headRows: number,
  free: number[],
  context: Context,
): Cell[] {
  const cells: Cell[] = []
  let column = 0
  for (const element of cellsOf(row.element)) {
    while ((free[column] ?? 0) > index) column += 1
    if (column >= MAX_COLUMNS) break
    const columnSpan = spanOf(element, 'colspan', MAX_COLUMN_SPAN) || 1
    const rowSpan = Math.min(
      spanOf(element, 'rowspan', MAX_ROW_SPAN) || row.rowsLeft,
      row.rowsLeft,
      rowCount - index,
    )
    const header = headerOf(element, index < headRows, column)
    cells.push({
      column,
      ...(columnSpan > 1 && { columnSpan }),
      ...(rowSpan > 1 && { rowSpan }),
      ...(header && { header }),
      content: readCell(element, context),
    })
    const end = Math.min(column + columnSpan, MAX_COLUMNS)
    for (; column < end; column += 1) free[column] = index + rowSpan
  }
  return cells
}

function headerOf(cell: Element, inHead: boolean, column: number): Cell['header'] {
  if (inHead) return 'column'
  return cell.tagName === 'th' && column === 0 ? 'row' : undefined
}

/** 0 is a row span to the end of the group, and no column span. */
function spanOf(cell: Element, name: string, max: number): number {
  const value = Number.parseInt(findAttribute(cell, name) ?? '1', 10)
  return Number.isNaN(value) || value < 0 ? 1 : Math.min(value, max)
}

function readCell(cell: Element, context: Context): Cell['content'] {
  const blocks = context.readBlocks(cell, context)
  const [only] = blocks
  if (!only) return ''
  const isPlain =
    blocks.length === 1 &&
    only.type === 'paragraph' &&
    only.inlines.every((inline) => inline.type === 'text' && Object.keys(inline).length === 2)
  return isPlain ? plainText(only.inlines) : blocks
}
