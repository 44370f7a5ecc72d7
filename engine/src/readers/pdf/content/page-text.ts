/** The text of a page: glyphs and the text objects that draw them. */
import type { TextObject } from './text-objects.ts'

/**
 * The glyphs of one page, one index each in every array: a page has about 4,000, so arrays instead of objects.
 *
 * A ligature is several glyphs at one position, in logical order. Lengths are points; positions are measured from the page's
 * top-left corner.
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
