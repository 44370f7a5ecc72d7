import { expect, test } from 'vitest'
import { accented, findCombining, textOfCode } from './unicode.ts'

test.each([
  { name: 'a letter', code: 0x41, font: '', text: 'A' },
  { name: 'a no-break space', code: 0xa0, font: '', text: ' ' },
  { name: 'a thin space', code: 0x2009, font: '', text: ' ' },
  { name: 'a control', code: 0x03, font: '', text: '' },
  { name: 'a hyphen at a line end', code: 0x02, font: '', text: '-' },
  { name: 'a ligature', code: 0xfb03, font: '', text: 'ffi' },
  { name: 'a shape of an Arabic letter', code: 0xfe91, font: '', text: 'ب' },
  { name: 'a Kangxi radical', code: 0x2f8f, font: '', text: '行' },
  { name: 'a radical that looks like a letter', code: 0x2eda, font: '', text: '页' },
  { name: 'a radical that looks like no letter', code: 0x2e97, font: '', text: '⺗' },
  { name: 'a colon of vertical text', code: 0xfe13, font: '', text: ':' },
  { name: 'an unmapped glyph', code: 0xfffd, font: '', text: '' },
  { name: 'a bullet of a symbolic font', code: 0xf0b7, font: 'Symbol', text: '•' },
  {
    name: 'a bullet of Wingdings in the font of LibreOffice',
    code: 0xf0a7,
    font: 'CAAAAA+OpenSymbol',
    text: '▪',
  },
  {
    name: 'a sign of Symbol in the font of LibreOffice',
    code: 0xf0b0,
    font: 'OpenSymbol',
    text: '°',
  },
  {
    name: 'an unknown sign in the font of LibreOffice',
    code: 0xf07d,
    font: 'OpenSymbol',
    text: '',
  },
  { name: 'a dash in the font of LibreOffice', code: 0xf02d, font: 'OpenSymbol', text: '-' },
  { name: 'a Greek letter of OpenOffice', code: 0xe0c8, font: 'DAAAAA+OpenSymbol', text: 'σ' },
  { name: 'a plus sign of OpenOffice', code: 0xe083, font: 'StarSymbol', text: '+' },
  { name: 'a private code of another font', code: 0xe0c8, font: 'Custom', text: '' },
  { name: 'an icon', code: 0xf06d, font: '12b809+FontAwesome5Free-Solid', text: '' },
  { name: 'a Greek letter of Symbol', code: 0xf061, font: 'SymbolMT', text: 'α' },
  { name: 'a tick of Wingdings', code: 0xf0fc, font: 'Wingdings-Regular', text: '✓' },
  { name: 'ASCII in a symbolic font', code: 0xf041, font: 'Custom', text: 'A' },
  { name: 'an old-style digit', code: 0xf733, font: '', text: '3' },
  { name: 'a small capital', code: 0xf761, font: '', text: 'A' },
  { name: 'a private code', code: 0xe123, font: '', text: '' },
  { name: 'an astral character', code: 0x1d465, font: '', text: '𝑥' },
  { name: 'a number that is not a code point', code: 0x7fffffff, font: '', text: '' },
])('textOfCode: $name', ({ code, font, text }) => {
  expect(textOfCode(code, font)).toBe(text)
})

test('an accent and a letter become one character if Unicode has it', () => {
  expect(accented('o', findCombining(0xa8) ?? '')).toBe('ö')
  expect(accented('ı', findCombining(0xb4) ?? '')).toBe('í')
  expect(accented('X', findCombining(0x2c6) ?? '')).toBe('X\u0302')
  expect(accented('\u02c6', findCombining(0xb4) ?? '')).toBeUndefined()
  expect(accented('=', findCombining(0xb4) ?? '')).toBeUndefined()
  expect(accented('c', findCombining(0x25ef) ?? '')).toBe('©')
  expect(accented('A', findCombining(0x25ef) ?? '')).toBe('Ⓐ')
})
