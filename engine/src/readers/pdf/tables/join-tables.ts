/** Joins tables that continue over page breaks, and drops the repeated header. */
import type { TagRow } from '../content/index.ts'
import { share } from '../statistics.ts'
import { withSameColumns } from './align-columns.ts'
import { isNumeric } from './segments.ts'
import { tableSettings as settings } from './settings.ts'
import { continuesRow, withRest } from './split-rows.ts'
import type { FoundCell, FoundTable } from './table.ts'

/**
 * Joins tables that continue over page breaks, and drops the header repeated there.
 *
 * @param tables Tables of the document in order, as `findTables` returned them page by page.
 * @returns Tables in order; a joined one is at the position of its first part.
 */
export function joinTables(tables: readonly FoundTable[]): FoundTable[] {
  const joined: FoundTable[] = []
  for (const table of leftFirst(tables)) {
    const at = joined.length - 1
    const before = joined[at]
    const [first, second] = (before && alignedParts(before, table)) ?? [before, table]
    if (first && goesOn(first, second)) joined[at] = append(first, second)
    else joined.push(table)
  }
  return joined.filter(({ isDoubtful }) => !isDoubtful)
}

/** Gives two tables the same columns if the second one is at the top of the next page, with nothing in between. */
function alignedParts(before: FoundTable, table: FoundTable) {
  return isAdjacent(before, table) ? withSameColumns(before, table) : undefined
}

/** Returns true if one table ends a page and the other begins the next page. */
function isAdjacent(before: FoundTable, table: FoundTable): boolean {
  const lastPage = before.parts.at(-1)?.page ?? before.page
  return table.page === lastPage + 1 && before.linesBelow + table.linesAbove === 0
}

/** Puts the left one of two tables side by side first, even if it begins lower. */
function leftFirst(tables: readonly FoundTable[]): FoundTable[] {
  const ordered: FoundTable[] = []
  for (const table of tables) {
    const before = ordered.at(-1)
    if (before && isBeside(table, before)) ordered.splice(-1, 1, table, before)
    else ordered.push(table)
  }
  return ordered
}

/** Returns true if a table is left of another, on the same page, and has the same header. */
function isBeside(left: FoundTable, right: FoundTable): boolean {
  if (left.page !== right.page || left.box.x1 > right.box.x0) return false
  const overlaps = left.box.y0 < right.box.y1 && right.box.y0 < left.box.y1
  return overlaps && left.columnCount === right.columnCount && repeatedRows(left, right) > 0
}

function goesOn(before: FoundTable, table: FoundTable): boolean {
  const lastPage = before.parts.at(-1)?.page ?? before.page
  if (table.columnCount !== before.columnCount || table.opensAnew) return false
  if (isBeside(before, table)) return continuationRow(table) >= 0
  if (before.isClosed) return false
  if (table.page !== lastPage + 1) return false
  const repeats = repeatedRows(before, table) > 0
  if (!repeats && hasHeadsOverFigures(table)) return false
  if (before.rows && table.rows) {
    if (follows(before.rows.last, table.rows.first)) return true
    // The tags of a page count its own rows only, so the rest of a table looks like a new one without heads. With no
    // text in between it goes on even if its first row is tagged as heads, or no row is.
    const isNew = table.rows.first.isHead || !before.rows.first.isHead
    if (isNew && !isAdjacent(before, table)) return false
  }
  const areRuled = before.kind === 'ruled' && table.kind === 'ruled'
  if (before.isDoubtful && !areRuled && !repeats) return false
  // A page of rows without rulings may look doubtful alone.
  const isNext = table.kind === 'unruled' && isAdjacent(before, table)
  if (table.isDoubtful && (before.isDoubtful || !isNext)) return false
  // Running headers, footers, page numbers and "continued" have fewer lines.
  if (before.linesBelow > settings.several || table.linesAbove > settings.several) return false
  if (repeats) return true
  return !table.hasBoldHeads && !hasSimilarHeads(before, table) && haveSameColumns(before, table)
}

/** Returns true if a tagged row can follow another in one table; each table begins with the first row of its first group. */
function follows(last: TagRow, next: TagRow): boolean {
  if (next.group === last.group)
    return next.index > last.index || (next.index === last.index && last.index > 0)
  return next.group > last.group
}

function haveSameColumns(a: FoundTable, b: FoundTable): boolean {
  const [first] = a.columns
  const [other] = b.columns
  if (!first || !other) return false
  // Centred texts begin at different places in each part; the rulings around them do not.
  const isNear = (one: number, two: number) => Math.abs(one - two) <= settings.sidePoints
  const areFramedAlike = isNear(a.box.x0, b.box.x0) && isNear(a.box.x1, b.box.x1)
  if (!isNear(first.x0, other.x0) && !areFramedAlike && !areApart(a, b)) return false
  return a.columns.every((column, index) => {
    const next = b.columns[index]
    if (!next) return false
    const common = Math.min(column.x1, next.x1) - Math.max(column.x0, next.x0)
    const narrow = Math.min(column.x1 - column.x0, next.x1 - next.x0)
    return !Number.isFinite(narrow) || common >= settings.half * narrow
  })
}

/** Returns true if three columns or more of two tables are apart when they are put on each other. */
function areApart({ columns }: FoundTable, { columns: others }: FoundTable): boolean {
  return (
    columns.length > 2 &&
    columns.every((column, index) => {
      const [other, next, nextOther] = [others[index], columns[index + 1], others[index + 1]]
      if (!other || !next || !nextOther) return other !== undefined
      return Math.max(column.x1, other.x1) < Math.min(next.x0, nextOther.x0)
    })
  )
}

/** Returns true if the first row has half or more of the heads of the table before, but not all: it is another table. */
function hasSimilarHeads(before: FoundTable, table: FoundTable): boolean {
  const headsOf = ({ cells }: FoundTable) =>
    cells.filter(({ row, text }) => row === 0 && text !== '')
  const heads = headsOf(before)
  const isHead = (own: FoundCell) =>
    heads.some(({ column, text }) => column === own.column && text === own.text)
  const own = headsOf(table)
  return own.length > 0 && share(own, isHead) >= settings.half
}

/** Returns true if the first or second row of a table has words above figures in most columns: such words head a new table. */
function hasHeadsOverFigures({ cells }: FoundTable): boolean {
  const byColumn = [...Map.groupBy(cells, ({ column }) => column).values()]
  return [0, 1].some((head) => {
    const heads = cells.filter(({ row, text }) => row === head && text !== '')
    const isOverFigures = (own: readonly FoundCell[]) => {
      const below = own.filter(({ row, text }) => row > head && text !== '')
      const isWord = own.some(
        ({ row, text }) => row === head && words.test(text) && !isNumeric(text),
      )
      return (
        isWord && below.length > 1 && share(below, ({ text }) => isNumeric(text)) > settings.half
      )
    }
    const count = byColumn.filter(isOverFigures).length
    return count > 1 && count >= settings.half * heads.length
  })
}

const words = /\p{L}{2}/u

/** Counts the rows at the top of a part that repeat the header of the part before. */
function repeatedRows(before: FoundTable, table: FoundTable): number {
  const most = Math.max(before.headerRows, 1)
  let rows = 0
  while (rows < most && rows < table.rowCount - 1) {
    const text = rowText(table, rows)
    if (text === '' || text !== rowText(before, rows)) break
    rows++
  }
  return rows
}

function rowText({ cells }: FoundTable, row: number): string {
  return cells
    .filter((cell) => cell.row === row)
    .map(({ text }) => text)
    .join('|')
    .toLowerCase()
    .replaceAll(/[\s|]+/g, ' ')
    .trim()
}

const continuation = /^\(?(?:continued|continuation)\b/i

/** Returns the index of the row that only says that the table continues, or −1. */
function continuationRow({ cells }: FoundTable): number {
  const mark = cells.find(({ text }) => continuation.test(text))
  if (!mark) return -1
  const isAlone = cells.every(
    ({ row, text }) => row !== mark.row || text === '' || text === mark.text,
  )
  return isAlone ? mark.row : -1
}

function append(before: FoundTable, table: FoundTable): FoundTable {
  const repeated = repeatedRows(before, table)
  const isMarked = continuationRow(table) === repeated
  const first = isMarked ? repeated + 1 : repeated
  const own = continuesRow(before, table, first) ? joinRow(before, table, first) : before
  const drop = own === before ? first : first + 1
  const shift = before.rowCount - drop
  const cells = table.cells
    .filter(({ row }) => row >= drop)
    .map((cell) => moved(cell, shift, table.page))
  return {
    ...before,
    isDoubtful: false,
    rowCount: before.rowCount + table.rowCount - drop,
    cells: [...own.cells, ...cells],
    words: new Set([...before.words, ...table.words]),
    linesBelow: table.linesBelow,
    isClosed: table.isClosed,
    ...(before.rows && table.rows && { rows: { first: before.rows.first, last: table.rows.last } }),
    parts: [...before.parts, ...table.parts],
  }
}

/** Adds the texts of a row of the next part to the last row. */
function joinRow(before: FoundTable, table: FoundTable, at: number): FoundTable {
  const isLast = ({ row }: FoundCell) => row === before.rowCount - 1
  const next = table.cells.filter(({ row }) => row === at)
  const rest = next.map((cell) => moved(cell, 0, table.page))
  const last = withRest(before.cells.filter(isLast), rest)
  return { ...before, cells: [...before.cells.filter((cell) => !isLast(cell)), ...last] }
}

/** Moves a cell of a later part; only heads of rows stay header cells. */
function moved({ header, ...cell }: FoundCell, shift: number, page: number): FoundCell {
  return { ...cell, row: cell.row + shift, page, ...(header === 'row' && { header }) }
}
