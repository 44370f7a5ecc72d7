import { expect, test } from 'vitest'
import { align } from './align.ts'
import type { TruthBlock } from './truth.ts'

const blocks: readonly TruthBlock[] = [
  { kind: 'heading', text: 'The old mills' },
  { kind: 'paragraph', text: 'There were nine mills on the river, and each of them ground corn.' },
  { kind: 'item', text: 'wheels made of oak' },
]

/** The block of each line; a + marks its first line. */
function matched(lines: readonly string[]): string[] {
  return align(lines, blocks).map((own) => (own ? `${own.block}${own.isStart ? '+' : ''}` : '–'))
}

test.each([
  {
    name: 'lines of a paragraph, a heading with a number, an item with its mark',
    lines: [
      '1 The old mills',
      'There were nine mills on the',
      'river, and each of them ground corn.',
      '• wheels made of oak',
    ],
    blocks: ['0+', '1+', '1', '2+'],
  },
  {
    name: 'a word broken at the end of a line',
    lines: ['There were nine mills on the ri-', 'ver, and each of them ground corn.'],
    blocks: ['1+', '1'],
  },
  {
    name: 'a line that the truth does not contain',
    lines: [
      'There were nine mills on the',
      'Printed in Leeds',
      'river, and each of them ground corn.',
    ],
    blocks: ['1+', '–', '1'],
  },
])('align: $name', ({ lines, blocks: expected }) => {
  expect(matched(lines)).toEqual(expected)
})
