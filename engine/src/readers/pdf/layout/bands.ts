/** Groups rows of fragments into bands: rows that follow each other without a vertical gap across the whole region. */
import type { LineFragment } from './fragments.ts'

/** Returns the size of most of the text, to half a point. */
export function typicalSize(fragments: Iterable<LineFragment>): number {
  // Keyed by twice the size: whole-number keys need no allocation.
  const lengths = new Map<number, number>()
  const add = ({ size, text }: LineFragment) => {
    const halves = Math.round(size * 2)
    lengths.set(halves, (lengths.get(halves) ?? 0) + text.length)
  }
  if (Array.isArray(fragments)) fragments.forEach(add)
  else for (const fragment of fragments) add(fragment)
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
    if (topOf(row) - end > gapEms * em) bands.push([row])
    else bands.at(-1)?.push(row)
    end = Math.max(end, bottomOf(row))
  }
  return bands
}

export function topOf(row: readonly LineFragment[]): number {
  let top = Number.POSITIVE_INFINITY
  for (const { y0 } of row) top = Math.min(top, y0)
  return top
}

export function bottomOf(row: readonly LineFragment[]): number {
  let bottom = Number.NEGATIVE_INFINITY
  for (const { y1 } of row) bottom = Math.max(bottom, y1)
  return bottom
}
