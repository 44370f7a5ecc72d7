/** Replaces a glyph without a known character by the letters of its ligature, all at the glyph's position. */

import { isLetter } from '../ascii.ts'
import { glyphCodes, isControl } from './format.ts'
import type { LigatureNames } from './ligature-names.ts'
import {
  createLigatureFinder,
  faceOf,
  isLikeGlyphNumber,
  isUnmapped,
  letterInUpperByte,
} from './ligature-widths.ts'
import { copyGlyphs, type Glyphs, type PageText } from './page-text.ts'
import { contentSettings as settings } from './settings.ts'
import { slotsOf } from './symbol-encodings.ts'
import { createTexReader, isDoubtfulInTex, texLigatures } from './tex-encoding.ts'

/** @param readNames Reads the names in the file; called only for a page that has codes without a character. */
export function expandLigatures(text: PageText, readNames: () => LigatureNames): PageText {
  const found = new Map<number, string>()
  const { glyphs, objects } = text
  const findByWidth = createLigatureFinder(text)
  const readTex = createTexReader(text)
  for (let index = 0; index < glyphs.count; index++) {
    const code = glyphs.codes[index] as number
    let letters = ''
    const swapped = letterInUpperByte(code)
    if (swapped !== '' && isPartOfGlyph(glyphs, index)) {
      found.set(index, swapped)
      continue
    }
    const isUnmappedGlyph =
      isUnmapped(code) || isLikeGlyphNumber(code, glyphs.codes[index - 1] ?? 0)
    if (isUnmappedGlyph) letters = findByWidth(index)
    else if (isDoubtfulInTex(code) || isUnknown(text, index)) {
      const font = objects[glyphs.objects[index] as number]?.font.name ?? ''
      if (font === '') letters = readTex(index)
      else if (isUnknown(text, index)) {
        letters = readNames().get(font)?.get(code) ?? texLigatures.get(code) ?? ''
      }
    }
    if (letters.length === 1 || (letters !== '' && hasLetterBeside(text, index))) {
      found.set(index, letters)
    }
  }
  return found.size === 0 ? text : { ...text, glyphs: expand(glyphs, found) }
}

/**
 * Returns true if a code and the one beside it are parts of one ligature: they have one place, and letters in their upper bytes.
 * Ghostscript 10.00 swaps the bytes of ligatures, U+6600 U+6900 is `fi`. Chinese characters have a place each.
 */
function isPartOfGlyph({ codes, originX, originY }: Glyphs, index: number): boolean {
  return [index - 1, index + 1].some(
    (other) =>
      letterInUpperByte(codes[other] ?? 0) !== '' &&
      originX[other] === originX[index] &&
      originY[other] === originY[index],
  )
}

/** Returns true for a control character that has ink. PDFium puts one for a hyphen at the end of a line. */
function isUnknown({ glyphs, objects }: PageText, index: number): boolean {
  const { codes, x0, x1 } = glyphs
  const code = codes[index] as number
  if (!isControl(code) || (x1[index] as number) <= (x0[index] as number)) return false
  const font = objects[glyphs.objects[index] as number]?.font.name ?? ''
  return code !== glyphCodes.lineEndHyphen || slotsOf(font) !== undefined
}

function hasLetterBeside({ glyphs, objects }: PageText, index: number): boolean {
  const { originX, originY, advances, objects: objectOf } = glyphs
  const em = objects[objectOf[index] as number]?.size ?? 0
  return [index - 1, index + 1].some((other) => {
    if (other < 0 || other >= glyphs.count || !isLetter(glyphs.codes[other] as number)) return false
    const [left, right] = [Math.min(index, other), Math.max(index, other)]
    // Turned text steps along the other axis.
    const stepX = Math.abs((originX[right] as number) - (originX[left] as number))
    const stepY = Math.abs((originY[right] as number) - (originY[left] as number))
    const gap = Math.max(stepX, stepY) - (advances[left] as number)
    const isNear = Math.abs(gap) < settings.touchEms * em
    const font = objects[objectOf[other] as number]?.font
    const own = objects[objectOf[index] as number]?.font
    const isOwnFace = font !== undefined && own !== undefined && faceOf(font) === faceOf(own)
    return isNear && isOwnFace && Math.min(stepX, stepY) === 0
  })
}

function expand(glyphs: Glyphs, found: ReadonlyMap<number, string>): Glyphs {
  const sources: number[] = []
  const codes = new Map<number, number>()
  for (let index = 0; index < glyphs.count; index++) {
    const letters = found.get(index)
    if (!letters) sources.push(index)
    else for (const letter of letters) codes.set(sources.push(index) - 1, letter.charCodeAt(0))
  }
  const own = copyGlyphs(glyphs, sources)
  for (const [index, code] of codes) own.codes[index] = code
  return own
}
