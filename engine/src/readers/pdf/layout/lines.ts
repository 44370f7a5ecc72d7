/** Groups the pieces of one column into lines, from top to bottom. */
import { hasLeftwards, toLogical } from './bidi.ts'
import type { Piece } from './pieces.ts'
import { layoutLimits as limits, layoutSettings as settings } from './settings.ts'

/** A line of a column. Lengths are points of the frame. */
export interface Line {
  /** In reading order. */
  readonly text: string
  readonly pieces: readonly Piece[]
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
  readonly baseline: number
  readonly size: number
  /** Width of the first word in reading order. */
  readonly firstWordWidth: number
}

/** Groups pieces by line, from top to bottom, each line from left to right. */
export function groupIntoRows(pieces: readonly Piece[]): Piece[][] {
  const rows: Piece[][] = []
  for (const piece of byBaseline(pieces)) {
    const row = findRow(rows, piece)
    if (row) row.push(piece)
    else rows.push([piece])
  }
  for (const row of rows) sortByStart(row)
  return rows
}

/** Sorts by left edge. Pieces of a line are mostly sorted already, and V8 copies every array that it sorts. */
export function sortByStart<Item extends { readonly x0: number }>(items: Item[]): Item[] {
  for (let index = 1; index < items.length; index++) {
    const isSorted = (items[index - 1] as Item).x0 <= (items[index] as Item).x0
    if (!isSorted) return items.sort((a, b) => a.x0 - b.x0)
  }
  return items
}

/** Pieces are mostly sorted already, as groupIntoPieces returns them: copying them for each strip is half of its cost. */
function byBaseline(pieces: readonly Piece[]): readonly Piece[] {
  for (let index = 1; index < pieces.length; index++) {
    const isSorted = (pieces[index - 1] as Piece).baseline <= (pieces[index] as Piece).baseline
    if (!isSorted) return pieces.toSorted((a, b) => a.baseline - b.baseline)
  }
  return pieces
}

/** Searches the last rows only: pieces are sorted by baseline. */
function findRow(rows: readonly Piece[][], piece: Piece): Piece[] | undefined {
  for (let index = rows.length - 1; index >= 0 && index >= rows.length - 3; index--) {
    const row = rows[index] as Piece[]
    if (row.length <= limits.rowPieces && hasRoom(row, piece)) return row
  }
  return undefined
}

/** Returns true if the piece is on the row's line and overlaps none of its pieces. */
function hasRoom(row: readonly Piece[], piece: Piece): boolean {
  let isLevel = false
  for (const other of row) {
    const common = Math.min(other.x1, piece.x1) - Math.max(other.x0, piece.x0)
    if (common > Math.min(other.size, piece.size)) return false
    isLevel ||= areOnOneRow(other, piece)
  }
  return isLevel
}

export function areOnOneRow(a: Piece, b: Piece): boolean {
  const distance = Math.abs(a.baseline - b.baseline)
  const small = Math.min(a.size, b.size)
  const large = Math.max(a.size, b.size)
  if (distance <= settings.line * small) return true
  return (
    small <= settings.scriptSize * large &&
    distance <= settings.scriptRise.piece * large &&
    areNear(a, b)
  )
}

function areNear(a: Piece, b: Piece): boolean {
  const gap = Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1)
  return gap < Math.max(a.size, b.size)
}

/**
 * Groups the pieces of a column into lines.
 *
 * @param leftwards True if the column's text runs from right to left.
 */
export function groupIntoLines(pieces: readonly Piece[], leftwards: boolean): Line[] {
  return groupIntoRows(pieces).map((row) => lineOf(row, leftwards))
}

/** No character below U+0300 takes part in composition (Unicode Standard Annex #15). */
const composable = /[\u0300-\uffff]/

/** A soft hyphen is visible only at the end of a line; elsewhere some fonts use its code for a hyphen. */
function withHyphens(text: string): string {
  return text.includes('\u00ad') ? text.replace(/\u00ad(?!$)/g, '-') : text
}

export function lineOf(row: readonly Piece[], leftwards: boolean): Line {
  const [first] = row
  let main = first as Piece
  let x1 = main.x1
  for (const piece of row) {
    if (piece.text.length > main.text.length) main = piece
    x1 = Math.max(x1, piece.x1)
  }
  const visual = withHyphens(row.map(({ text }) => text).join(' '))
  const text = hasLeftwards(visual) ? toLogical(visual, leftwards) : visual
  return {
    text: composable.test(text) ? text.normalize('NFC') : text,
    pieces: row,
    x0: first?.x0 ?? 0,
    x1,
    y0: main.y0,
    y1: main.y1,
    baseline: main.baseline,
    size: main.size,
    firstWordWidth: (leftwards ? row.at(-1)?.rightWordWidth : first?.leftWordWidth) ?? 0,
  }
}
