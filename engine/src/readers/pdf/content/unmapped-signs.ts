/**
 * Corrects signs without ink, and exclamation marks whose ink is another sign's. macOS gives a glyph without a character the first code of a font of its own,
 * that of `!`, and a map to Unicode without entries. PDFium then reads the code.
 */
import { glyphCodes, renderModes } from './format.ts'
import type { Glyphs } from './page-text.ts'
import type { Font, TextObject } from './text-objects.ts'

/** Bounds of the ink in ems. In 141 of 146 documents with exclamation marks, all of them are at least .5 high. */
const settings = {
  /** Height of no ink: marks of paragraphs. */
  none: 0.01,
  /** Bars of minus signs are .06 to .1 high and .5 wide. */
  flat: 0.15,
  wide: 0.3,
  /** Most characters that a file maps one blank to; a form whose font lacks letters has four without ink. */
  blanks: 2,
} as const

/**
 * Writes the corrected codes into the glyphs.
 *
 * @param isEmbedded Returns true if the file has the font of a text object.
 */
export function correctUnmappedSigns(
  glyphs: Glyphs,
  objects: readonly TextObject[],
  isEmbedded: (object: number) => boolean,
): void {
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
  blankEmptySigns(glyphs, objects, isEmbedded)
}

function signOf(width: number, height: number): number {
  if (height <= settings.none) return glyphCodes.space
  const isBar = height <= settings.flat && width >= settings.wide
  return isBar ? glyphCodes.minus : glyphCodes.exclamation
}

/** What a page shows of a font: the characters with ink, and the glyphs of visible characters without it. */
interface FontInk {
  readonly drawn: Set<number>
  readonly empty: number[]
}

/**
 * Turns visible characters into blanks that have no ink in their font, on the whole page: files map blanks to signs. If more are
 * without ink, the font lacks their glyphs. So do fonts that the file does not hold, and a font without any ink may have no boxes.
 */
function blankEmptySigns(
  { codes, objects: objectOf, count, y0, y1 }: Glyphs,
  objects: readonly TextObject[],
  isEmbedded: (object: number) => boolean,
): void {
  const fonts = new Map<Font, FontInk>()
  for (let index = 0; index < count; index++) {
    const { font, size, angleDegrees, renderMode } = objects[
      objectOf[index] as number
    ] as TextObject
    // Fonts without a name may have no boxes.
    if (angleDegrees !== 0 || font.name === '' || renderMode === renderModes.invisible) continue
    const ink = fonts.get(font) ?? { drawn: new Set(), empty: [] }
    fonts.set(font, ink)
    const code = codes[index] as number
    if ((y1[index] as number) - (y0[index] as number) > settings.none * size) ink.drawn.add(code)
    else if (code !== glyphCodes.space) ink.empty.push(index)
  }
  for (const { drawn, empty } of fonts.values()) {
    if (drawn.size === 0) continue
    const blanks = empty.filter((index) => {
      const code = codes[index] as number
      return !drawn.has(code) && isInked(code) && isEmbedded(objectOf[index] as number)
    })
    const signs = new Set(blanks.map((index) => codes[index]))
    if (signs.size > settings.blanks) continue
    for (const index of blanks) codes[index] = glyphCodes.space
  }
}

/** Returns true for letters, figures and signs: characters with ink in all fonts. */
function isInked(code: number): boolean {
  return code <= glyphCodes.last && /[\p{L}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(code))
}
