import { expect, test } from 'vitest'
import type { TagElement } from '../content/index.ts'
import { type TextBlock, textOf } from './layout-blocks.ts'
import { joinTagged } from './tagged-blocks.ts'
import { textBlock } from './testing/lines.ts'

const element = (type: string): TagElement => ({ type, within: [], order: 0 })

function tagged(text: string, tag: TagElement, more: Partial<TextBlock> = {}): TextBlock {
  const own = textBlock(text, undefined, {}, { spaceBefore: 0.4, ...more })
  return { ...own, lines: own.lines.map((line) => ({ ...line, tag })) }
}

const item = element('LBody')
const paragraph = element('P')

test.each<{ name: string; units: TextBlock[]; texts: string[] }>([
  {
    name: 'lines of one item are one',
    units: [tagged('1. An item that goes on', item), tagged('under its number', item)],
    texts: ['1. An item that goes on under its number'],
  },
  {
    name: 'two items are two',
    units: [tagged('One', item), tagged('Two', element('LBody'))],
    texts: ['One', 'Two'],
  },
  {
    name: 'an item tagged along with the one before',
    units: [tagged('1. One', item), tagged('2. Two', item)],
    texts: ['1. One', '2. Two'],
  },
  {
    name: 'paragraphs are left as they are seen',
    units: [tagged('One', paragraph), tagged('Two', paragraph)],
    texts: ['One', 'Two'],
  },
  {
    name: 'what stands apart is left',
    units: [tagged('One', item), tagged('Two', item, { spaceBefore: 4 })],
    texts: ['One', 'Two'],
  },
])('joinTagged: $name', ({ units, texts }) => {
  const joined = joinTagged(units)
  expect(joined.map((own) => (own.type === 'text' ? textOf(own) : ''))).toEqual(texts)
})
