/** Evens out the sizes of a scan's text layer: sizes measured from ink vary from word to word. */

/** Sizes are compared in steps of this share of the median. */
const STEP = 0.02
/** Sizes with at least this share of the page's glyphs count … */
const MIN_SHARE = 0.03
/** … and if this many different ones are near the median, they were measured: authors set two or three. */
const MEASURED_SIZES = 5
/** Near: within this share of the median. */
const SPREAD = 0.25
/** Fewer text objects give no evidence. */
const MIN_OBJECTS = 30

/**
 * Replaces varying sizes by common ones.
 *
 * @param sizes Of each text object, in points.
 * @param glyphs How many glyphs each has.
 * @returns The same list if the sizes were set by an author.
 */
export function steadySizes(sizes: readonly number[], glyphs: Uint32Array): readonly number[] {
  if (sizes.length < MIN_OBJECTS || new Set(sizes).size < MEASURED_SIZES) return sizes
  const count = glyphs.reduce((sum, own) => sum + own, 0)
  const median = medianOf(sizes, glyphs, count)
  const isNear = (size: number) => Math.abs(size - median) <= SPREAD * median
  const shares = new Map<number, number>()
  for (const [index, size] of sizes.entries()) {
    if (!isNear(size)) continue
    const step = Math.round(size / median / STEP)
    shares.set(step, (shares.get(step) ?? 0) + (glyphs[index] ?? 0) / count)
  }
  const different = [...shares.values()].filter((share) => share >= MIN_SHARE).length
  if (different < MEASURED_SIZES) return sizes
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
