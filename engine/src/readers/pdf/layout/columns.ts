/** Pieces of one frame → columns in reading order. */
import { areMostlyLeftwards } from './bidi.ts'
import { splitCells } from './cells.ts'
import { findGutter, sidesOf } from './gutters.ts'
import type { Piece } from './pieces.ts'

/** Text that is read from top to bottom, line by line. */
export interface Column {
  readonly pieces: readonly Piece[]
  /** Its text runs leftwards. */
  readonly leftwards: boolean
  /** A cell of a table: its text does not go on elsewhere. */
  readonly isCell?: boolean
}

/** Columns of columns of columns: no page has more; and a bound for hostile ones. */
const MAX_DEPTH = 12
/** Regions with more pieces are read line by line: a plot's labels, a hostile page. */
const MAX_PIECES = 6000

/** Finds the columns of a frame's pieces, in reading order. */
export function findColumns(pieces: readonly Piece[]): Column[] {
  return split(pieces, areMostlyLeftwards(pieces), 0)
}

function split(pieces: readonly Piece[], leftwards: boolean, depth: number): Column[] {
  if (pieces.length === 0) return []
  const gutter = depth < MAX_DEPTH && pieces.length <= MAX_PIECES ? findGutter(pieces) : undefined
  if (!gutter) return splitCells(pieces, leftwards)
  const above = pieces.filter((piece) => (piece.y0 + piece.y1) / 2 < gutter.y0)
  const below = pieces.filter((piece) => (piece.y0 + piece.y1) / 2 > gutter.y1)
  const { left, right } = sidesOf(gutter, pieces)
  const [first, second] = leftwards ? [right, left] : [left, right]
  return [above, first, second, below].flatMap((part) => split(part, leftwards, depth + 1))
}
