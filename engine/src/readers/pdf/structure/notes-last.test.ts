import { expect, test } from 'vitest'
import { textOf } from './layout-blocks.ts'
import { putNotesLast } from './notes-last.ts'
import { bodyStyle, textBlock, under } from './testing/lines.ts'

const prose = 'which is long enough to be a paragraph of the body of the document'

/** Returns the names of the blocks in their new order; each is given by its first word, column and size. */
function orderOf(blocks: readonly (readonly [name: string, column: number, size: number])[]) {
  const made = blocks.map(([name, column, size]) =>
    textBlock(`${name} ${prose}`, bodyStyle, { size }, { column }),
  )
  return putNotesLast(made)
    .map((own) => (own.type === 'text' ? textOf(own).split(' ')[0] : ''))
    .join(' ')
}

test.each([
  {
    name: 'notes below a column come after the column in which its text continues',
    blocks: [
      ['a', 0, 10],
      ['1', 0, 8],
      ['2', 0, 8],
      ['b', 1, 10],
      ['3', 1, 8],
    ] as const,
    order: 'a b 1 2 3',
  },
  {
    name: 'the end of a note from the previous page comes after that column, too',
    blocks: [
      ['a', 0, 10],
      ['goes', 0, 8],
      ['1', 0, 8],
      ['b', 1, 10],
    ] as const,
    order: 'a b goes 1',
  },
  {
    name: 'small text without a mark stays in its column',
    blocks: [
      ['a', 0, 10],
      ['caption', 0, 8],
      ['b', 1, 10],
    ] as const,
    order: 'a caption b',
  },
  {
    name: 'notes stay if text of another kind follows',
    blocks: [
      ['a', 0, 10],
      ['1', 0, 8],
      ['b', 1, 7],
    ] as const,
    order: 'a 1 b',
  },
  {
    name: 'notes below a single column stay',
    blocks: [
      ['a', 0, 10],
      ['1', 0, 8],
    ] as const,
    order: 'a 1',
  },
])('putNotesLast: $name', ({ blocks, order }) => {
  expect(orderOf(blocks)).toBe(order)
})

test('putNotesLast: small print that the text continues below is not a note', () => {
  const code = textBlock('4 \\newrefformat', bodyStyle, { size: 8 }, { column: 0 })
  const text = (name: string, column: number) =>
    textBlock(`${name} ${prose}`, bodyStyle, {}, { column })
  const blocks = under([text('a', 0), code, text('b', 1)])
  expect(putNotesLast(blocks)).toEqual(blocks)
})
