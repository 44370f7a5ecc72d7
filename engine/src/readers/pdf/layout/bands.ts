/** Groups rows of fragments into bands: rows that follow each other without a vertical gap across the whole region. */
import { boxAround } from '../boxes.ts'
import type { LineFragment } from './fragments.ts'

/** Returns the size of most of the text, to half a point. */
export function typicalSize(fragments: readonly LineFragment[]): number {
  // Keyed by twice the size: whole-number keys need no allocation.
  const lengths = new Map<number, number>()
  for (const { size, text } of fragments) {
    const halves = Math.round(size * 2)
    lengths.set(halves, (lengths.get(halves) ?? 0) + text.length)
  }
  let typical = 20
  let most = 0
  lengths.forEach((length, halves) => {
    if (length <= most) return
    typical = halves
    most = length
  })
  return Math.max(typical / 2, 1)
}

/** Groups of rows that are separated by vertical gaps of at least `gapEms`. */
export function bandsOf(
  rows: readonly LineFragment[][],
  em: number,
  gapEms: number,
): LineFragment[][][] {
  const bands: LineFragment[][][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    const { y0, y1 } = boxAround(row)
    if (y0 - end > gapEms * em) bands.push([row])
    else bands.at(-1)?.push(row)
    end = Math.max(end, y1)
  }
  return bands
}
