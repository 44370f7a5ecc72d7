import { expect, test } from 'vitest'
import { writeNumber } from './number-formats.ts'

test.each([
  { format: 'decimal', value: 12, text: '12' },
  { format: 'decimalZero', value: 3, text: '03' },
  { format: 'decimalZero', value: 12, text: '12' },
  { format: '001, 002, 003, ...', value: 7, text: '007' },
  { format: 'upperRoman', value: 1994, text: 'MCMXCIV' },
  { format: 'lowerRoman', value: 9, text: 'ix' },
  { format: 'lowerLetter', value: 26, text: 'z' },
  { format: 'lowerLetter', value: 28, text: 'bb' },
  { format: 'upperLetter', value: 53, text: 'AAA' },
  { format: 'lowerLetter', value: 1_000_000, text: '1000000' },
  { format: 'ordinal', value: 11, text: '11th' },
  { format: 'ordinal', value: 22, text: '22nd' },
  { format: 'cardinalText', value: 3, text: 'Three' },
  { format: 'ordinalText', value: 21, text: '21st' },
  { format: 'hex', value: 255, text: 'FF' },
  { format: 'chicago', value: 6, text: '††' },
  { format: 'decimalEnclosedCircle', value: 4, text: '④' },
  { format: 'decimalEnclosedCircle', value: 21, text: '21' },
  { format: 'chineseCounting', value: 23, text: '二十三' },
  { format: 'hebrew1', value: 15, text: 'טו' },
  { format: 'hebrew1', value: 116, text: 'קטז' },
  { format: 'hebrew2', value: 2, text: 'ב' },
  { format: 'arabicAbjad', value: 3, text: 'ج' },
  { format: 'russianLower', value: 4, text: 'г' },
  { format: 'numberInDash', value: 5, text: '- 5 -' },
  { format: 'none', value: 5, text: '' },
  { format: 'unheardOf', value: 5, text: '5' },
  { format: 'upperRoman', value: 0, text: '0' },
  { format: 'lowerLetter', value: -1, text: '-1' },
])('writeNumber: $value as $format', ({ format, value, text }) => {
  expect(writeNumber(value, format)).toBe(text)
})
