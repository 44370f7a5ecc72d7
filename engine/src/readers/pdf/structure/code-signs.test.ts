import { expect, test } from 'vitest'
import { withAsciiSigns } from './code-signs.ts'

test.each([
  { name: 'signs of formulas', text: 'a \u2212 b \u2217 2', code: 'a - b * 2' },
  { name: 'accents without a letter', text: '[\u02c6a] \u02dc/b', code: '[^a] ~/b' },
  { name: 'soft hyphens', text: 'a\u00adb', code: 'a-b' },
  { name: 'no quotes and dashes', text: '‘a’ – b', code: '‘a’ – b' },
])('withAsciiSigns replaces $name', ({ text, code }) => {
  expect(withAsciiSigns(text)).toBe(code)
})
