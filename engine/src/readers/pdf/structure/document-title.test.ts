import { expect, test } from 'vitest'
import { findDocumentTitle } from './document-title.ts'
import { type TextBlock, textOf } from './layout-blocks.ts'
import { bodyStyle, textBlock } from './testing/lines.ts'

const body = { size: 10, style: bodyStyle }
const block = (text: string, size: number, page = 1): TextBlock =>
  textBlock(text, bodyStyle, { size }, { page })
const text = block('The water of the valley turns the wheel.', 10)
const later = block('The second page of the report', 17, 2)

test.each<{ name: string; blocks: TextBlock[]; title: string[] }>([
  {
    name: 'the largest text of the first page',
    blocks: [block('Ada Miller', 12), block('Mills of the valley', 17), text, later],
    title: ['Mills of the valley'],
  },
  {
    name: 'two blocks below each other',
    blocks: [block('Mills of the valley', 17), block('Wheels and water', 16), text, later],
    title: ['Mills of the valley', 'Wheels and water'],
  },
  {
    name: 'not one of several large texts',
    blocks: [block('Mills of the valley', 17), text, block('Wheels and water', 17), later],
    title: [],
  },
  {
    name: 'not a text that is hardly larger',
    blocks: [block('Mills of the valley', 12), text, later],
    title: [],
  },
  {
    name: 'not a sentence',
    blocks: [block('This page is blank.', 17), text, later],
    title: [],
  },
  { name: 'not spaced letters', blocks: [block('T E S I S', 17), text, later], title: [] },
  { name: 'not of a single page', blocks: [block('Mills of the valley', 17), text], title: [] },
])('findDocumentTitle: $name', ({ blocks, title }) => {
  expect([...findDocumentTitle(blocks, body)].map(textOf)).toEqual(title)
})
