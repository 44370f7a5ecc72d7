import { expect, test } from 'vitest'
import { findColumnShifts } from './column-starts.ts'
import { textBlock } from './testing/lines.ts'

/** A block in a column of its page that begins at a position, in points. */
const at = (page: number, columnStart: number, leftwards = false) =>
  textBlock('The wheel of the mill', undefined, {}, { page, column: page, columnStart, leftwards })

const pages = (...starts: readonly number[]) => starts.map((start, index) => at(index + 1, start))

test.each([
  { name: 'a page of nested items', others: pages(72, 72, 72), page: 4, start: 90, shift: 18 },
  {
    name: 'one page of nested items among few',
    others: [at(1, 72), at(3, 72)],
    page: 2,
    start: 90,
    shift: 18,
  },
  { name: 'a usual page', others: pages(72, 72, 72), page: 4, start: 72, shift: 0 },
  { name: 'a column beside another', others: pages(72, 72, 72), page: 4, start: 310, shift: 0 },
  {
    name: 'a right page with a margin of its own',
    others: pages(90, 72, 90, 72),
    page: 5,
    start: 90,
    shift: 0,
  },
  {
    name: 'nested items on a right page',
    others: pages(90, 72, 90, 72),
    page: 5,
    start: 108,
    shift: 18,
  },
  { name: 'a page where only one other begins', others: pages(72), page: 2, start: 90, shift: 0 },
])('findColumnShifts: $name', ({ others, page, start, shift }) => {
  const block = at(page, start)
  expect(findColumnShifts([...others, block])(block)).toBe(shift)
})

test('findColumnShifts: text from right to left begins at the other side', () => {
  const block = at(4, 90, true)
  expect(findColumnShifts([...pages(72, 72, 72), block])(block)).toBe(0)
})
