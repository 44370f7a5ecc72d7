import { expect, test } from 'vitest'
import type { Font, Page, TextObject } from '../content/index.ts'
import { findSymbolLetters } from './symbol-letters.ts'

/**
 * A line of glyphs, each 5 points wide, with a place for each character; private codes are in the second font. Cast: only
 * these fields are read.
 */
function pageOf(text: string, font: string): Page {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  const objects = ['Text', font].map((name) => ({ font: { name } as Font, size: 10 }) as TextObject)
  return {
    objects,
    glyphs: {
      count: codes.length,
      codes: Uint32Array.from(codes),
      objects: Int32Array.from(codes, (code) => (code > 0xf000 ? 1 : 0)),
      originX: Float64Array.from(codes, (_, index) => 5 * index),
      originY: Float64Array.from(codes, () => 100),
      advances: Float64Array.from(codes, () => 5),
    },
  } as unknown as Page
}

test.each([
  { name: 'at the end of a word', text: 'IFN-\uf067', found: ['γ'] },
  { name: 'within a word', text: 'sin\uf071x', found: ['θ'] },
  { name: 'between a number and its unit', text: '3 \uf06ds', found: ['μ'] },
  { name: 'not a box before a word', text: '\uf071No', found: [] },
  { name: 'not a box after a blank', text: 'a \uf071No', found: [] },
  { name: 'not a box apart', text: '2 \uf06f d', found: [] },
  { name: 'not an arrow', text: 'a\uf0e0', found: [] },
  { name: 'not in other fonts', text: '3 \uf06ds', font: 'Wingdings', found: [] },
])('findSymbolLetters: $name', ({ text, font = 'OpenSymbol', found }) => {
  expect([...findSymbolLetters(pageOf(text, font)).values()]).toEqual(found)
})
