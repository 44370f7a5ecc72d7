/** The text of a page: glyphs and the text objects that draw them. */
import type { TextObject } from './text-objects.ts'

/**
 * The glyphs of one page, one index each in every array: a page has about 4,000, so arrays instead of objects.
 *
 * A ligature is several glyphs at one position, in logical order, or from left to right if PDFium reverses right-to-left text.
 * Lengths are points; positions are measured from the page's top-left corner.
 */
export interface Glyphs {
  readonly count: number
  /** Unicode code point as the file maps it; see unicode.ts. */
  readonly codes: Uint32Array
  /** The text position: the left end of the baseline of an upright glyph. */
  readonly originX: Float32Array
  readonly originY: Float32Array
  /** Advance in the reading direction, without the file's extra spacing. */
  readonly advances: Float32Array
  /** Box of the ink; blanks have an empty box. */
  readonly x0: Float32Array
  readonly y0: Float32Array
  readonly x1: Float32Array
  readonly y1: Float32Array
  /** Index into the page's text objects. */
  readonly objects: Uint32Array
}

export interface PageText {
  readonly glyphs: Glyphs
  readonly objects: readonly TextObject[]
}

/** Allocates arrays for this many glyphs. */
export function allocateGlyphs(count: number): Omit<Glyphs, 'count'> {
  // One buffer for the arrays that only the layout reads; the objects live as long as the document.
  const buffer = new ArrayBuffer(count * 8 * Float32Array.BYTES_PER_ELEMENT)
  let used = 0
  const floats = () =>
    new Float32Array(buffer, used++ * count * Float32Array.BYTES_PER_ELEMENT, count)
  return {
    codes: new Uint32Array(buffer, used++ * count * Uint32Array.BYTES_PER_ELEMENT, count),
    objects: new Uint32Array(count),
    originX: floats(),
    originY: floats(),
    advances: floats(),
    x0: floats(),
    y0: floats(),
    x1: floats(),
    y1: floats(),
  }
}

/**
 * Copies glyphs.
 *
 * @param sources Index of the glyph that each glyph is a copy of.
 */
export function copyGlyphs(glyphs: Glyphs, sources: readonly number[]): Glyphs {
  const own = allocateGlyphs(sources.length)
  for (const list of Object.keys(own) as (keyof typeof own)[]) {
    for (const [at, source] of sources.entries()) own[list][at] = glyphs[list][source] as number
  }
  return { ...own, count: sources.length }
}
