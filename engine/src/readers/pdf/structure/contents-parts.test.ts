import { expect, test } from 'vitest'
import { findParts } from './contents-parts.ts'
import { textOf } from './layout-blocks.ts'
import { textBlock } from './testing/lines.ts'

test.each([
  {
    name: 'parts among chapters',
    texts: ['I Wool 1', '1 Felt 1', '2 Mills 3', 'II Paper 9', '3 Vats 9'],
    parts: ['I Wool 1', 'II Paper 9'],
  },
  { name: 'chapters with Roman numbers', texts: ['I Wool 1', 'II Paper 9'], parts: [] },
  { name: 'appendices with letters', texts: ['1 Felt 1', 'H Wool 2', 'I Inks 9'], parts: [] },
  { name: 'numbers that are left out', texts: ['I Wool 1', '1 Felt 1', 'V Inks 9'], parts: [] },
])('$name', ({ texts, parts }) => {
  const found = findParts(texts.map((text) => ({ block: textBlock(text), heading: undefined })))
  expect([...found].map(textOf)).toEqual(parts)
})

test('the levels of headings count, if parts or chapters name any', () => {
  const [part, chapter, next] = ['I Wool 1', '1 Felt 1', 'II Paper 9'].map((text) =>
    textBlock(text),
  )
  const entries = [part, chapter, next].flatMap((block) =>
    block ? [{ block, heading: chapter }] : [],
  )
  expect(findParts(entries).size).toBe(0)
})
