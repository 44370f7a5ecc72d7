import { expect, test } from 'vitest'
import type { OutlineEntry } from '../content/index.ts'
import { namedByOutline } from './outline-names.ts'
import { textBlock } from './testing/lines.ts'

/** Blocks with the same words at different heights of the first two pages. */
const blocks = [
  textBlock('Sheets', undefined, { y: 100 }),
  textBlock('2 Sheets', undefined, { y: 400 }),
  textBlock('Sheets', undefined, { y: 100, page: 2 }),
]
const entry = (place?: OutlineEntry['place']): OutlineEntry => ({
  title: 'Sheets',
  depth: 2,
  ...(place && { place }),
})

test.each([
  {
    name: 'names the block nearest to its place',
    outline: [entry({ page: 1, y: 380 })],
    named: [1],
  },
  {
    name: 'without a height names all blocks of its page',
    outline: [entry({ page: 1 })],
    named: [0, 1],
  },
  { name: 'without a page names no block', outline: [entry()], named: [] },
  {
    name: 'does not take the block of another one',
    outline: [entry({ page: 1, y: 90 }), entry({ page: 1, y: 390 })],
    named: [0, 1],
  },
])('namedByOutline: an entry $name', ({ outline, named }) => {
  const found = namedByOutline(blocks, outline)
  expect(blocks.flatMap((block, index) => (found.has(block) ? [index] : []))).toEqual(named)
})

test('namedByOutline: thousands of equal titles on a page each name their block', () => {
  const equal = Array.from({ length: 20_000 }, (_, y) => textBlock('Sheets', undefined, { y }))
  const outline = equal.map(({ box }) => entry({ page: 1, y: box.y0 }))
  expect(namedByOutline(equal, outline).size).toBe(equal.length)
})
