import { expect, test } from 'vitest'
import { findLevels } from './heading-levels.ts'
import { findHeadings } from './headings.ts'
import { type TextBlock, textOf } from './layout-blocks.ts'
import { findSlideTitles } from './slide-titles.ts'
import { bodyStyle, boldStyle, headingOptions, textBlock } from './testing/lines.ts'

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
  {
    name: 'long ones are set smaller, in the same place',
    blocks: titles.flatMap((title, index) =>
      slide(title, index + 1, { size: index < 2 ? 20 : index === 2 ? 16 : 14 }),
    ),
    found: titles,
  },
  {
    name: 'not a text in another place, nor a number above the title',
    blocks: [
      ...slides(),
      textBlock('12', bodyStyle, { y: 10, page: 1 }),
      textBlock('A wheel', boldStyle, { y: 240, page: 6 }),
    ],
    found: titles,
  },
  {
    name: 'not a bullet in their place',
    blocks: [...slides(), textBlock('• A wheel', boldStyle, { y: 40, page: 6 })],
    found: titles,
  },
  { name: 'not on few slides', blocks: slides().slice(0, 9), found: [] },
])('findSlideTitles: $name', ({ blocks, width = 800, found }) => {
  const count = Math.max(...blocks.map(({ page }) => page))
  expect([...findSlideTitles(blocks, pagesOf(width, count), body)].map(textOf)).toEqual(found)
})

const large = (text: string, y: number, page: number) =>
  textBlock(text, boldStyle, { y, page, size: 30 })

test.each([
  { name: 'the title of a presentation is not in the place of others', y: 300, first: 0 },
  { name: 'a first slide with its title in that place is one of them', y: 40, first: 1 },
])('findLevels: $name', ({ y, first }) => {
  const blocks = [
    large('The mills', y, 1),
    textBlock('Ada Mill and others', bodyStyle, { y: 400, page: 1 }),
    ...[2, 3, 4].flatMap((page) => [
      large(`Part ${page}`, 40, page),
      textBlock('The wheel turns', bodyStyle, { y: 200, page }),
    ]),
  ]
  const options = { bodySize: 10, pageWidth: 800, pageHeight: 500, pageCount: 4, running: [] }
  const levels = findLevels(findHeadings(blocks, headingOptions), { ...options, blocks })
  const found = [...levels].map(([block, level]) => [textOf(block), level])
  const titles = [2, 3, 4].map((page) => [`Part ${page}`, 1])
  expect(found).toEqual([['The mills', first], ...titles])
})
