import { expect, test } from 'vitest'
import { textOf } from './layout-blocks.ts'
import { inTagOrder } from './tag-order.ts'
import { blockOf, bodyStyle, run, styledLine } from './testing/lines.ts'

const tagged = (text: string, order?: number) => {
  const line = styledLine([run(text, bodyStyle)])
  const tag = order === undefined ? undefined : { type: 'P', within: [], order }
  return blockOf([{ ...line, ...(tag && { tag }) }])
}

test('blocks follow the order of the structure tree, and blocks without a tag follow the block before them', () => {
  const blocks = [tagged('recipient', 7), tagged('stamp'), tagged('sender', 2), tagged('body', 9)]
  // Sound: only the tags of tables are read from the page.
  const [ordered = []] = inTagOrder([blocks], [{} as never])
  const texts = ordered.map((block) => (block.type === 'text' ? textOf(block) : ''))
  expect(texts).toEqual(['sender', 'recipient', 'stamp', 'body'])
})
