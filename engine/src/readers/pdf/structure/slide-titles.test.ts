import { expect, test } from 'vitest'
import { type TextBlock, textOf } from './layout-blocks.ts'
import { findSlideTitles } from './slide-titles.ts'
import { bodyStyle, boldStyle, textBlock } from './testing/lines.ts'

const body = { size: 10, style: bodyStyle }
const titles = ['Mills', 'Wheels', 'Sluices', 'Water', 'Mills']
const slide = (title: string, page: number, { style = boldStyle, size = 10 } = {}): TextBlock[] => [
  textBlock(title, style, { y: 40, size, page }),
  textBlock('The wheel turns', bodyStyle, { y: 80, page }),
  textBlock('The water falls', bodyStyle, { y: 100, page }),
]
const pagesOf = (width: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, width, height: 500 }))
const slides = (more = {}) => titles.flatMap((title, index) => slide(title, index + 1, more))

test.each<{ name: string; blocks: TextBlock[]; width?: number; found: string[] }>([
  { name: 'the topmost texts in a style of their own', blocks: slides(), found: titles },
  {
    name: 'most slides have one',
    blocks: [...slides().slice(0, -3), textBlock('A drawing', bodyStyle, { page: 5 })],
    found: titles.slice(0, -1),
  },
  { name: 'not on upright pages', blocks: slides(), width: 400, found: [] },
  { name: 'not in the style of other texts', blocks: slides({ style: bodyStyle }), found: [] },
  { name: 'not smaller than the text', blocks: slides({ size: 8 }), found: [] },
  {
    name: 'not one text on all slides',
    blocks: titles.flatMap((_, index) => slide('Mills', index + 1)),
    found: [],
  },
  { name: 'not on few slides', blocks: slides().slice(0, 9), found: [] },
])('findSlideTitles: $name', ({ blocks, width = 800, found }) => {
  const count = Math.max(...blocks.map(({ page }) => page))
  expect([...findSlideTitles(blocks, pagesOf(width, count), body)].map(textOf)).toEqual(found)
})
