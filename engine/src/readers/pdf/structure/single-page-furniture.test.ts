import { expect, test } from 'vitest'
import { fragment } from '../layout/testing/layout.ts'
import { findFurniture } from './furniture.ts'
import { isStamp, loneNumber } from './single-page-furniture.ts'

test.each([
  ['Downloaded from example.org on 1 May', true],
  ['The paper was downloaded from example.org', false],
])('isStamp: %s is %s', (text, expected) => {
  expect(isStamp(fragment(text, 50, 780))).toBe(expected)
})

test.each([
  { text: 'arXiv:1001.0001v2 [math.CO] 1 May 2010', pages: 2, count: 1 },
  { text: 'arXiv:1001.0001v2 [math.CO] 1 May 2010', pages: 1, count: 0 },
  { text: 'arXiv:1001.0001 shows the proof', pages: 2, count: 0 },
])('findFurniture: $text on the first of $pages pages', ({ text, pages, count }) => {
  const described = Array.from({ length: pages }, (_, index) => ({
    number: index + 1,
    width: 600,
    height: 800,
    fragments: [
      ...(index === 0 ? [fragment(text, 50, 780)] : []),
      fragment(`body ${'x'.repeat(index)}`, 50, 400),
    ],
  }))
  expect(findFurniture(described).size).toBe(count)
})

test('loneNumber: a number has a few marks about it, and is not the end of a line of code', () => {
  expect(['17', '– 3 –', '[4]'].filter((text) => loneNumber.test(text))).toHaveLength(3)
  expect(loneNumber.test('(-) ↦ 0')).toBe(false)
})
