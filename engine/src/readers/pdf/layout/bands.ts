/** Rows of pieces → bands: what stands together between gaps across the whole region. */
import type { Piece } from './pieces.ts'

/** The size of most of the text. */
export function typicalSize(pieces: Iterable<Piece>): number {
  const lengths = new Map<number, number>()
  for (const { size, text } of pieces) {
    const rounded = Math.round(size * 2) / 2
    lengths.set(rounded, (lengths.get(rounded) ?? 0) + text.length)
  }
  let typical = 10
  let most = 0
  for (const [size, length] of lengths) {
    if (length > most) {
      typical = size
      most = length
    }
  }
  return Math.max(typical, 1)
}

/** Rows in groups between which nothing stands for some height. */
export function bandsOf(rows: readonly Piece[][], em: number, gapEms: number): Piece[][][] {
  const bands: Piece[][][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    if (topOf(row) - end > gapEms * em) bands.push([row])
    else bands.at(-1)?.push(row)
    end = Math.max(end, bottomOf(row))
  }
  return bands
}

export function topOf(row: readonly Piece[]): number {
  let top = Number.POSITIVE_INFINITY
  for (const { y0 } of row) top = Math.min(top, y0)
  return top
}

export function bottomOf(row: readonly Piece[]): number {
  let bottom = Number.NEGATIVE_INFINITY
  for (const { y1 } of row) bottom = Math.max(bottom, y1)
  return bottom
}
