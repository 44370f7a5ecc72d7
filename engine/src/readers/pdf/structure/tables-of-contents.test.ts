import { expect, test } from 'vitest'
import { type TextBlock, textOf } from './layout-blocks.ts'
import { findTablesOfContents } from './tables-of-contents.ts'
import { blockOf, bodyStyle, boldStyle, run, styledLine, textBlock } from './testing/lines.ts'

const titles = ['1 Wool', '1.1 Felt', '2 Mills', '2.1 Felt', '3 Paper']
const headings = titles.map((title) => textBlock(title, boldStyle, { page: 2 }))
const levels = new Map(headings.map((block, at) => [block, titles[at]?.includes('.') ? 2 : 1]))

const linesOf = (texts: readonly string[]) =>
  blockOf(texts.map((text, at) => styledLine([run(text)], { y: 100 + 12 * at })))

/** The entries found among blocks before the headings: their texts, headings and indents. */
function entriesIn(blocks: readonly TextBlock[], more = levels): unknown[] {
  const { contents } = findTablesOfContents([[...blocks], headings], more)
  return [...contents.values()].map(({ block, heading, indent }) => [
    textOf(block),
    heading && textOf(heading),
    indent / 100,
  ])
}

const printed = ['1 Wool 3', '1.1 Felt 4', '2 Mills 8', '2.1 Felt 9', '3 Paper 12']
const expected = printed.map((text, at) => [text, titles[at], titles[at]?.includes('.') ? 2 : 1])

test('entries are nested by the levels of the headings that they name', () => {
  expect(entriesIn(printed.map((text) => textBlock(text)))).toEqual(expected)
})

test('the lines of a paragraph are entries, each for itself', () => {
  expect(entriesIn([linesOf(printed)])).toEqual(expected)
})

test('the printed bullet of an entry is its marker', () => {
  const { contents } = findTablesOfContents(
    [printed.map((text) => textBlock(`• ${text}`)), headings],
    levels,
  )
  expect([...contents.values()].map(({ found }) => found.length)).toEqual(printed.map(() => 2))
})

test('a number with a dot is the marker of its entry, and a number of several parts is text', () => {
  const texts = ['1. Wool 3', '1.1 Felt 4', '2. Mills 8']
  const { contents } = findTablesOfContents(
    [texts.map((text) => textBlock(text)), headings],
    levels,
  )
  expect([...contents.values()].map(({ found }) => found.length)).toEqual([3, 0, 3])
})

test('a page number that stands apart belongs to the entry before it', () => {
  const [first = '', ...others] = printed
  const blocks = [first, '1.1 Felt', '. . . . 4', ...others.slice(1)].map((text) => textBlock(text))
  expect(entriesIn(blocks)).toEqual([
    expected[0],
    ['1.1 Felt . . . . 4', '1.1 Felt', 2],
    ...expected.slice(2),
  ])
})

test('the first line of an entry and the rest below it are one entry, if a heading has their text', () => {
  const [first = '', ...others] = printed
  const long = textBlock('1.2 The wool of the valley', boldStyle, { page: 2 })
  const texts = [first, '1.2 The wool of the', 'valley 4', ...others.slice(1)]
  const { contents } = findTablesOfContents(
    [texts.map((text) => textBlock(text)), [long, ...headings]],
    new Map([...levels, [long, 2]]),
  )
  expect([...contents.values()].map(({ block }) => textOf(block))).toEqual([
    first,
    '1.2 The wool of the valley 4',
    ...others.slice(1),
  ])
})

test('an entry without a heading stands beside the last one at its left edge, and entries are no headings', () => {
  const texts = ['1 Wool 3', '1.1 Felt 4', 'Looms 6', '2 Mills 8', '2.1 Felt 9']
  const blocks = texts.map((text) => textBlock(text, undefined, { x: text.includes('.') ? 10 : 0 }))
  const [first] = blocks
  const found = findTablesOfContents(
    [blocks, headings],
    new Map([...levels, [first as TextBlock, 1]]),
  )
  expect([...found.levels.keys()]).toEqual(headings)
  expect([...found.contents.values()][2]).toMatchObject({ heading: undefined, indent: 100 })
})

test('the title of a list is a heading', () => {
  const title = textBlock('Table of Contents', boldStyle)
  const blocks = [title, ...printed.map((text) => textBlock(text))]
  expect(findTablesOfContents([blocks, headings], levels).levels.get(title)).toBe(1)
})

test('a list at the end of the document names headings before it', () => {
  const blocks = printed.map((text) => textBlock(text))
  const { contents } = findTablesOfContents([headings, blocks], levels)
  expect([...contents.values()].map(({ heading }) => heading)).toEqual(headings)
})

test('an entry names the heading that ends with its title on the page of its link', () => {
  const spelled = textBlock('CHAPTER ONE LOOMS', boldStyle, { page: 2 })
  const link = { page: 2 }
  const looms = blockOf([styledLine([run('1 Looms 3', undefined, { link })])])
  const blocks = [looms, ...printed.slice(2).map((text) => textBlock(text))]
  const all = new Map([...levels, [spelled, 1]])
  const { contents } = findTablesOfContents([blocks, [spelled, ...headings]], all)
  expect(contents.get(looms)?.heading).toBe(spelled)
})

test.each([
  ['an index', ['Wool, 3', 'Felt, 4', 'Mills, 8', 'Paper, 12']],
  ['two entries', printed.slice(0, 2)],
  ['titles without page numbers', titles],
  ['texts that name no headings', ['Vats 3', 'Felts 4', 'Presses 8', 'Lofts 9', 'Sheets 12']],
  ['versions', ['Wool V1.3', 'Felt V1.4', 'Mills V1.8', 'Felt V1.9', 'Paper V1.2']],
])('%s are no table of contents', (_, texts) => {
  expect(entriesIn(texts.map((text) => textBlock(text)))).toEqual([])
})

test('an entry names the heading after that of the entry before, if several have its text', () => {
  const texts = ['Wool', 'Uses', 'Felt', 'Uses', 'Paper', 'Uses']
  const own = texts.map((text) => textBlock(text, boldStyle, { page: 2 }))
  const blocks = texts.map((text, at) => textBlock(`${text} ${at + 2}`))
  const named = findTablesOfContents([blocks, own], new Map(own.map((block) => [block, 1])))
  expect([...named.contents.values()].map(({ heading }) => heading)).toEqual(own)
})

test('an entry names no heading with its title and another number', () => {
  const blocks = [...printed, '7 Wool 20'].map((text) => textBlock(text))
  expect(entriesIn(blocks)).toEqual([...expected, ['7 Wool 20', undefined, 1]])
})

test('an entry with a number names the heading without one, and the other way round', () => {
  const own = ['Wool', '2 Mills', 'Paper'].map((text) => textBlock(text, boldStyle, { page: 2 }))
  const blocks = ['1 Wool 3', 'Mills 8', '3 Paper 12'].map((text) => textBlock(text))
  const found = findTablesOfContents([blocks, own], new Map(own.map((block) => [block, 1])))
  expect([...found.contents.values()].map(({ heading }) => heading)).toEqual(own)
})

test('entries without page numbers are contents if they are links', () => {
  const linked = (text: string, page: number) => {
    return blockOf([styledLine([run(text, bodyStyle, { link: { page, y: 0 } })])])
  }
  expect(entriesIn(titles.map((title) => linked(title, 2)))).toHaveLength(titles.length)
  expect(entriesIn(titles.map((title) => textBlock(title)))).toEqual([])
})

const figures = [
  '1 The mill . . . . . . . 3',
  '2 The wheel . . . . . . . 8',
  '3 The vat . . . . . . . 9',
]

test('entries with leaders are a list of figures, nested by their left edges', () => {
  const [first = '', second = '', third = ''] = figures
  const blocks = [
    textBlock(first),
    textBlock(second, bodyStyle, { x: 20 }),
    textBlock('2.1 The spokes of the wheel that turns', bodyStyle, { x: 40 }),
    textBlock('in the night . . . . . . . 8', bodyStyle, { x: 40 }),
    textBlock(third),
  ]
  expect(entriesIn(blocks)).toEqual([
    [first, undefined, 1],
    [second, undefined, 2],
    ['2.1 The spokes of the wheel that turns in the night . . . . . . . 8', undefined, 3],
    [third, undefined, 1],
  ])
})

test.each([
  { name: 'page numbers that do not ascend, as in an index', texts: figures.toReversed() },
  { name: 'too few of them', texts: figures.slice(1) },
  {
    name: 'numbers without leaders',
    texts: figures.map((text) => text.replace(' . . . . . . .', '')),
  },
])('entries are no list of figures: $name', ({ texts }) => {
  expect(entriesIn(texts.map((text) => textBlock(text)))).toEqual([])
})

/** A block whose page number ends at a distance from the left side of the page. */
function ending(text: string, x: number, x1: number, page = 1): TextBlock {
  const block = textBlock(text, bodyStyle, { x, page })
  return { ...block, box: { ...block.box, x1 } }
}

const entriesTo300 = (texts: readonly (readonly [string, number?])[]) =>
  texts.map(([text, x = 0]) => ending(text, x, 300))

const unread: readonly [string, number?][] = [
  ['Vats 3'],
  ['Felts 4', 15],
  ['Presses 8'],
  ['Lofts 9', 15],
]

/** The texts and depths of the entries among the blocks of pages. */
function depthsIn(pages: readonly (readonly TextBlock[])[], more = levels): unknown[] {
  const { contents } = findTablesOfContents([...pages, headings], more)
  return [...contents.values()].map(({ block, indent }) => `${textOf(block)}: ${indent / 100}`)
}

const nested = ['Vats 3: 1', 'Felts 4: 2', 'Presses 8: 1', 'Lofts 9: 2']
const contentsHead = (page: number) => textBlock('Contents', boldStyle, { page })

test.each(['Contents', '目 次'])('entries below %s need neither leaders nor headings', (title) => {
  expect(depthsIn([[textBlock(title, boldStyle), ...entriesTo300(unread)]])).toEqual(nested)
  expect(depthsIn([entriesTo300(unread)])).toEqual([])
})

test('entries below the title of contents whose page numbers descend are no contents', () => {
  expect(depthsIn([[contentsHead(1), ...entriesTo300(unread.toReversed())]])).toEqual([])
})

test('entries that are links need neither leaders nor headings', () => {
  const link = { page: 9, y: 0 }
  const blocks = unread.map(([text]) => blockOf([styledLine([run(text, bodyStyle, { link })])]))
  expect(depthsIn([blocks])).toHaveLength(unread.length)
})

test('contents go on over page numbers and repeated titles, which are left out, to another page with other margins', () => {
  const more: readonly [string, number?][] = [['Reams 12', 15], ['Quires 14']]
  const moved = more.map(([text, x = 0]) => ending(text, x + 45, 345, 2))
  const folio = ending('iii', 140, 150)
  const head = textBlock('iv CONTENTS', bodyStyle, { page: 2 })
  const pages = [
    [contentsHead(1), ...entriesTo300(unread), folio],
    [head, ...moved],
  ]
  expect(depthsIn(pages)).toEqual([...nested, 'Reams 12: 2', 'Quires 14: 1'])
  const found = findTablesOfContents([...pages, headings], levels)
  expect(found.layoutBlocks.flat()).not.toContain(folio)
  expect(found.layoutBlocks.flat()).not.toContain(head)
})

test('the number of a chapter on the page below contents stays', () => {
  const [number, text] = [textBlock('1', boldStyle, { page: 2 }), textBlock('Wool is warm.')]
  const pages = [
    [contentsHead(1), ...entriesTo300(unread)],
    [number, text],
  ]
  expect(depthsIn(pages)).toEqual(nested)
  expect(findTablesOfContents(pages, levels).layoutBlocks[1]).toContain(number)
})

test('the head of the first chapter, with a lower page number, is no entry', () => {
  const head = textBlock('Chapter 1: Vats 1', bodyStyle, { page: 2 })
  const pages = [
    [contentsHead(1), ...entriesTo300(unread)],
    [head, textBlock('Wool is warm.')],
  ]
  expect(depthsIn(pages)).toEqual(nested)
})

test('contents go on below a single line that is no entry', () => {
  const part = textBlock('PART TWO')
  const blocks = [contentsHead(1), ...entriesTo300(unread), part, ...entriesTo300(unread)]
  expect(depthsIn([blocks])).toEqual([...nested, ...nested])
})

test('a heading is an entry if its page number ends where that of its neighbour does', () => {
  const [first, second] = [entriesTo300(unread), entriesTo300(unread)]
  const taken = new Map(first.slice(0, 1).map((block) => [block, 1]))
  const found = findTablesOfContents([[contentsHead(1), ...first]], taken)
  expect([...found.contents.keys()]).toEqual(first)
  expect(found.levels.has(first[0] as TextBlock)).toBe(false)
  const short = ending('Part 1', 0, 40)
  const other = findTablesOfContents([[contentsHead(1), short, ...second]], new Map([[short, 1]]))
  expect(other.contents.has(short)).toBe(false)
})

test('the numbers of sections nest entries with one left edge', () => {
  const texts = ['1 Vats 3', '1.1 Felts 4', '1.1.1 Hairs 5', '2 Lofts 9']
  const blocks = entriesTo300(texts.map((text) => [text]))
  expect(depthsIn([[contentsHead(1), ...blocks]])).toEqual(
    ['1', '2', '3', '1'].map((depth, at) => `${texts[at]}: ${depth}`),
  )
})

test('the Roman numbers of parts stand above the chapters at their left edge', () => {
  const texts = ['I Wool 1', '1 Vats 3', '1.1 Felts 4', 'II Paper 8', '2 Lofts 9']
  const blocks = entriesTo300(texts.map((text) => [text]))
  expect(depthsIn([[contentsHead(1), ...blocks]])).toEqual(
    ['1', '2', '3', '1', '2'].map((depth, at) => `${texts[at]}: ${depth}`),
  )
})

test('an entry without a number may stand beside deeper ones with numbers', () => {
  const texts: readonly [string, number?][] = [
    ['Foreword 1', 15],
    ['1 Vats 3'],
    ['1.1 Felts 4', 15],
  ]
  expect(depthsIn([[contentsHead(1), ...entriesTo300(texts)]])).toEqual([
    'Foreword 1: 1',
    '1 Vats 3: 1',
    '1.1 Felts 4: 2',
  ])
})

test('a title may be a sign after its number', () => {
  const texts = ['1 Vats 3', '1.1 \\ 4', '1.2 @ 5', '2 Lofts 9']
  const blocks = entriesTo300(texts.map((text) => [text]))
  expect(depthsIn([[contentsHead(1), ...blocks]])).toHaveLength(texts.length)
})

test('an entry in two blocks without a leader is one below the title of contents, if the first line is long', () => {
  const blocksOf = (end: number) => [
    contentsHead(1),
    ...entriesTo300(unread),
    ending('5 The wool of the', 0, end),
    ending('valley 12', 15, 300),
  ]
  expect(depthsIn([blocksOf(250)]).at(-1)).toBe('5 The wool of the valley 12: 1')
  expect(depthsIn([blocksOf(100)])).toHaveLength(unread.length)
})

test('an entry without a page number at the edge of a page stays, if the contents name headings before them', () => {
  const part = textBlock('1 Wool', bodyStyle, { page: 9 })
  const printedOn9 = printed.map((text) => textBlock(text, bodyStyle, { page: 9 }))
  const { layoutBlocks } = findTablesOfContents(
    [headings, [contentsHead(9), ...printedOn9, part]],
    levels,
  )
  expect(layoutBlocks.flat().map((block) => textOf(block as TextBlock))).toContain('1 Wool')
})

test('the leader of few dots of an entry is removed', () => {
  const blocks = [...printed, '4 Ink . . 15'].map((text) => textBlock(text))
  const { contents } = findTablesOfContents([blocks, headings], levels)
  const last = [...contents.keys()].at(-1)
  expect(last?.lines.flatMap(({ runs }) => runs.map(({ text }) => text))).toEqual(['4 Ink 15'])
})

test('a number that touches the title is one below an entry with a number, and the heading is found', () => {
  const looms = textBlock('3.10 Looms', boldStyle, { page: 2 })
  const blocks = [...printed, '3.10Looms 15'].map((text) => textBlock(text))
  const { contents } = findTablesOfContents(
    [blocks, [...headings, looms]],
    new Map([...levels, [looms, 2]]),
  )
  expect([...contents.values()].at(-1)).toMatchObject({ heading: looms })
  expect(textOf([...contents.keys()].at(-1) as TextBlock)).toBe('3.10 Looms 15')
  const others = ['2.5Dimensions 3', 'Felt 4', 'Looms 8'].map((text) => textBlock(text))
  const first = findTablesOfContents([[contentsHead(1), ...others]], levels)
    .contents.keys()
    .next()
  expect(textOf(first.value as TextBlock)).toBe('2.5Dimensions 3')
})

test('a page number beside an entry may be a cell below the title of contents', () => {
  const cells = [ending('5 The wool of the valley', 0, 250), ending('12', 290, 300)]
  const blocks = cells.map((block) => ({ ...block, isCell: true }))
  const found = depthsIn([[contentsHead(1), ...entriesTo300(unread), ...blocks]])
  expect(found.at(-1)).toBe('5 The wool of the valley 12: 1')
})
