/** Finds the letters of ligatures without a code point by their width. */

import { isLetter } from '../ascii.ts'
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

/** Returns the letter in the upper byte of a code whose lower byte is zero; an empty string for other codes. */
export function letterInUpperByte(code: number): string {
  return (code & 0xff) === 0 && isLetter(code >> 8) ? String.fromCharCode(code >> 8) : ''
}

/**
 * Returns a function that finds the letters of an unmapped glyph; an empty string if no ligature has its width. Few pages have
 * such glyphs, so that the widths of letters are measured at the first call.
 */
export function createLigatureFinder({ glyphs, objects }: PageText): (index: number) => string {
  let widths: Map<Font, Map<string, number>> | undefined
  const widthAt = (index: number): number => {
    const { size = 0 } = objects[glyphs.objects[index] as number] ?? {}
    return (glyphs.advances[index] as number) / (size || 1)
  }
  const measure = (): Map<Font, Map<string, number>> => {
    const all = new Map<Font, Map<string, number>>()
    for (let index = 0; index < glyphs.count; index++) {
      const code = glyphs.codes[index] as number
      const font = objects[glyphs.objects[index] as number]?.font
      if (!font || !isLetter(code)) continue
      const own = all.get(font) ?? new Map<string, number>()
      all.set(font, own)
      const letter = String.fromCharCode(code)
      // The least width: letters of mapped ligatures have the advance of the whole ligature.
      own.set(letter, Math.min(own.get(letter) ?? Number.POSITIVE_INFINITY, widthAt(index)))
    }
    return all
  }
  return (index) => {
    widths ??= measure()
    const font = objects[glyphs.objects[index] as number]?.font
    const letters = font && widths.get(font)
    if (!letters) return ''
    const code = glyphs.codes[index] as number
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
