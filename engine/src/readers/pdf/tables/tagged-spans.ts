/** Adds the spans of heads that the tags of a table omit and the page shows. */
import { boxAround } from '../boxes.ts'
import type { Drawings } from '../content/index.ts'
import type { Word } from '../layout/index.ts'
import { spanHeaders } from './header-spans.ts'
import type { GridCell } from './rectangles.ts'
import { joinRulings } from './rulings.ts'
import { type Segment, segmentOf } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

/** A tagged cell with its position in the grid. */
export interface PlacedCell {
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
  readonly words: readonly Word[]
  readonly isHeader: boolean
}

interface Table {
  readonly cells: readonly PlacedCell[]
  readonly rowCount: number
  readonly columnCount: number
  readonly headerRows: number
}

/** Widens heads over the empty cells beside them; the words of cells stay as tagged. */
export function withHeaderSpans(table: Table, drawings: Drawings): readonly PlacedCell[] {
  const { rowCount, columnCount, headerRows } = table
  const cells = [...table.cells, ...missingCells(table)]
  if (!cells.some(({ row, words }) => row < settings.few && words.length === 0)) return table.cells
  const placed = new Map<Segment, PlacedCell>()
  const gridCells = cells.map((cell): GridCell => {
    const segments = cell.words.length > 0 ? [segmentOf(cell.words)] : []
    for (const segment of segments) placed.set(segment, cell)
    return {
      row0: cell.row,
      row1: cell.row + cell.rowSpan,
      column0: cell.column,
      column1: cell.column + cell.columnSpan,
      segments,
    }
  })
  const grid = {
    ...{ rowCount, columnCount, cells: gridCells, kind: 'halfRuled' as const },
    box: boxAround([...placed.keys()]),
    ruledHeaderRows: Math.max(headerRows > 1 ? headerRows : 0, groupedRows(cells, columnCount)),
  }
  const words = cells.flatMap((cell) => [...cell.words])
  const spanned = spanHeaders(grid, joinRulings(drawings, words).horizontal)
  return spanned === grid ? table.cells : spanned.cells.map((cell) => placedCell(cell, placed))
}

/** Counts the header rows shown by a head over some of the columns: its row, and the row below. */
function groupedRows(cells: readonly PlacedCell[], columnCount: number): number {
  const isGrouped = cells.some(
    ({ row, columnSpan }) => row === 0 && columnSpan > 1 && columnSpan < columnCount,
  )
  return isGrouped ? 2 : 0
}

/** Makes empty cells at the positions of the first rows that no tag covers. Further down, empty cells are not missing spans. */
function missingCells({ cells, rowCount, columnCount }: Table): PlacedCell[] {
  const rows = Math.min(settings.few, rowCount)
  const covered = new Set<number>()
  for (const { row, column, rowSpan, columnSpan } of cells) {
    for (let y = row; y < Math.min(rows, row + rowSpan); y++) {
      for (let x = column; x < column + columnSpan; x++) covered.add(y * columnCount + x)
    }
  }
  return Array.from({ length: rows * columnCount }, (_, at) => at)
    .filter((at) => !covered.has(at))
    .map((at) => ({
      ...{ row: Math.floor(at / columnCount), column: at % columnCount },
      ...{ rowSpan: 1, columnSpan: 1, words: [], isHeader: false },
    }))
}

function placedCell(
  { row0, row1, column0, column1, segments: [segment] }: GridCell,
  placed: ReadonlyMap<Segment, PlacedCell>,
): PlacedCell {
  const known = segment && placed.get(segment)
  return {
    row: row0,
    column: column0,
    rowSpan: row1 - row0,
    columnSpan: column1 - column0,
    words: known?.words ?? [],
    isHeader: known?.isHeader ?? false,
  }
}
