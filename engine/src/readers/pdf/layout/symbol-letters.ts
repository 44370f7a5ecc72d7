/**
 * Finds the letters among the signs of OpenSymbol: LibreOffice prints the fonts Symbol and Wingdings in it, with one code for `μ` and for
 * a bullet.
 */
import type { Glyphs, Page } from '../content/index.ts'
import { layoutSettings as settings } from './settings.ts'
import { BLANK, openSymbol, symbolOf, textOfCode } from './unicode.ts'

/**
 * Returns the letters by the indices of their glyphs. A letter is part of a word (`IFN-γ`), or a prefix between a number and its unit
 * (`3 μs`); a bullet or a box stands alone or before its text.
 */
export function findSymbolLetters(page: Page): ReadonlyMap<number, string> {
  const letters = new Map<number, string>()
  const { glyphs, objects } = page
  const fonts = objects.map(({ font }) => openSymbol.test(font.name))
  if (!fonts.includes(true)) return letters
  const size = (index: number) => objects[glyphs.objects[index] as number]?.size ?? 0
  const text = (index: number) => textOfCode(glyphs.codes[index] as number, '')
  for (let index = 1; index < glyphs.count; index++) {
    const letter = fonts[glyphs.objects[index] as number]
      ? symbolOf(glyphs.codes[index] as number)
      : undefined
    if (letter === undefined || !/\p{L}/u.test(letter)) continue
    const near = settings.wordGap * size(index)
    const isAfterWord = gapAfter(glyphs, index - 1) <= near && text(index - 1) !== BLANK
    const isUnit =
      gapAfter(glyphs, index) <= near &&
      /\p{L}/u.test(text(index + 1)) &&
      text(index - 1) === BLANK &&
      /\d/.test(text(index - 2))
    if (isAfterWord || isUnit) letters.set(index, letter)
  }
  return letters
}

/** Returns the distance of a glyph from the next one on its line, in points; infinity at the end of a line. */
function gapAfter({ originX, originY, advances, count }: Glyphs, index: number): number {
  if (index + 1 >= count || originY[index] !== originY[index + 1]) return Number.POSITIVE_INFINITY
  const end = (originX[index] as number) + (advances[index] as number)
  return Math.abs((originX[index + 1] as number) - end)
}
