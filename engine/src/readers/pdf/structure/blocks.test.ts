import { expect, test } from 'vitest'
import { type Block, plainText } from '../../../model/index.ts'
import { buildPages } from './blocks.ts'
import type { Levels } from './heading-levels.ts'
import type { TextBlock } from './layout-blocks.ts'
import { findItems } from './lists.ts'
import type { Run } from './styled-line.ts'
import {
  blockOf,
  bodyStyle,
  boldStyle,
  italicStyle,
  monoStyle,
  run,
  styledLine,
} from './testing/lines.ts'

function buildPage(layoutBlocks: TextBlock[], levels: Levels = new Map()): Block[] {
  return buildPages({
    pages: [{ number: 1, width: 600, height: 800, fragments: [] }],
    layoutBlocks: [layoutBlocks],
    furniture: new Map(),
    levels,
    items: findItems(layoutBlocks.filter((block) => !levels.has(block))),
    contents: new Map(),
    figures: new Map([[1, [{ x0: 0, y0: 500, x1: 300, y1: 600, isPicture: true, isSure: true }]]]),
    vocabulary: () => new Set(),
    body: { size: 10, style: bodyStyle },
  })
}

const code = (text: string, x: number, y: number) =>
  blockOf([styledLine([run(text, monoStyle)], { x, y })], { spaceBefore: 1 })
const prose = (text: string, x: number, y: number) =>
  blockOf([styledLine([run(text, bodyStyle)], { x, y })], { spaceBefore: 1 })

test('a term in a code font ends the listing in the previous description', () => {
  const blocks = buildPage([
    code('--wait', 0, 100),
    prose('Waits for the mill:', 40, 120),
    code('mill --wait 5', 60, 140),
    code('--port', 0, 160),
    prose('Listens for the mill.', 40, 180),
  ])
  expect(blocks.map(({ type }) => type)).toEqual([
    'paragraph',
    'paragraph',
    'codeBlock',
    'paragraph',
    'paragraph',
  ])
})

test('a brace at the left of a listing does not end it', () => {
  const blocks = buildPage([
    code('grind(corn) {', 0, 100),
    code('turn(wheel)', 20, 120),
    code('}', 0, 140),
    prose('The wheel turns.', 40, 160),
  ])
  expect(blocks.map(({ type }) => type)).toEqual(['codeBlock', 'paragraph'])
})

test.each([
  { name: 'the next page', place: { page: 2, column: 1, y: 60 }, count: 1 },
  { name: 'the column beside it', place: { page: 1, column: 1, y: 60 }, count: 1 },
  { name: 'a column that begins beside the code', place: { page: 1, column: 1, y: 400 }, count: 2 },
])('a listing goes on at the top of $name: $count', ({ place: { page, column, y }, count }) => {
  const top = { column, spaceBefore: Number.POSITIVE_INFINITY }
  const next = blockOf([styledLine([run('return corn', monoStyle)], { y, page })], top)
  const blocks = buildPage([code('grind(corn) {', 0, 400), next])
  expect(blocks.map(({ type }) => type)).toEqual(Array.from({ length: count }, () => 'codeBlock'))
})

/** Types of the blocks, texts of paragraphs; items in brackets. */
function shapeOf(block: Block): unknown {
  if (block.type === 'list') return block.items.map((item) => item.blocks.map(shapeOf))
  return block.type === 'paragraph' ? plainText(block.inlines) : block.type
}

/** A paragraph with a line at each indent. */
const lines = (texts: readonly string[], xs: readonly number[], y: number) =>
  blockOf(
    texts.map((text, index) => styledLine([run(text)], { x: xs[index] ?? 0, y: y + 12 * index })),
  )

const intro = lines(['The mill has wheels and', 'stones:'], [0, 0], 50)
const item = lines(['• The wheel turns', 'in the water.'], [10, 20], 100)
const below = lines(['It is made', 'of oak.'], [20, 20], 150)
const next = lines(['• The stone grinds.'], [10], 250)

test.each<{ name: string; blocks: TextBlock[]; shapes: unknown[] }>([
  {
    name: 'a paragraph that begins where the text of the item does',
    blocks: [intro, item, below, prose('The end.', 0, 300)],
    shapes: [
      'The mill has wheels and stones:',
      [['The wheel turns in the water.', 'It is made of oak.']],
      'The end.',
    ],
  },
  {
    name: 'code before the next item, but not with another indent after the last',
    blocks: [item, code('turn(wheel)', 40, 150), next, code('grind(corn)', 60, 270)],
    shapes: [[['The wheel turns in the water.', 'codeBlock'], ['The stone grinds.']], 'codeBlock'],
  },
  {
    name: 'code after the last item with the indent of the code before it, and the rest of that code',
    blocks: [
      item,
      code('turn(wheel)', 40, 150),
      next,
      code('grind(corn)', 40, 270),
      code('bake(bread)', 60, 285),
    ],
    shapes: [
      [
        ['The wheel turns in the water.', 'codeBlock'],
        ['The stone grinds.', 'codeBlock'],
      ],
    ],
  },
  {
    name: 'code below a colon',
    blocks: [lines(['• Turn it:'], [10], 100), code('turn(wheel)', 30, 150)],
    shapes: [[['Turn it:', 'codeBlock']]],
  },
  {
    name: 'a paragraph after nested items in the outer item',
    blocks: [item, prose('– Old', 20, 150), prose('– New', 20, 170), prose('Both turn.', 20, 190)],
    shapes: [[['The wheel turns in the water.', [['Old'], ['New']], 'Both turn.']]],
  },
  {
    name: 'code with a deeper line, in the outer item as a whole',
    blocks: [
      item,
      prose('– Old', 20, 150),
      prose('– New', 20, 170),
      code('turn(wheel)', 24, 190),
      code('turn(stone)', 60, 205),
      next,
    ],
    shapes: [
      [['The wheel turns in the water.', [['Old'], ['New']], 'codeBlock'], ['The stone grinds.']],
    ],
  },
  {
    name: 'no text at the margin',
    blocks: [item, prose('The end.', 0, 150)],
    shapes: [[['The wheel turns in the water.']], 'The end.'],
  },
  {
    name: 'no text where other paragraphs begin: the markers hang in the margin',
    blocks: [lines(['The mill has', 'stones:'], [20, 20], 50), item, below],
    shapes: ['The mill has stones:', [['The wheel turns in the water.']], 'It is made of oak.'],
  },
  {
    name: 'no text of a figure',
    blocks: [item, lines(['Its great', 'spokes'], [20, 20], 540), next],
    shapes: [[['The wheel turns in the water.']], 'Its great spokes', [['The stone grinds.']]],
  },
])('an item holds $name', ({ blocks, shapes }) => {
  expect(buildPage(blocks).map(shapeOf)).toEqual(shapes)
})

test('a heading ends a list', () => {
  expect(buildPage([item, below, next], new Map([[below, 2]])).map(shapeOf)).toEqual([
    [['The wheel turns in the water.']],
    'heading',
    [['The stone grinds.']],
  ])
})

test('code above the only line of a paragraph is no term: the first lines of others have its indent', () => {
  const others = [100, 150, 200].map((y) => lines(['The mill has', 'wheels.'], [20, 0], y))
  const page = [...others, code('turn(wheel)', 0, 250), prose('The stone turns.', 20, 270)]
  expect(
    buildPage(page)
      .map(({ type }) => type)
      .slice(-2),
  ).toEqual(['codeBlock', 'paragraph'])
})

test.each<{ name: string; texts: string[]; y?: number; isTitle?: boolean; type: string }>([
  { name: 'a name below the title', texts: ['mill 1.2'], isTitle: true, type: 'paragraph' },
  {
    name: 'a listing below the title',
    texts: ['cd mill', 'make'],
    isTitle: true,
    type: 'codeBlock',
  },
  { name: 'a command below the title', texts: ['make -f mill'], isTitle: true, type: 'codeBlock' },
  { name: 'a name below text', texts: ['mill'], type: 'codeBlock' },
  { name: 'a label in a figure', texts: ['turn(wheel)'], y: 540, type: 'paragraph' },
])('$name in the type of code is a $type', ({ texts, y = 120, isTitle = false, type }) => {
  const above = prose('The mill', 0, 100)
  const names = texts.map((text, at) => code(text, 0, y + 12 * at))
  const blocks = buildPage([above, ...names], new Map(isTitle ? [[above, 0]] : []))
  expect(blocks.at(-1)?.type).toBe(type)
})

/** Returns the first inline of the only paragraph of a page. */
function firstInline(lines: readonly Run[], y: number): unknown {
  const [block] = buildPage([
    blockOf(lines.map((own, at) => styledLine([own], { y: y + 12 * at }))),
  ])
  return block?.type === 'paragraph' ? block.inlines[0] : undefined
}

test.each<{ name: string; texts: string[]; y?: number; link?: string; isMarked: boolean }>([
  { name: 'a label', texts: ['Name of the mill:'], isMarked: true },
  { name: 'a notice', texts: ['The mill has', 'one vat and', 'two presses.'], isMarked: true },
  { name: 'a text of a figure', texts: ['Upper mill'], y: 550, isMarked: false },
  { name: 'an entry of contents', texts: ['1 The mill'], link: '#1-the-mill', isMarked: false },
])('$name wholly in another type is marked: $isMarked', ({ texts, y = 100, link, isMarked }) => {
  const more = link === undefined ? {} : { link }
  for (const [mark, style] of Object.entries({ bold: boldStyle, italic: italicStyle })) {
    const lines = texts.map((text) => run(text, style, more))
    expect(JSON.stringify(firstInline(lines, y)).includes(`"${mark}":true`)).toBe(isMarked)
  }
})

test('a statement with a formula is italic by convention', () => {
  const lines = [run('For each mill', italicStyle), run('x', { ...italicStyle, math: true })]
  expect(firstInline(lines, 100)).toEqual({ type: 'text', text: 'For each mill x' })
})
