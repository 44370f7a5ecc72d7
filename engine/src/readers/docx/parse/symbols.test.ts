import { expect, test } from 'vitest'
import { decodeSymbols, symbolText } from './symbols.ts'

test.each([
  { font: 'Symbol', code: 0xf061, text: 'α' },
  { font: 'symbol', code: 0x61, text: 'α' },
  { font: 'Symbol', code: 0xf0b7, text: '•' },
  { font: 'Symbol', code: 0xf0ae, text: '→' },
  { font: 'Symbol', code: 0xf020, text: ' ' },
  { font: 'Wingdings', code: 0xf0e0, text: '→' },
  { font: 'Wingdings', code: 0xf0fc, text: '✓' },
  { font: 'Wingdings', code: 0xf0fe, text: '☑' },
  { font: 'Wingdings', code: 0xf06f, text: '□' },
  { font: 'Wingdings', code: 0xf04a, text: '☺' },
  { font: 'Wingdings 2', code: 0xf050, text: '✓' },
  { font: 'Wingdings 2', code: 0xf0a3, text: '☐' },
  { font: 'Wingdings 3', code: 0xf070, text: '▲' },
  { font: 'Webdings', code: 0xf061, text: '✓' },
  { font: 'Arial', code: 0x2611, text: '☑' },
  { font: 'MS Gothic', code: 0xf061, text: undefined },
  { font: 'Symbol', code: 0xf094, text: undefined },
  { font: 'Symbol', code: Number.NaN, text: undefined },
])('symbolText: $code of $font', ({ font, code, text }) => {
  expect(symbolText(font, code)).toBe(text)
})

test.each([
  {
    name: 'text in the font of the symbols',
    text: '\uf061 and a',
    font: 'Symbol',
    shown: 'α and a',
  },
  { name: 'a pasted bullet', text: '\uf0b7 a', font: 'Arial', shown: '• a' },
  { name: 'a pasted arrow', text: 'a \uf0e0 b', font: undefined, shown: 'a → b' },
  { name: 'no symbols', text: 'abc', font: 'Symbol', shown: 'abc' },
])('decodeSymbols: $name', ({ text, font, shown }) => {
  expect(decodeSymbols(text, font)).toBe(shown)
})
