import { expect, test } from 'vitest'
import { readGlyphNumbers } from './glyph-numbers.ts'

/** The numbers of letters in the usual order of glyphs, as characters. */
function numbersOf(text: string): string {
  return [...text].map((letter) => String.fromCharCode(letter.charCodeAt(0) - 29)).join('')
}

/** Returns what becomes of the texts of fonts without a map to Unicode. */
function read(...texts: readonly string[]): readonly string[] {
  const said = texts.join('')
  const codes = Uint32Array.from(said, (sign) => sign.charCodeAt(0))
  const fonts = texts.flatMap((text, font) => [...text].map(() => font))
  readGlyphNumbers(codes, [...codes.keys()], (index) => fonts[index] as number)
  const result = String.fromCharCode(...codes)
  return texts.map((text, at) => {
    const start = texts.slice(0, at).join('').length
    return result.slice(start, start + text.length)
  })
}

const sentence = 'The river turns the mill'

test.each([
  { name: 'numbers of glyphs', codes: numbersOf(sentence), text: sentence },
  { name: 'accents and quotes', codes: `${numbersOf(sentence)}p\u00b6`, text: `${sentence}é’` },
  { name: 'capitals without a blank', codes: "'(6&5,37,21", text: 'DESCRIPTION' },
  { name: 'characters', codes: sentence, text: sentence },
  { name: 'characters with accents', codes: 'Uvolnění vinkulace', text: 'Uvolnění vinkulace' },
  { name: 'one sign, repeated', codes: "''''''''", text: "''''''''" },
  { name: 'Chinese characters', codes: '磨坊在河边转动', text: '磨坊在河边转动' },
])('readGlyphNumbers: $name', ({ codes, text }) => {
  expect(read(codes)).toEqual([text])
})

test('readGlyphNumbers: figures in another font follow a text of words', () => {
  expect(read(numbersOf('0106211'))).toEqual([numbersOf('0106211')])
  expect(read(numbersOf(sentence), numbersOf('0106211'))).toEqual([sentence, '0106211'])
})

test('readGlyphNumbers: an apostrophe in another font stays', () => {
  expect(read(numbersOf(sentence), "'")).toEqual([sentence, "'"])
})

test('readGlyphNumbers: a number beyond the usual order has no character', () => {
  expect(read(`${numbersOf(sentence)}\u0142`)).toEqual([`${sentence}\ufffd`])
})
