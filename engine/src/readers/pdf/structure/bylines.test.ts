import { expect, test } from 'vitest'
import { findBylines } from './bylines.ts'
import type { TextBlock } from './layout-blocks.ts'
import { blockOf, boldStyle, run, styledLine, textBlock } from './testing/lines.ts'

const lineAt = (text: string, y: number): TextBlock =>
  blockOf([styledLine([run(text, boldStyle)], { y, size: 12 })])

test.each([
  { below: 'Abstract', found: ['Ada K. Byron', 'Jane Marcet'] },
  { below: 'Our Company', found: [] },
])('names side by side above "$below": $found', ({ below, found }) => {
  const names = [lineAt('Ada K. Byron', 100), lineAt('Jane Marcet', 100)]
  const others = [lineAt('Wool Mills', 80), lineAt(below, 140), lineAt('Felts', 180)]
  const lines = findBylines([...names, ...others, lineAt('Mill Wheels', 180)])
  expect([...lines].map(({ lines: [line] }) => line?.text)).toEqual(found)
})

test.each([
  { text: 'Ada Byron', author: 'Ada Byron', isByline: true },
  { text: 'Ada Byron, revised 8 October', author: 'ada byron', isByline: true },
  { text: 'Jane Marcet', author: 'Ada Byron and Jane Marcet', isByline: true },
  { text: 'Ada Byron’s Mills', author: 'Ada Byron', isByline: false },
  { text: 'Mills', author: 'mills', isByline: false },
])('$text of a document by $author: $isByline', ({ text, author, isByline }) => {
  expect(findBylines([lineAt(text, 80)], author).size === 1).toBe(isByline)
  expect(
    findBylines([lineAt('Wheels', 60)].concat(textBlock(text, boldStyle, { page: 2 })), author)
      .size,
  ).toBe(0)
})

test('names between commas are a byline anywhere', () => {
  const block = textBlock('Ada Byron, Jane Marcet, and Mary Somerville')
  expect(findBylines([block])).toEqual(new Set([block]))
})
