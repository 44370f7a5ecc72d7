/** Evens out the sizes of a scan's text layer: sizes measured from ink vary from word to word. */
import { layoutSettings as settings } from './settings.ts'

/**
 * Replaces varying sizes by common ones.
 *
 * @param sizes Size of each text object, in points.
 * @param countGlyphs Returns the number of glyphs of each.
 * @returns The same list if the sizes were set by an author.
 */
export function steadySizes(
  sizes: readonly number[],
  countGlyphs: () => Uint32Array,
): readonly number[] {
  if (sizes.length < settings.steady.objects || new Set(sizes).size < settings.steady.sizes)
    return sizes
  const glyphs = countGlyphs()
  const count = glyphs.reduce((sum, own) => sum + own, 0)
  const median = medianOf(sizes, glyphs, count)
  const isNear = (size: number) => Math.abs(size - median) <= settings.steady.spread * median
  const shares = new Map<number, number>()
  for (const [index, size] of sizes.entries()) {
    if (!isNear(size)) continue
    const step = Math.round(size / median / settings.steady.step)
    shares.set(step, (shares.get(step) ?? 0) + (glyphs[index] ?? 0) / count)
  }
  const different = [...shares.values()].filter((share) => share >= settings.steady.share).length
  if (different < settings.steady.sizes) return sizes
  return sizes.map((size) => (isNear(size) ? median : size))
}

function medianOf(sizes: readonly number[], glyphs: Uint32Array, count: number): number {
  const order = sizes.map((_, index) => index).sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0))
  let before = 0
  const middle = order.find((index) => {
    before += glyphs[index] ?? 0
    return before * 2 >= count
  })
  return sizes[middle ?? 0] ?? 0
}
