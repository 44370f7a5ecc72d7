/** Pieces of one column → its lines, from top to bottom. */
import { hasLeftwards, toLogical } from './bidi.ts'
import type { Piece } from './pieces.ts'

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
  /** How wide the word is that is read first. */
  readonly firstWordWidth: number
}

/** Pieces are on one line when their baselines are this near, in ems of the smaller … */
const BASELINE_EMS = 0.35
/** … or one of them, at most that share of the other's size, is a script beside it within the other's height. */
const SCRIPT_SIZE = 0.85
const SCRIPT_RISE_EMS = 0.55

/** Pieces grouped by line, from top to bottom, each from left to right. */
export function groupIntoRows(pieces: readonly Piece[]): Piece[][] {
  const rows: Piece[][] = []
  for (const piece of [...pieces].sort((a, b) => a.baseline - b.baseline)) {
    const row = findRow(rows, piece)
    if (row) row.push(piece)
    else rows.push([piece])
  }
  return rows.map((row) => row.sort((a, b) => a.x0 - b.x0))
}

/** A table has some 30 columns; a hostile page thousands of pieces at one height. */
const MAX_ROW_PIECES = 500

/** The last rows are looked at only: pieces come by baseline. */
function findRow(rows: readonly Piece[][], piece: Piece): Piece[] | undefined {
  for (let back = 1; back <= 3; back++) {
    const row = rows.at(-back)
    if (row && row.length > MAX_ROW_PIECES) continue
    if (row?.some((other) => areOnOneRow(other, piece)) && !row.some(overlaps(piece))) return row
  }
  return undefined
}

const overlaps = (piece: Piece) => (other: Piece) => {
  const common = Math.min(other.x1, piece.x1) - Math.max(other.x0, piece.x0)
  return common > Math.min(other.size, piece.size)
}

export function areOnOneRow(a: Piece, b: Piece): boolean {
  const distance = Math.abs(a.baseline - b.baseline)
  const [small, large] = a.size < b.size ? [a.size, b.size] : [b.size, a.size]
  if (distance <= BASELINE_EMS * small) return true
  return small <= SCRIPT_SIZE * large && distance <= SCRIPT_RISE_EMS * large && areNear(a, b)
}

function areNear(a: Piece, b: Piece): boolean {
  const gap = Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1)
  return gap < Math.max(a.size, b.size)
}

/**
 * Groups the pieces of a column into lines.
 *
 * @param leftwards The column's text runs leftwards.
 */
export function groupIntoLines(pieces: readonly Piece[], leftwards: boolean): Line[] {
  return groupIntoRows(pieces).map((row) => lineOf(row, leftwards))
}

export function lineOf(row: readonly Piece[], leftwards: boolean): Line {
  const [first] = row
  let main = first as Piece
  for (const piece of row) if (piece.text.length > main.text.length) main = piece
  // A soft hyphen shows at the end of a line only; what some fonts draw elsewhere under its code is a hyphen.
  const visual = row
    .map(({ text }) => text)
    .join(' ')
    .replace(/\u00ad(?!$)/g, '-')
  return {
    text: (hasLeftwards(visual) ? toLogical(visual, leftwards) : visual).normalize('NFC'),
    pieces: row,
    x0: first?.x0 ?? 0,
    x1: Math.max(...row.map(({ x1 }) => x1)),
    y0: main.y0,
    y1: main.y1,
    baseline: main.baseline,
    size: main.size,
    firstWordWidth: (leftwards ? row.at(-1)?.rightWordWidth : first?.leftWordWidth) ?? 0,
  }
}
