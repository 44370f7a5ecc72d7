import { expect, test } from 'vitest'
import { addItem, addToItem, closeLists, openLists } from './list-blocks.ts'
import { unmappedMarker } from './markers.ts'
import { bodyStyle, textBlock } from './testing/lines.ts'

test.each([
  { name: 'text at the indent of an item belongs to it', isContents: false, rest: 0 },
  { name: 'text below the last entry of contents does not', isContents: true, rest: 1 },
])('$name', ({ isContents, rest }) => {
  const lists = openLists()
  const block = textBlock('1 Wool 3')
  addItem(lists, { found: unmappedMarker, block, indent: 0, isContents })
  const text = textBlock('Wool is warm.', bodyStyle, { x: 12 })
  expect(addToItem(lists, text, { before: undefined, first: [] })).toBe(true)
  const builder = {
    paragraphOf: () => ({ type: 'paragraph' as const, inlines: [] }),
    blocksOf: () => [],
  }
  expect(closeLists(lists, builder).rest).toHaveLength(rest)
})
