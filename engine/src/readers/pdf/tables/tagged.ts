/** Makes tables of the structure tree's cells if these agree with the page. */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import type { Drawings, TagCell, TagRow, TagTable } from '../content/index.ts'
import { areMostlyLeftwards, type Frame, type Word } from '../layout/index.ts'
import { median } from '../statistics.ts'
import { foundTable } from './found-table.ts'
import { type Grid, wordsOf } from './grid.ts'
import { headerRowsOf } from './header.ts'
import { spanHeaders } from './header-spans.ts'
import { byPosition, cellTable, emptyCells, type GridCell } from './rectangles.ts'
import { joinRulings } from './rulings.ts'
import { partition, type Segment, segmentOf } from './segments.ts'
import { tableLimits as limits, tableSettings as settings } from './settings.ts'
import type { FoundTable, TablePage } from './table.ts'

const hasText = ({ segments }: GridCell) => segments.length > 0

/** The part of a tagged table on a page. */
interface TaggedTable extends Pick<Grid, 'cells' | 'rowCount' | 'columnCount'> {
  readonly table: TagTable
  readonly rows: readonly TagRow[]
  /** True if the first column is at the right, as in Arabic and Hebrew. */
  readonly leftwards: boolean
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
function gridOf(table: TagTable, byCell: ReadonlyMap<TagCell, readonly Word[]>): TaggedTable {
  const rows = table.rows.filter(({ cells }) => cells.some((cell) => cell && byCell.has(cell)))
  const rowCount = rows.length
  const taken: boolean[][] = rows.map(() => [])
  const cells: GridCell[] = []
  let columnCount = 0
  let positions = 0
  for (const [row0, { cells: tagged, isHead }] of rows.entries()) {
    let column0 = 0
    for (const cell of tagged) {
      while (taken[row0]?.[column0]) column0++
      const row1 = Math.min(row0 + (cell?.rowSpan ?? 1), rowCount)
      const column1 = column0 + (cell?.columnSpan ?? 1)
      positions += (row1 - row0) * (column1 - column0)
      if (positions > limits.positions)
        return { table, rows, rowCount, columnCount: 0, cells: [], leftwards: false }
      for (const line of taken.slice(row0, row1)) {
        for (let at = column0; at < column1; at++) line[at] = true
      }
      const segments = segmentsOf((cell && byCell.get(cell)) ?? [])
      cells.push({ row0, row1, column0, column1, segments, isHeader: isHead || !!cell?.isHeader })
      column0 = column1
      columnCount = Math.max(columnCount, column1)
    }
  }
  const leftwards = areMostlyLeftwards(cells.flatMap(wordsOf))
  return withoutEmptyEnd({ table, rows, rowCount, columnCount, cells, leftwards })
}

/** Drops the columns after the last text: Word ends rows with an empty cell that it does not print. */
function withoutEmptyEnd(grid: TaggedTable): TaggedTable {
  const end = Math.max(0, ...grid.cells.filter(hasText).map(({ column1 }) => column1))
  if (end === grid.columnCount) return grid
  const cells = grid.cells
    .filter(({ column0 }) => column0 < end)
    .map((cell) => ({ ...cell, column1: Math.min(cell.column1, end) }))
  return { ...grid, cells, columnCount: end }
}

/** Returns a segment for each line of a cell. */
function segmentsOf(words: readonly Word[]): Segment[] {
  return [...Map.groupBy(words, ({ baseline }) => Math.round(baseline)).values()].map(segmentOf)
}

/** Returns true for a table, false for a frame around text. */
function isTable({ table, rowCount, columnCount, cells }: TaggedTable): boolean {
  if (table.isOuter || rowCount < 2 || columnCount < 2) return false
  const counts = cells.filter(hasText).map((cell) => wordsOf(cell).length)
  if (counts.length < 3 || Math.max(...counts) > settings.cellWords) return false
  const full = cellTable(cells, rowCount).filter((line) => line.length === columnCount)
  return full.length >= settings.majority * rowCount
}

/** Returns true if all text of a table has one direction. */
function isOneWay({ cells }: TaggedTable): boolean {
  const words = cells.flatMap(wordsOf)
  return words.every(({ frame }) => frame.angleDegrees === words[0]?.frame.angleDegrees)
}

/** Start, end and middle of a text, in the direction of the columns. */
type Sides = readonly [number, number, number]

function sidesOf({ segments }: GridCell, leftwards: boolean): Sides {
  const { x0, x1 } = boxAround(segments)
  return leftwards ? [-x1, -x0, (x0 + x1) / -2] : [x0, x1, (x0 + x1) / 2]
}

/**
 * Returns true if cells are at the positions of their columns. Some programs tag columns in another order than they
 * print them; in rows with empty cells, comparing neighbours would not detect it.
 */
function areInTheirColumns({ cells, columnCount, leftwards }: TaggedTable): boolean {
  const single = cells.filter((cell) => hasText(cell) && cell.column1 - cell.column0 === 1)
  const byColumn = Map.groupBy(single, ({ column0 }) => column0)
  const usual = Array.from({ length: columnCount }, (_, column): Sides | undefined => {
    const sides = byColumn.get(column)?.map((cell) => sidesOf(cell, leftwards))
    const middleOf = (at: 0 | 1 | 2) => median((sides ?? []).map((own) => own[at]))
    return sides && [middleOf(0), middleOf(1), middleOf(2)]
  })
  const places = usual.flatMap((sides) => (sides ? [sides[2]] : []))
  if (places.some((place, index) => place < (places[index - 1] ?? place))) return false
  const misplaced = single.filter((cell) => {
    const own = sidesOf(cell, leftwards)
    const home = usual[cell.column0]
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

/** Returns true if rows are in order downwards, and cells of a row in the direction of the columns. */
function agrees({ cells, leftwards }: TaggedTable): boolean {
  const filled = cells.filter(hasText)
  const ordered = filled.slice(1).filter((cell, index) => {
    const before = filled[index] as GridCell
    if (before.row0 < cell.row0) return boxAround(before.segments).y0 < boxAround(cell.segments).y0
    const [a, b] = [sidesOf(before, leftwards), sidesOf(cell, leftwards)]
    return a[0] < b[0] && a[1] <= b[1] + 1
  })
  return ordered.length >= settings.nearlyAll * (filled.length - 1)
}

function isAlone({ cells }: TaggedTable, words: readonly Word[]): boolean {
  const own = new Set(cells.flatMap(wordsOf))
  const box = boxAround(cells.flatMap(({ segments }) => segments))
  const foreign = words.filter((word) => !own.has(word) && isInside(word, box)).length
  return foreign <= settings.exceptions * own.size
}

function isInside({ x0, x1, baseline }: Word, box: BBox): boolean {
  const x = (x0 + x1) / 2
  return x > box.x0 && x < box.x1 && baseline > box.y0 && baseline < box.y1
}

function tableOf(page: TablePage, tagged: TaggedTable): FoundTable {
  const [first] = tagged.rows
  const last = tagged.rows.at(-1)
  const [{ frame }] = tagged.cells.flatMap(wordsOf) as [Word]
  const grid = withHeaderSpans(tagged, frame, page.drawings)
  const details = { kind: 'tagged', starts: [] } as const
  // Word tags heads only if its user marks them.
  const headerRows = tagged.cells.some(({ isHeader }) => isHeader)
    ? headRowsOf(grid)
    : headerRowsOf(grid)
  return {
    ...foundTable(page, frame, grid, { ...details, headerRows }),
    ...(first && last && { rows: { first, last } }),
  }
}

/** Counts the rows at the top that have only header cells, ignoring empty cells. */
function headRowsOf({ cells, rowCount }: Pick<Grid, 'cells' | 'rowCount'>): number {
  const isHead = (line: readonly (GridCell | undefined)[]) => {
    const filled = line.filter((cell) => cell && hasText(cell))
    return filled.length > 0 && filled.every((cell) => cell?.isHeader)
  }
  const end = cellTable(cells, rowCount).findIndex((line) => !isHead(line))
  return end < 0 ? rowCount - 1 : end
}

/** Widens heads over the empty cells beside them: tags may omit the spans of heads that the page shows. */
function withHeaderSpans(tagged: TaggedTable, frame: Frame, drawings: Drawings): Grid {
  const { cells, rowCount, columnCount, leftwards } = tagged
  const rows = headRowsOf(tagged)
  const isGrouped = ({ row0, column0, column1 }: GridCell) =>
    row0 === 0 && column1 - column0 > 1 && column1 - column0 < columnCount
  const grid: Grid = {
    ...{ rowCount, columnCount, cells, kind: 'halfRuled' },
    box: boxAround(cells.flatMap(({ segments }) => segments)),
    ruledHeaderRows: Math.max(rows > 1 ? rows : 0, cells.some(isGrouped) ? 2 : 0),
  }
  // Further down, empty cells are not missing spans.
  const missing = emptyCells(cells, Math.min(settings.few, rowCount), columnCount)
  const isEmpty = (cell: GridCell) => cell.row0 < settings.few && !hasText(cell)
  // Spans are found from the left.
  if (frame.angleDegrees !== 0 || leftwards || !(missing.length > 0 || cells.some(isEmpty)))
    return grid
  const whole = { ...grid, cells: [...cells, ...missing].sort(byPosition) }
  const spanned = spanHeaders(whole, joinRulings(drawings, cells.flatMap(wordsOf)).horizontal)
  return spanned === whole ? grid : spanned
}
