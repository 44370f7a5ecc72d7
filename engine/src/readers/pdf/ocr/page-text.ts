/** Turns words read from a picture of a page into glyphs and text objects, so that the same pipeline lays them out. */
import type { BBox } from '../../../model/index.ts'
import {
  allocateGlyphs,
  type Drawings,
  type Font,
  type Glyphs,
  glyphCodes,
  noDrawings,
  type PageText,
  type Ruling,
  type TextObject,
} from '../content/index.ts'
import { sumOf } from '../statistics.ts'
import { findBold } from './boldness.ts'
import type { PictureWord } from './picture-word.ts'
import type { PictureText } from './read-picture.ts'
import { ocrSettings } from './settings.ts'
import { groupByLine } from './text-lines.ts'
import { findTypeSizes } from './type-sizes.ts'

/** Conversion from the picture's pixels to points of the page. */
export interface PicturePlace {
  readonly pointsPerPixel: number
  /** Position of the picture's top-left corner. */
  readonly x: number
  readonly y: number
}

/** A light and a dark grey, 0xRRGGBBAA. */
const groundColors = { shaded: 0xd9d9d9ff, dark: 0x404040ff } as const

const regular: Font = { name: '', flags: 0, weight: 0, italic: false }
const bold: Font = { ...regular, weight: 700 }

export function toPageText(words: readonly PictureWord[], place: PicturePlace): PageText {
  const objects = toTextObjects(words, place)
  const letters = words.map(({ text }) => [...text])
  const count = sumOf(letters, (each) => each.length + 1)
  const glyphs = { count, ...allocateGlyphs(count) }
  let at = 0
  for (const [index, word] of words.entries()) {
    at = addWord(glyphs, at, letters[index] ?? [], word, index, place, objects[index]?.size ?? 0)
  }
  return { glyphs, objects }
}

/** Makes one text object for each word. */
function toTextObjects(words: readonly PictureWord[], { pointsPerPixel }: PicturePlace) {
  const lines = groupByLine(words)
  const sizes = findTypeSizes(lines)
  const isBold = findBold(lines.map((line, at) => ({ words: line, size: sizes[at] ?? 0 })))
  return lines.flatMap((line, at) =>
    line.map((_, index): TextObject => {
      const font = isBold[at]?.[index] ? bold : regular
      const size = (sizes[at] ?? 0) * pointsPerPixel
      return { font, size, angleDegrees: 0, renderMode: 0 }
    }),
  )
}

/** Adds letters of equal width side by side, then a blank. @returns The next free index. */
function addWord(
  glyphs: Glyphs,
  start: number,
  letters: readonly string[],
  word: PictureWord,
  object: number,
  { pointsPerPixel: scale, x, y }: PicturePlace,
  size: number,
): number {
  const advance = ((word.x1 - word.x0) * scale) / Math.max(1, letters.length)
  const left = x + word.x0 * scale
  for (const [index, letter] of [...letters, ' '].entries()) {
    const at = start + index
    const isBlank = index === letters.length
    glyphs.codes[at] = isBlank ? glyphCodes.space : (letter.codePointAt(0) ?? glyphCodes.space)
    glyphs.originX[at] = left + index * advance
    glyphs.originY[at] = y + word.baseline * scale
    glyphs.advances[at] = isBlank ? ocrSettings.blankEms * size : advance
    glyphs.x0[at] = left + index * advance
    glyphs.x1[at] = isBlank ? (glyphs.x0[at] as number) : left + (index + 1) * advance
    glyphs.y0[at] = y + word.y0 * scale
    glyphs.y1[at] = isBlank ? (glyphs.y0[at] as number) : y + word.y1 * scale
    glyphs.objects[at] = object
  }
  return start + letters.length + 1
}

/** Converts the drawings detected in the picture of a page. */
export function toDrawings(
  { rulings, drawings, shaded, dark }: PictureText,
  place: PicturePlace,
): Drawings {
  const toBox = (box: BBox) => toPageBox(box, place)
  const images = drawings.map(toBox)
  const fills = [
    ...shaded.map((box) => ({ ...toBox(box), color: groundColors.shaded })),
    ...dark.map(({ x0, y0, x1, y1 }) => ({
      ...toBox({ x0, y0, x1, y1 }),
      color: groundColors.dark,
    })),
  ]
  return { ...noDrawings, images, fills, rulings: toRulings(rulings, place) }
}

/** @returns A box of the picture, in points of the page. */
export function toPageBox(
  { x0, y0, x1, y1 }: BBox,
  { pointsPerPixel: scale, x, y }: PicturePlace,
): BBox {
  return { x0: x + x0 * scale, y0: y + y0 * scale, x1: x + x1 * scale, y1: y + y1 * scale }
}

function toRulings(
  rulings: PictureText['rulings'],
  { pointsPerPixel: scale, x, y }: PicturePlace,
): Ruling[] {
  return rulings.map(({ direction, x0, y0, x1, y1 }) =>
    direction === 'horizontal'
      ? {
          isHorizontal: true,
          at: y + ((y0 + y1 + 1) / 2) * scale,
          from: x + x0 * scale,
          to: x + (x1 + 1) * scale,
          thickness: (y1 - y0 + 1) * scale,
        }
      : {
          isHorizontal: false,
          at: x + ((x0 + x1 + 1) / 2) * scale,
          from: y + y0 * scale,
          to: y + (y1 + 1) * scale,
          thickness: (x1 - x0 + 1) * scale,
        },
  )
}
