import { expect, test } from 'vitest'
import { logChanceOf } from './sequences.ts'

test.each([
  { likely: ' Total ', other: ' Tatal ' },
  { likely: ' INVOICE ', other: ' INVOlCE ' },
  { likely: ' unit price ', other: ' unitprice ' },
  { likely: ' 19/01/2017 ', other: ' 19/0l/2017 ' },
  { likely: ' noodle ', other: ' no0dle ' },
])('$likely is more likely than $other', ({ likely, other }) => {
  expect(logChanceOf(likely)).toBeGreaterThan(logChanceOf(other) + 2)
})

test('case, accents and the value of digits do not matter', () => {
  expect(logChanceOf('élève 1987')).toBe(logChanceOf('ELEVE 2026'))
})

test('only the characters from the start on count', () => {
  const whole = logChanceOf('total')
  const start = logChanceOf('tot')
  expect(logChanceOf('total', 3)).toBeCloseTo(whole - start)
  expect(logChanceOf('total', 5)).toBe(0)
})

test('characters outside of ASCII are no error', () => {
  expect(Number.isFinite(logChanceOf('合計 €'))).toBe(true)
})
