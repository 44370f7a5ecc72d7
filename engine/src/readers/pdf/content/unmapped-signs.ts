/**
 * Corrects exclamation marks whose ink is another sign's. macOS gives a glyph without a character the first code of a font of its own,
 * that of `!`, and a map to Unicode without entries. PDFium then reads the code.
 */
import { glyphCodes } from './format.ts'
import type { Glyphs } from './page-text.ts'
import type { TextObject } from './text-objects.ts'

/** Bounds of the ink in ems. In 141 of 146 documents with exclamation marks, all of them are at least .5 high. */
const settings = {
  /** Height of no ink: marks of paragraphs. */
  none: 0.01,
  /** Bars of minus signs are .06 to .1 high and .5 wide. */
  flat: 0.15,
  wide: 0.3,
} as const

/** Writes the corrected codes into the glyphs. */
export function correctUnmappedSigns(glyphs: Glyphs, objects: readonly TextObject[]): void {
  const { codes, x0, x1, y0, y1 } = glyphs
  let before = -1
  for (let index = 0; index < glyphs.count; index++) {
    if (codes[index] !== glyphCodes.exclamation) {
      if (codes[index] !== glyphCodes.space) before = index
      continue
    }
    const { size = 1, angleDegrees } = objects[glyphs.objects[index] as number] ?? {}
    const heightOf = (at: number) => ((y1[at] ?? 0) - (y0[at] ?? 0)) / size
    // Some fonts of type 3 have no boxes at all.
    if (angleDegrees !== 0 || heightOf(before) <= settings.none) continue
    const width = ((x1[index] as number) - (x0[index] as number)) / size
    codes[index] = signOf(width, heightOf(index))
  }
}

function signOf(width: number, height: number): number {
  if (height <= settings.none) return glyphCodes.space
  const isBar = height <= settings.flat && width >= settings.wide
  return isBar ? glyphCodes.minus : glyphCodes.exclamation
}
