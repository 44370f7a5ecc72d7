/** Reads `table`: data tables with spans; layout tables become their content in order. */
import {
  type Block,
  type Caption,
  type Cell,
  plainText,
  type Row,
  type Table,
} from '../../model/index.ts'
import { type Context, noMarks } from './context.ts'
import { childElements, type Element, findAttribute, findBelow } from './dom.ts'
import { joinInlines } from './figures.ts'
import { isHidden } from './hidden.ts'
import { collapseText } from './spaces.ts'

/** WHATWG HTML 4.9.11: larger spans are clamped to these. */
const MAX_COLUMN_SPAN = 1_000
const MAX_ROW_SPAN = 65_534
/** Further columns are dropped; the widest real tables have a few hundred columns. */
const MAX_COLUMNS = 5_000

interface TableRow {
  readonly cells: readonly Element[]
  readonly inHead: boolean
  /** The number of rows from this one to the end of its row group. */
  readonly rowsLeft: number
}

/** A cell under construction; mutable, because copying it for each change would dominate the run time. */
type MutableCell = { -readonly [Key in keyof Cell]: Cell[Key] }

export function readTable(table: Element, context: Context): Block[] {
  const inside = context.anchor ? { ...context, anchor: undefined } : context
  const rows = collectRows(table)
  const caption = readCaption(table, inside)
  if (isLayout(table, rows)) {
    const cells = rows.flatMap((row) => row.cells)
    const blocks = cells.flatMap((cell) => context.page.readBlocks(cell, inside))
    return caption ? [{ type: 'paragraph', inlines: caption.inlines }, ...blocks] : blocks
  }
  const grid = layOutCells(rows, inside)
  if (grid.rows.length === 0) return []
  return [{ type: 'table', ...grid, ...(caption && { caption }) }]
}

const groupNames = ['thead', 'tbody', 'tfoot'] as const

/** Returns the visible rows in display order: head, bodies, foot (WHATWG HTML 4.9.1). */
function collectRows(table: Element): TableRow[] {
  const rows: TableRow[] = []
  for (const name of groupNames) {
    for (const group of table.children) {
      if (group.type === 'text' || group.tagName !== name || isHidden(group)) continue
      const cells = withoutEmpty(
        visibleChildren(group, isRow).map((row) => visibleChildren(row, isCell)),
      )
      for (const [index, row] of cells.entries()) {
        rows.push({ cells: row, inHead: name === 'thead', rowsLeft: cells.length - index })
      }
    }
  }
  return rows
}

/** Drops rows without cells, unless the table has row spans, which may reach into them. */
function withoutEmpty(rows: readonly (readonly Element[])[]): readonly (readonly Element[])[] {
  const hasSpans = rows.some((cells) => cells.some((cell) => findAttribute(cell, 'rowspan')))
  return hasSpans ? rows : rows.filter((cells) => cells.length > 0)
}

function visibleChildren({ children }: Element, isWanted: (child: Element) => boolean): Element[] {
  const found: Element[] = []
  for (const child of children) {
    if (child.type === 'element' && isWanted(child) && !isHidden(child)) found.push(child)
  }
  return found
}

function isRow({ tagName }: Element): boolean {
  return tagName === 'tr'
}

function isCell({ tagName }: Element): boolean {
  return tagName === 'td' || tagName === 'th'
}

function readCaption(table: Element, context: Context): Caption | undefined {
  const element = childElements(table).find((child) => child.tagName === 'caption')
  if (!element) return undefined
  const inlines = joinInlines(context.page.readBlocks(element, context))
  return inlines.length === 0 ? undefined : { inlines, position: 'above' }
}

const structural: ReadonlySet<string> = new Set(['table', 'h1', 'h2', 'h3'])

/**
 * Returns true for a layout table: declared as one, of a single cell, or holding tables or headings without any mark of a
 * data table.
 */
function isLayout(table: Element, rows: readonly TableRow[]): boolean {
  const role = findAttribute(table, 'role')?.trim().toLowerCase()
  if (role === 'presentation' || role === 'none') return true
  const cells = rows.flatMap((row) => row.cells)
  if (cells.length <= 1) return true
  if (isData(table, cells, role)) return false
  return cells.some((cell) => findBelow(cell, structural) !== undefined)
}

/**
 * Returns true for a table with signs of a data table: a role, a caption, a head, cells with headers, or borders (as
 * browsers distinguish them).
 */
function isData(table: Element, cells: readonly Element[], role: string | undefined): boolean {
  return (
    role === 'table' ||
    role === 'grid' ||
    role === 'treegrid' ||
    Number(findAttribute(table, 'border') ?? 0) > 0 ||
    childElements(table).some(({ tagName }) => tagName === 'caption' || tagName === 'thead') ||
    cells.some(({ tagName, attributes }) => tagName === 'th' || attributes.some(namesOthers))
  )
}

function namesOthers({ name }: { readonly name: string }): boolean {
  return name === 'headers' || name === 'scope' || name === 'abbr'
}

function layOutCells(
  rows: readonly TableRow[],
  context: Context,
): Pick<Table, 'rows' | 'columnCount'> {
  /** The first row of each column that no span from above covers. */
  const free: number[] = []
  const head = countHeadRows(rows)
  const gridRows = rows.map((row, index) => layOutRow(row, index, rows.length, head, free, context))
  let columnCount = 0
  for (const cells of gridRows)
    columnCount = Math.max(columnCount, (cells.at(-1)?.column ?? -1) + 1)
  // Columns in which no cell begins are invisible, so spans exclude them.
  const trimmed = gridRows.map(
    (cells): Row => ({
      cells: cells.map((cell) => trimSpan(cell, columnCount)),
    }),
  )
  return { rows: trimmed, columnCount }
}

function trimSpan(cell: Cell, columnCount: number): Cell {
  if (cell.columnSpan === undefined || cell.column + cell.columnSpan <= columnCount) return cell
  const { columnSpan, ...rest } = cell
  const span = Math.min(columnSpan, columnCount - cell.column)
  return span > 1 ? { ...rest, columnSpan: span } : rest
}

/** Counts the rows of the `thead`; without one, the leading rows of only `th`. */
function countHeadRows(rows: readonly TableRow[]): number {
  const end = rows.findIndex(
    ({ cells, inHead }) =>
      !(inHead || (cells.length > 0 && cells.every(({ tagName }) => tagName === 'th'))),
  )
  return end < 0 ? Math.min(1, rows.length) : end
}

function layOutRow(
  row: TableRow,
  index: number,
  rowCount: number,
  headRows: number,
  free: number[],
  context: Context,
): MutableCell[] {
  const cells: MutableCell[] = []
  let column = 0
  for (const element of row.cells) {
    while ((free[column] ?? 0) > index) column += 1
    if (column >= MAX_COLUMNS) break
    const columnSpan = spanOf(element, 'colspan', MAX_COLUMN_SPAN) || 1
    const rowSpan = Math.min(
      spanOf(element, 'rowspan', MAX_ROW_SPAN) || row.rowsLeft,
      row.rowsLeft,
      rowCount - index,
    )
    const cell: MutableCell = { column, content: readCell(element, context) }
    const header = headerOf(element, index < headRows, column)
    if (columnSpan > 1) cell.columnSpan = columnSpan
    if (rowSpan > 1) cell.rowSpan = rowSpan
    if (header) cell.header = header
    cells.push(cell)
    const end = Math.min(column + columnSpan, MAX_COLUMNS)
    for (; column < end; column += 1) free[column] = index + rowSpan
  }
  return cells
}

function headerOf(cell: Element, inHead: boolean, column: number): Cell['header'] {
  if (inHead) return 'column'
  return cell.tagName === 'th' && column === 0 ? 'row' : undefined
}

/** A row span of 0 extends to the end of the row group; a column span of 0 is 1. */
function spanOf(cell: Element, name: string, max: number): number {
  const value = Number.parseInt(findAttribute(cell, name) ?? '1', 10)
  return Number.isNaN(value) || value < 0 ? 1 : Math.min(value, max)
}

function readCell(cell: Element, context: Context): Cell['content'] {
  const [only, ...others] = cell.children
  if (!only) return ''
  const isCollapsed =
    context.whiteSpace === 'collapse' && context.marks === noMarks && context.page.tex === 'none'
  if (only.type === 'text' && others.length === 0 && isCollapsed && cell.attributes.length === 0) {
    return collapseText(only.value, true).replace(/ $/, '')
  }
  return simplify(context.page.readBlocks(cell, context))
}

/** Returns plain text if the content is one unformatted paragraph. */
function simplify(blocks: readonly Block[]): Cell['content'] {
  const [only, ...others] = blocks
  if (!only) return ''
  const isPlain =
    others.length === 0 &&
    only.type === 'paragraph' &&
    only.checked === undefined &&
    only.inlines.every((inline) => inline.type === 'text' && Object.keys(inline).length === 2)
  return isPlain ? plainText(only.inlines) : blocks
}
