/** Makes tables of the structure tree's cells if these agree with the page. */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import type { TagCell, TagRow, TagTable } from '../content/index.ts'
import { textBoxOf, toPageBox, type Word } from '../layout/index.ts'
import { median } from '../statistics.ts'
import { adjacentTable } from './adjacent-table.ts'
import { textsOn } from './cell-text.ts'
import { partition } from './segments.ts'
import { tableLimits as limits, tableSettings as settings } from './settings.ts'
import type { FoundCell, FoundTable, TablePage } from './table.ts'
import { type PlacedCell, withHeaderSpans } from './tagged-spans.ts'

interface TaggedGrid {
  readonly table: TagTable
  readonly rows: readonly TagRow[]
  readonly columnCount: number
  readonly cells: readonly PlacedCell[]
}

/** Finds the tables in the structure tree, on a page whose tags cover its text. */
export function findTaggedTables(page: TablePage): FoundTable[] {
  const { cellOf, words } = page
  if (!cellOf) return []
  const byCell = new Map<TagCell, Word[]>()
  for (const word of words) {
    const cell = cellOf(word)
    if (!cell) continue
    const list = byCell.get(cell)
    if (list) list.push(word)
    else byCell.set(cell, [word])
  }
  const tables = new Set([...byCell.keys()].map(({ table }) => table))
  const grids = [...tables]
    .map((table) => gridOf(table, byCell))
    .filter((grid) => isTable(grid) && isOneWay(grid) && isAlone(grid, words))
  const [agreeing, contradicting] = partition(
    grids,
    (grid) => agrees(grid) && areInTheirColumns(grid),
  )
  if (contradicting.length > 0) page.onTagsContradict?.()
  return agreeing.map((grid) => tableOf(page, grid))
}

/** Lays out cells as in HTML: each in the next free column of its row. */
function gridOf(table: TagTable, byCell: ReadonlyMap<TagCell, readonly Word[]>): TaggedGrid {
  const rows = table.rows.filter(({ cells }) => cells.some((cell) => cell && byCell.has(cell)))
  const taken: boolean[][] = rows.map(() => [])
  const cells: PlacedCell[] = []
  let columnCount = 0
  let positions = 0
  for (const [row, { cells: tagged }] of rows.entries()) {
    let column = 0
    for (const cell of tagged) {
      while (taken[row]?.[column]) column++
      const rowSpan = Math.min(cell?.rowSpan ?? 1, rows.length - row)
      const columnSpan = cell?.columnSpan ?? 1
      positions += rowSpan * columnSpan
      if (positions > limits.positions) return { table, rows, columnCount: 0, cells: [] }
      for (let below = row; below < row + rowSpan; below++) {
        for (let at = column; at < column + columnSpan; at++) {
          const line = taken[below]
          if (line) line[at] = true
        }
      }
      const words = (cell && byCell.get(cell)) ?? []
      const isHeader = cell?.isHeader === true
      cells.push({ row, column, rowSpan, columnSpan, words, isHeader })
      column += columnSpan
      columnCount = Math.max(columnCount, column)
    }
  }
  return { table, rows, columnCount, cells }
}

/** Returns true for a table, false for a frame around text. */
function isTable({ table, rows, columnCount, cells }: TaggedGrid): boolean {
  if (table.isOuter || rows.length < 2 || columnCount < 2) return false
  const filled = cells.filter(({ words }) => words.length > 0)
  if (filled.length < 3 || filled.some(({ words }) => words.length > settings.cellWords))
    return false
  const widths = rows.map(() => 0)
  for (const { row, rowSpan, column, columnSpan } of cells) {
    for (let at = row; at < row + rowSpan; at++) {
      widths[at] = Math.max(widths[at] ?? 0, column + columnSpan)
    }
  }
  return widths.filter((width) => width === columnCount).length >= settings.majority * rows.length
}

/** Returns true if all text of a table has one direction. */
function isOneWay({ cells }: TaggedGrid): boolean {
  const words = cells.flatMap((cell) => cell.words)
  return words.every(({ frame }) => frame.angleDegrees === words[0]?.frame.angleDegrees)
}

/** Left end, right end and middle of a text. */
type Sides = readonly [number, number, number]

function sidesOf({ words }: PlacedCell): Sides {
  const { x0, x1 } = boxOf(words)
  return [x0, x1, (x0 + x1) / 2]
}

/**
 * Returns true if cells are at the positions of their columns. Some programs tag columns in another order than they
 * print them; in rows with empty cells, comparing neighbours would not detect it.
 */
function areInTheirColumns({ cells, columnCount }: TaggedGrid): boolean {
  const single = cells.filter(({ words, columnSpan }) => words.length > 0 && columnSpan === 1)
  const byColumn = Map.groupBy(single, ({ column }) => column)
  const usual = Array.from({ length: columnCount }, (_, column): Sides | undefined => {
    const sides = byColumn.get(column)?.map(sidesOf)
    const middleOf = (at: 0 | 1 | 2) => median((sides ?? []).map((own) => own[at]))
    return sides && [middleOf(0), middleOf(1), middleOf(2)]
  })
  const places = usual.flatMap((sides) => (sides ? [sides[2]] : []))
  if (places.some((place, index) => place < (places[index - 1] ?? place))) return false
  const misplaced = single.filter((cell) => {
    const own = sidesOf(cell)
    const home = usual[cell.column]
    return usual.some((other) => other && home && isNearerTo(other, home, own))
  })
  return misplaced.length <= settings.misplaced * single.length
}

/**
 * Returns true if a text is closer to the texts of one column than to those of another, by both ends and its middle.
 */
function isNearerTo(column: Sides, home: Sides, own: Sides): boolean {
  return ([0, 1, 2] as const).every(
    (at) => Math.abs(own[at] - column[at]) < Math.abs(own[at] - home[at]),
  )
}

/** Returns true if rows are in order downwards, and cells of a row rightwards. */
function agrees({ cells }: TaggedGrid): boolean {
  const filled = cells.filter(({ words }) => words.length > 0)
  let pairs = 0
  let ordered = 0
  for (const [index, cell] of filled.entries()) {
    const before = filled[index - 1]
    if (!before) continue
    const a = boxOf(before.words)
    const b = boxOf(cell.words)
    pairs++
    if (before.row === cell.row ? a.x0 < b.x0 && a.x1 <= b.x1 + 1 : a.y0 < b.y0) ordered++
  }
  return ordered >= settings.nearlyAll * pairs
}

function isAlone({ cells }: TaggedGrid, words: readonly Word[]): boolean {
  const own = new Set(cells.flatMap((cell) => [...cell.words]))
  const box = boxOf([...own])
  const foreign = words.filter((word) => !own.has(word) && isInside(word, box)).length
  return foreign <= settings.exceptions * own.size
}

function isInside({ x0, x1, baseline }: Word, box: BBox): boolean {
  const x = (x0 + x1) / 2
  return x > box.x0 && x < box.x1 && baseline > box.y0 && baseline < box.y1
}

function boxOf(words: readonly Word[]): BBox {
  return boxAround(words.map((word) => textBoxOf(word)))
}

function tableOf(page: TablePage, grid: TaggedGrid): FoundTable {
  const { rows, columnCount } = grid
  const headerRows = headerRowsOf(grid)
  const words = new Set(grid.cells.flatMap((cell) => [...cell.words]))
  const [{ frame }] = [...words] as [Word]
  const inFrame = boxOf([...words])
  const box = toPageBox(frame, inFrame)
  const shape = { cells: grid.cells, rowCount: rows.length, columnCount, headerRows }
  const placed = frame.angleDegrees === 0 ? withHeaderSpans(shape, page.drawings) : grid.cells
  const textOfCell = textsOn(page)
  const cells: FoundCell[] = placed.map((cell) => ({
    row: cell.row,
    column: cell.column,
    rowSpan: cell.rowSpan,
    columnSpan: cell.columnSpan,
    ...headerOf(cell, headerRows, columnCount),
    text: textOfCell(cell.words),
    words: cell.words,
    ...(cell.words.length > 0 && { box: toPageBox(frame, boxOf(cell.words)) }),
  }))
  const [first] = rows
  const last = rows.at(-1)
  return {
    page: page.number,
    box,
    rowCount: rows.length,
    columnCount,
    cells,
    headerRows,
    columns: columnsOf(grid),
    ...adjacentTable(page, frame, inFrame),
    opensAnew: false,
    isDoubtful: false,
    words,
    confidence: settings.taggedConfidence,
    kind: 'tagged',
    ...(first && last && { rows: { first, last } }),
    parts: [{ page: page.number, box }],
  }
}

/** Counts the rows at the top that have only header cells, ignoring empty cells. */
function headerRowsOf({ rows, cells }: TaggedGrid): number {
  let count = 0
  while (count < rows.length - 1 && isHeaderRow(count, rows[count], cells)) count++
  return count
}

function isHeaderRow(at: number, row: TagRow | undefined, cells: readonly PlacedCell[]): boolean {
  if (row?.isHead) return true
  const filled = cells.filter((cell) => cell.row === at && cell.words.length > 0)
  return filled.length > 0 && filled.every(({ isHeader }) => isHeader)
}

function headerOf(
  { row, column, columnSpan, isHeader }: PlacedCell,
  headerRows: number,
  columnCount: number,
): { readonly header?: 'column' | 'row' | 'section' } {
  if (row < headerRows) return { header: 'column' }
  if (columnSpan === columnCount) return { header: 'section' }
  return isHeader && column === 0 ? { header: 'row' } : {}
}

function columnsOf({ cells, columnCount }: TaggedGrid): { x0: number; x1: number }[] {
  const byColumn = Map.groupBy(
    cells.filter(({ columnSpan }) => columnSpan === 1),
    ({ column }) => column,
  )
  return Array.from({ length: columnCount }, (_, column) => {
    const { x0, x1 } = boxOf((byColumn.get(column) ?? []).flatMap(({ words }) => [...words]))
    return { x0, x1 }
  })
}
