import { expect, test } from 'vitest'
import type { TagElement } from '../content/index.ts'
import { describeHeadings } from './headings.ts'
import { type TextBlock, textOf, withoutWords } from './layout-blocks.ts'
import type { Style } from './style.ts'
import { agreeTags, inTagOrder, joinTagged } from './tags.ts'
import { blockOf, bodyStyle, monoStyle, run, styledLine, textBlock } from './testing/lines.ts'

const element = (type: string): TagElement => ({ type, within: [], order: 0 })

function tagged(
  text: string,
  tag: TagElement,
  more: Partial<TextBlock> = {},
  style?: Style,
): TextBlock {
  const own = textBlock(text, style, {}, { spaceBefore: 0.4, ...more })
  return { ...own, lines: own.lines.map((line) => ({ ...line, tag })) }
}

const item = element('LBody')
const paragraph = element('P')

test.each<{ name: string; blocks: TextBlock[]; texts: string[] }>([
  {
    name: 'lines of one tagged item form one item',
    blocks: [tagged('1. An item that goes on', item), tagged('under its number', item)],
    texts: ['1. An item that goes on under its number'],
  },
  {
    name: 'two tagged items stay separate',
    blocks: [tagged('One', item), tagged('Two', element('LBody'))],
    texts: ['One', 'Two'],
  },
  {
    name: 'two items inside one tag stay separate',
    blocks: [tagged('1. One', item), tagged('2. Two', item)],
    texts: ['1. One', '2. Two'],
  },
  {
    name: 'two tagged paragraphs stay separate',
    blocks: [tagged('One', paragraph), tagged('Two', element('P'))],
    texts: ['One', 'Two'],
  },
  {
    name: 'a tagged paragraph goes on below a line without room for its next word',
    blocks: [
      tagged('A line that is full', paragraph, { columnEnd: 95 }),
      tagged('and so on', paragraph),
    ],
    texts: ['A line that is full and so on'],
  },
  {
    name: 'lines of an address in one tagged paragraph stay separate',
    blocks: [tagged('5 Mill Lane', paragraph, { columnEnd: 400 }), tagged('Ely', paragraph)],
    texts: ['5 Mill Lane', 'Ely'],
  },
  {
    name: 'code in an item is a block of its own',
    blocks: [tagged('An item with code', item), tagged('print()', item, {}, monoStyle)],
    texts: ['An item with code', 'print()'],
  },
  {
    name: 'distant blocks stay separate',
    blocks: [tagged('One', item), tagged('Two', item, { spaceBefore: 4 })],
    texts: ['One', 'Two'],
  },
])('joinTagged: $name', ({ blocks, texts }) => {
  const joined = joinTagged(blocks)
  expect(joined.map((own) => (own.type === 'text' ? textOf(own) : ''))).toEqual(texts)
})

test.each<{ name: string; terms: TagElement; agree: boolean }>([
  { name: 'are tagged as paragraphs', terms: paragraph, agree: false },
  { name: 'are items', terms: { ...paragraph, within: ['L', 'Document'] }, agree: true },
  { name: 'are in no block, as in browsers', terms: element('Document'), agree: true },
])('agreeTags: $agree if most visible headings $name', ({ terms, agree }) => {
  const headings = ['Mills', 'Rags'].map((text) => tagged(text, element('H2')))
  const others = ['Alum', 'Beater', 'Clay'].map((text) => tagged(text, terms))
  const seen = describeHeadings([...headings, ...others], new Map())
  expect(agreeTags(seen, seen.slice(0, 2))).toBe(agree)
})

const ordered = (text: string, order?: number) => {
  const line = styledLine([run(text, bodyStyle)])
  const tag = order === undefined ? undefined : { type: 'P', within: [], order }
  return blockOf([{ ...line, ...(tag && { tag }) }])
}

test('blocks follow the order of the structure tree, and blocks without a tag follow the block before them', () => {
  const blocks = [
    ordered('recipient', 7),
    ordered('stamp'),
    ordered('sender', 2),
    ordered('body', 9),
  ]
  // Sound: only the tags of tables are read from the page.
  const texts = inTagOrder({} as never, blocks).map((block) =>
    block.type === 'text' ? textOf(block) : '',
  )
  expect(texts).toEqual(['sender', 'recipient', 'stamp', 'body'])
})

test('a table follows the order of the structure tree after its page has given up its words', () => {
  const table = { type: 'table', table: { words: [{ firstGlyph: 0, object: 0 }] } }
  const page = {
    tags: new Map([[5, { type: 'TD', within: [], order: 1 }]]),
    objects: [{ markedContentId: 5 }],
    glyphObjects: Uint32Array.of(0),
  }
  // Sound: only these fields of the page and of the table are read.
  const placed = inTagOrder(withoutWords(page as never), [ordered('text', 3), table as never])
  expect(placed.map(({ type }) => type)).toEqual(['table', 'text'])
})
