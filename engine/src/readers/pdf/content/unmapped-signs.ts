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

/**
 * Turns visible characters into blanks that have no ink in their font, on the whole page: files map blanks to signs. If more are
 * without ink, the font lacks their glyphs. So do fonts that the file does not hold, and a font without any ink may have no boxes.
 */
function blankEmptySigns(
  { codes, objects: objectOf, count, y0, y1 }: Glyphs,
  objects: readonly TextObject[],
  isEmbedded: (object: number) => boolean,
): void {
  const hasInk = (index: number): boolean => {
    const { size } = objects[objectOf[index] as number] as TextObject
    return (y1[index] as number) - (y0[index] as number) > settings.none * size
  }
  /** The characters without ink of each font. Most pages have none. */
  const empty = new Map<Font, Set<number>>()
  for (let index = 0; index < count; index++) {
    const code = codes[index] as number
    if (code === glyphCodes.space || hasInk(index) || !isInked(code)) continue
    const object = objects[objectOf[index] as number] as TextObject
    if (!showsInk(object) || !isEmbedded(objectOf[index] as number)) continue
    empty.set(object.font, (empty.get(object.font) ?? new Set()).add(code))
  }
  if (empty.size === 0) return
  const hasDrawn = new Set<Font>()
  for (let index = 0; index < count; index++) {
    const object = objects[objectOf[index] as number] as TextObject
    const signs = empty.get(object.font)
    if (!signs || !showsInk(object) || !hasInk(index)) continue
    hasDrawn.add(object.font)
    signs.delete(codes[index] as number)
  }
  for (let index = 0; index < count; index++) {
    const object = objects[objectOf[index] as number] as TextObject
    const signs = hasDrawn.has(object.font) ? empty.get(object.font) : undefined
    if (!signs || signs.size > settings.blanks || !showsInk(object)) continue
    if (signs.has(codes[index] as number)) codes[index] = glyphCodes.space
  }
}

/** Returns true if the boxes of visible level text tell its ink. Fonts without a name may have no boxes. */
function showsInk({ font, angleDegrees, renderMode }: TextObject): boolean {
  return angleDegrees === 0 && font.name !== '' && renderMode !== renderModes.invisible
}

/** Returns true for letters, figures and signs: characters with ink in all fonts. */
function isInked(code: number): boolean {
  return code <= glyphCodes.last && /[\p{L}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(code))
}
