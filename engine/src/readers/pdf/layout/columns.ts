/** Finds the columns of one frame's pieces, in reading order. */
import type { BBox } from '../../../model/index.ts'
import { areMostlyLeftwards } from './bidi.ts'
import { splitCells } from './cells.ts'
import type { Column } from './column.ts'
import { findGutter, sidesOf } from './gutters.ts'
import { groupIntoRows } from './lines.ts'
import type { Piece } from './pieces.ts'
import { layoutLimits as limits, layoutSettings as settings } from './settings.ts'

/**
 * Finds the columns of a frame's pieces, in reading order.
 *
 * @param pictures Boxes in the frame: a column ends where a picture crosses it.
 */
export function findColumns(pieces: readonly Piece[], pictures: readonly BBox[] = []): Column[] {
  return split(pieces, { pictures, leftwards: areMostlyLeftwards(pieces) }, 0)
}

interface Region {
  readonly pictures: readonly BBox[]
  readonly leftwards: boolean
}

function split(pieces: readonly Piece[], region: Region, depth: number): Column[] {
  if (pieces.length === 0) return []
  const { pictures, leftwards } = region
  const isSmall = depth < limits.depth && pieces.length <= limits.pieces
  const gutter = isSmall ? findGutter(pieces, pictures) : undefined
  if (!gutter) return splitCells(pieces, leftwards)
  const above = pieces.filter((piece) => (piece.y0 + piece.y1) / 2 < gutter.y0)
  const below = pieces.filter((piece) => (piece.y0 + piece.y1) / 2 > gutter.y1)
  const { left, right } = sidesOf(gutter, pieces)
  const [first, second] = leftwards ? [right, left] : [left, right]
  const { flowing, rest } = flowRoundInset(first, second, below)
  return [above, flowing, second, rest].flatMap((part) => split(part, region, depth + 1))
}

/**
 * Splits the text below two columns into the lines that continue the first column, if the second is an inset that it
 * flows round, and the rest.
 */
function flowRoundInset(
  first: readonly Piece[],
  second: readonly Piece[],
  below: readonly Piece[],
): { readonly flowing: readonly Piece[]; readonly rest: readonly Piece[] } {
  const rows = groupIntoRows(first)
  const [before, last] = [rows.at(-2)?.[0], rows.at(-1)?.[0]]
  const none = { flowing: first, rest: below }
  if (!before || !last || below.length === 0) return none
  const leading = last.baseline - before.baseline
  const insetEnd = Math.max(...second.map(({ baseline }) => baseline))
  if (leading <= 0 || insetEnd > last.baseline - leading / 2) return none
  const start = Math.min(...rows.slice(-settings.few).map((row) => row[0]?.x0 ?? 0))
  let end = last.baseline
  const goesOn: Piece[] = []
  for (const row of groupIntoRows(below)) {
    const [piece] = row
    if (!piece || piece.baseline - end > (1 + settings.sameText) * leading) break
    const isOfText = Math.abs(piece.size - last.size) <= settings.sameText * last.size
    if (!isOfText || Math.abs(piece.x0 - start) > settings.same * piece.size) break
    goesOn.push(...row)
    end = piece.baseline
  }
  if (goesOn.length === 0) return none
  const taken = new Set(goesOn)
  return { flowing: [...first, ...goesOn], rest: below.filter((piece) => !taken.has(piece)) }
}
