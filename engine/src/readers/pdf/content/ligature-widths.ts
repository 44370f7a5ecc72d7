/** Finds the letters of ligatures without a code point by their width. */

import { isLetter, isSmallLetter } from '../ascii.ts'
import { glyphCodes } from './format.ts'
import type { PageText } from './page-text.ts'
import { contentSettings as settings } from './settings.ts'
import type { Font } from './text-objects.ts'

/** Ligatures of text fonts that Unicode does not encode, the most frequent first. */
const ligatures = ['ti', 'tt', 'ft', 'tti', 'Th', 'fft', 'fti'] as const

/**
 * Returns true for the code of a ligature that the file does not map to its letters: macOS writes U+FFFD, LuaTeX of 2013 wrote
 * the first letter in the upper byte.
 */
export function isUnmapped(code: number): boolean {
  return code === glyphCodes.replacement || letterInUpperByte(code) !== ''
}

/** Letters of African languages, U+0180 to U+01BF, without the sign of the florin and the letters of Vietnamese. */
const rareLetter = /^[\u0180-\u0191\u0193-\u019f\u01a2-\u01ae\u01b1-\u01bf]$/
const extendedCapital = /^(?=[\u0100-\u017f])\p{Lu}$/u

/** Ligatures by the number of their glyph in Calibri and Calibri Light, the font of most documents of Word from 2007 to 2023. */
const numbersInCalibri: ReadonlyMap<number, string> = new Map([
  [0x14c, 'ft'],
  [0x19e, 'tf'],
  [0x19f, 'ti'],
  [0x1a9, 'tt'],
  [0x1ab, 'tti'],
])

/**
 * Returns true for a code that may be the number of the glyph in its font, which PDFium returns for a glyph that the file maps to
 * nothing. A capital counts only after a small letter.
 */
export function isLikeGlyphNumber(code: number, before: number): boolean {
  if (code < 0x100 || code > 0x1bf) return false
  const letter = String.fromCharCode(code)
  return rareLetter.test(letter) || (isSmallLetter(before) && extendedCapital.test(letter))
}

/** Returns the letter in the upper byte of a code whose lower byte is zero; an empty string for other codes. */
export function letterInUpperByte(code: number): string {
  return (code & 0xff) === 0 && isLetter(code >> 8) ? String.fromCharCode(code >> 8) : ''
}

/** Returns what the fonts of one face share: a file may hold the ligatures of a face in another font than its letters. */
export function faceOf(font: Font): Font | string {
  return font.name || font
}

/**
 * Returns a function that finds the letters of an unmapped glyph; an empty string if no ligature has its width. Few pages have
 * such glyphs, so that the widths of letters are measured at the first call.
 */
export function createLigatureFinder({ glyphs, objects }: PageText): (index: number) => string {
  let widths: Map<Font | string, Map<string, number>> | undefined
  const widthAt = (index: number): number => {
    const { size = 0 } = objects[glyphs.objects[index] as number] ?? {}
    return (glyphs.advances[index] as number) / (size || 1)
  }
  const measure = (): Map<Font | string, Map<string, number>> => {
    const all = new Map<Font | string, Map<string, number>>()
    for (let index = 0; index < glyphs.count; index++) {
      const code = glyphs.codes[index] as number
      const font = objects[glyphs.objects[index] as number]?.font
      if (!font || !isLetter(code)) continue
      const own = all.get(faceOf(font)) ?? new Map<string, number>()
      all.set(faceOf(font), own)
      const letter = String.fromCharCode(code)
      // The least width: letters of mapped ligatures have the advance of the whole ligature.
      own.set(letter, Math.min(own.get(letter) ?? Number.POSITIVE_INFINITY, widthAt(index)))
    }
    return all
  }
  return (index) => {
    const font = objects[glyphs.objects[index] as number]?.font
    const code = glyphs.codes[index] as number
    const numbered = numbersInCalibri.get(code)
    if (numbered !== undefined && font?.name.startsWith('Calibri')) return numbered
    widths ??= measure()
    const letters = font && widths.get(faceOf(font))
    if (!letters) return ''
    const first = letterInUpperByte(code)
    let best = ''
    let least: number = first === '' ? settings.ligatureEms.any : settings.ligatureEms.first
    for (const ligature of ligatures) {
      if (!ligature.startsWith(first)) continue
      const width = [...ligature].reduce((sum, one) => sum + (letters.get(one) ?? Number.NaN), 0)
      const difference = Math.abs(width - widthAt(index))
      // NaN, where the page lacks a letter, is never less.
      if (difference < least) [best, least] = [ligature, difference]
    }
    return best
  }
}
