/** Pieces of a region without columns → its text line by line, a table's rows with cells of several lines cell by cell. */
import { bandsOf, typicalSize } from './bands.ts'
import { findCards } from './cards.ts'
import type { Column } from './column.ts'
import { GUTTER_EMS } from './gutters.ts'
import { groupIntoRows } from './lines.ts'
import type { Piece } from './pieces.ts'
import { isMarginal, isWordy } from './running-text.ts'

/** Rows of a table are this many ems apart when the lines of a cell are closer: its leading leaves 0.2 to 0.4. */
const CELL_BAND_GAP_EMS = 0.55
/** More lines in one row of a table are more likely rows set close. */
const MAX_CELL_LINES = 8
/** Characters of the lines that are broken within a cell; numbers are not. */
const CELL_LINE_CHARACTERS = 8

/** Text without columns: line by line, but a table's row whose cells have several lines cell by cell, and cards. */
export function splitCells(pieces: readonly Piece[], leftwards: boolean): Column[] {
  const rows = groupIntoRows(pieces)
  const cards = findCards(rows)
  if (!cards) return splitRows(rows, leftwards)
  const ordered = leftwards ? cards.columns.toReversed() : cards.columns
  return [
    ...splitRows(rows.slice(0, cards.first), leftwards),
    ...ordered.map((own) => ({ pieces: own, leftwards })),
    ...splitCells(rows.slice(cards.end).flat(), leftwards),
  ]
}

function splitRows(rows: readonly Piece[][], leftwards: boolean): Column[] {
  if (rows.length === 0) return []
  const em = typicalSize(rows.flat())
  const columns: { pieces: Piece[]; leftwards: boolean; isCell?: boolean }[] = []
  let open: Piece[] | undefined
  for (const band of bandsOf(rows, em, CELL_BAND_GAP_EMS)) {
    const cells = cellsOf(band, em)
    if (cells.length > 1) {
      const ordered = leftwards ? [...cells].reverse() : cells
      for (const cell of ordered) columns.push({ pieces: cell, leftwards, isCell: true })
      open = undefined
    } else if (open) open.push(...band.flat())
    else {
      open = band.flat()
      columns.push({ pieces: open, leftwards })
    }
  }
  return columns
}

/** The cells of a table's row from left to right; one when its lines are rows for themselves. */
function cellsOf(band: readonly Piece[][], em: number): Piece[][] {
  const pieces = band.flat()
  if (band.length < 2 || band.length > MAX_CELL_LINES || pieces.length < 2) return [pieces]
  const sorted = [...pieces].sort((a, b) => a.x0 - b.x0)
  const cells: Piece[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const piece of sorted) {
    const before = cells.at(-1)
    // A number or bullet belongs to the text after it.
    if (!before || (piece.x0 - end > GUTTER_EMS * em && !isMarginal([before]))) cells.push([piece])
    else before.push(piece)
    end = Math.max(end, piece.x1)
  }
  const counts = cells.map((cell) => groupIntoRows(cell).length)
  const fewest = Math.min(...counts)
  const isWrapped = cells.some((cell, index) => (counts[index] ?? 0) > fewest && isWords(cell))
  return isWrapped ? cells : [pieces]
}

function isWords(cell: readonly Piece[]): boolean {
  const text = cell.map((piece) => piece.text).join('')
  const isLong = text.length >= CELL_LINE_CHARACTERS * cell.length
  return isLong && isWordy(text)
}
