import { expect, test } from 'vitest'
import { type BBox, type Block, bullet } from '../../../model/index.ts'
import type { FoundFigure } from '../regions/index.ts'
import { placeFigures } from './place-figures.ts'

const box = (y0: number, y1: number, x0 = 0, x1 = 100): BBox => ({ x0, y0, x1, y1 })
const text = (content: string, bbox: BBox, role?: 'caption'): Block => ({
  type: 'paragraph',
  inlines: [{ type: 'text', text: content }],
  ...(role && { role }),
  provenance: [{ type: 'page', page: 1, bbox }],
})

/** Texts of paragraphs; a figure as its inner texts and its caption. */
function shapeOf(block: Block): unknown {
  if (block.type === 'paragraph')
    return block.inlines.map((inline) => 'text' in inline && inline.text).join('')
  if (block.type !== 'figure') return block.type
  const caption = block.caption?.inlines.map((inline) => 'text' in inline && inline.text).join('')
  return { inner: block.blocks.map(shapeOf), caption, position: block.caption?.position }
}

const figure: FoundFigure = { ...box(100, 200), isPicture: false, isSure: false }

test.each<{ name: string; blocks: Block[]; shapes: unknown[] }>([
  {
    name: 'takes the caption below and the labels inside',
    blocks: [
      text('Above', box(50, 60)),
      text('Label', box(120, 130)),
      text('Figure 1: It', box(210, 220), 'caption'),
    ],
    shapes: ['Above', { inner: ['Label'], caption: 'Figure 1: It', position: 'below' }],
  },
  {
    name: 'takes the caption above',
    blocks: [
      text('Figure 1: It', box(80, 90), 'caption'),
      text('Label', box(120, 130)),
      text('Below', box(250, 260)),
    ],
    shapes: [{ inner: ['Label'], caption: 'Figure 1: It', position: 'above' }, 'Below'],
  },
  {
    name: 'without a caption comes after the blocks above it',
    blocks: [text('Above', box(50, 60)), text('Below', box(250, 260))],
    shapes: ['Above', { inner: [], caption: undefined, position: undefined }, 'Below'],
  },
  {
    name: 'comes after a title that reaches a little into its height',
    blocks: [text('Title', box(20, 118)), text('Beside', box(120, 300, 200, 300))],
    shapes: ['Title', { inner: [], caption: undefined, position: undefined }, 'Beside'],
  },
  {
    name: 'comes after the heading beside which it begins',
    blocks: [
      text('Above', box(50, 60)),
      text('Heading', box(70, 80, 200, 300)),
      text('Beside', box(90, 220, 200, 300)),
    ],
    shapes: ['Above', 'Heading', { inner: [], caption: undefined, position: undefined }, 'Beside'],
  },
  {
    name: 'leaves out the caption of a table, and a distant caption',
    blocks: [
      text('Table 1: It', box(80, 90), 'caption'),
      text('Figure 2: Far', box(400, 410), 'caption'),
    ],
    shapes: [
      'Table 1: It',
      { inner: [], caption: undefined, position: undefined },
      'Figure 2: Far',
    ],
  },
])('placeFigures: a figure $name', ({ blocks, shapes }) => {
  expect(placeFigures(blocks, new Map([[1, [figure]]])).map(shapeOf)).toEqual(shapes)
})

test.each<{ name: string; blocks: Block[]; shapes: unknown[] }>([
  {
    name: 'takes the labels of its axis, although they come before the caption',
    blocks: [
      text('Bar 34 %', box(120, 130)),
      text('0 % 50 % 100 %', box(202, 208)),
      text('Figure 1: It', box(212, 220), 'caption'),
    ],
    shapes: [{ inner: ['Bar 34 %', '0 % 50 % 100 %'], caption: 'Figure 1: It', position: 'below' }],
  },
  {
    name: 'takes all text inside it',
    blocks: [
      text('Figure 1: It', box(80, 90), 'caption'),
      text('Beside', box(120, 130, 200, 300)),
      text('Label', box(140, 150)),
    ],
    shapes: [{ inner: ['Label'], caption: 'Figure 1: It', position: 'above' }, 'Beside'],
  },
  {
    name: 'without a caption replaces its first text',
    blocks: [
      text('Label', box(120, 130)),
      text('Beside', box(120, 130, 200, 300)),
      text('Axis', box(140, 150)),
    ],
    shapes: [{ inner: ['Label', 'Axis'], caption: undefined, position: undefined }, 'Beside'],
  },
])('placeFigures: a sure figure $name', ({ blocks, shapes }) => {
  const sure = { ...figure, isSure: true }
  expect(placeFigures(blocks, new Map([[1, [sure]]])).map(shapeOf)).toEqual(shapes)
})

test('placeFigures: a figure between two items of a list belongs to the first', () => {
  const items = [box(50, 60), box(250, 260)].map((own) => ({
    marker: bullet,
    blocks: [text('Step', own)],
  }))
  const [list, ...others] = placeFigures([{ type: 'list', items }], new Map([[1, [figure]]]))
  expect(others).toEqual([])
  expect(list?.type === 'list' && list.items.map((item) => item.blocks.map(shapeOf))).toEqual([
    ['Step', { inner: [], caption: undefined, position: undefined }],
    ['Step'],
  ])
})
