import { expect, test } from 'vitest'
import { withPlainSigns } from './plain-signs.ts'
import { bodyStyle, boldStyle, italicStyle, monoStyle } from './testing/lines.ts'

test.each([
  { name: 'spaced dots in a list', text: 'x1, . . . , xn', plain: 'x1, ..., xn' },
  { name: 'spaced dots before a bracket', text: 'mill(a, . . . )', plain: 'mill(a, ...)' },
  { name: 'no leaders', text: 'Wheels . . . . . . 7', plain: 'Wheels . . . . . . 7' },
  { name: 'two options', text: '[ \u2212\u2212wheel | \u2212mill ]', plain: '[ --wheel | -mill ]' },
  { name: 'a minus in a word', text: 'P\u2212value, sub\u2212a', plain: 'P-value, sub-a' },
  {
    name: 'no difference',
    text: 'a\u2212b, n \u2212 one, 3\u2212two',
    plain: 'a\u2212b, n \u2212 one, 3\u2212two',
  },
  { name: 'no variable', text: 'for \u2212x', plain: 'for \u2212x' },
  { name: 'a tilde in an address', text: 'mill.org/\u02dcwheel', plain: 'mill.org/~wheel' },
  { name: 'doubled quotes', text: '\u2018\u2018mill\u2019\u2019', plain: '\u201cmill\u201d' },
])('withPlainSigns: $name', ({ text, plain }) => {
  expect(withPlainSigns(text, bodyStyle)).toBe(plain)
})

test('withPlainSigns: a minus before a letter of bold text is that of an option', () => {
  expect(withPlainSigns('mill \u2212w', boldStyle)).toBe('mill -w')
})

test('withPlainSigns: in italics, a minus between words is a hyphen, one beside variables is not', () => {
  const text = 'upper\u2212mill, n\u2212one, \u2212\u2212wheel'
  expect(withPlainSigns(text, italicStyle)).toBe('upper-mill, n\u2212one, --wheel')
})

test('withPlainSigns: a minus of typewriter text is a hyphen', () => {
  expect(withPlainSigns('mill \u2212w 3', monoStyle)).toBe('mill -w 3')
})
