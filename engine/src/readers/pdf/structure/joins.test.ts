import { expect, test } from 'vitest'
import { joinBlocks } from './joins.ts'
import { type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import { blockOf, bodyStyle, boldStyle, monoStyle, run, styledLine } from './testing/lines.ts'

const column = (index: number, ...lines: readonly string[]) =>
  blockOf(
    lines.map((text) => styledLine([run(text, bodyStyle)])),
    { column: index },
  )

test.each([
  {
    name: 'a sentence that continues in the next column is one paragraph',
    before: ['The water of the mill flows', 'over the wheel and then on'],
    after: 'to the sea.',
    joined: true,
  },
  {
    name: 'a short last line ends an address',
    before: ['255 Customer Lane Suite B', 'Everland'],
    after: 'info@example.org',
    joined: false,
  },
  {
    name: 'a short last line that is broken within a link continues',
    before: ['The report is found at the place', 'https://doi.org/'],
    after: 'j.1365-2966',
    joined: true,
  },
  {
    name: 'a name with a small first letter begins a sentence',
    before: ['The water of the mill flows', 'over the wheel and then on'],
    after: 'macOS counts the turns.',
    joined: false,
  },
  {
    name: 'a single line that does not fill its column does not continue',
    before: ['Call the mill with'],
    after: 'water, and wait.',
    joined: false,
  },
  {
    name: 'a paragraph that ends with a number does not continue',
    before: ['. 20'],
    after: 'the bones',
    joined: false,
  },
])('joinBlocks: $name', ({ before, after, joined }) => {
  const blocks = joinBlocks([column(0, ...before), column(1, after)], () => false)
  const texts = blocks.map((block) => (block.type === 'text' ? textOf(block) : ''))
  expect(texts).toHaveLength(joined ? 1 : 2)
})

/** Text of a page in full lines. */
const page = (number: number, ...lines: readonly string[]) => {
  const block = blockOf(
    lines.map((text, at) => styledLine([run(text)], { page: number, y: 100 + 12 * at })),
  )
  return { ...block, columnEnd: block.box.x1 }
}

test.each([
  { last: 'の石が粉をひくのである。この町に', after: 'は水車が二つある。', joined: true },
  { last: 'の石が粉をひき、町は二つあった。', after: '水車の石は大きい。', joined: false },
  { last: 'の石が粉をひくのである。町の名：', after: '水車の石は大きい。', joined: false },
  { last: 'の石が粉をひく', after: '水車の石は大きい。', joined: false },
])('joinBlocks: Japanese text goes on from "$last" to "$after": $joined', (given) => {
  const before = page(1, '水車は、この川の水で回り、二つ。', given.last)
  const blocks = joinBlocks([before, page(2, given.after)], () => false)
  expect(blocks).toHaveLength(given.joined ? 1 : 2)
})

test.each([
  { page: 2, after: 'to the sea, as it always did.', joined: true },
  { page: 3, after: 'to the sea, as it always did.', joined: false },
  { page: 2, after: 'sea(wheel) = turn(mill, 3);', joined: false },
])(
  'joinBlocks: "$after" on page $page, after text below labels in columns, goes on: $joined',
  (given) => {
    const labels = [1, 2, 3].map((index) => column(index, '12'))
    const before = column(0, 'The water of the mill flows', 'over the wheel and then on')
    const after = blockOf([styledLine([run(given.after)], { page: given.page })], { column: 4 })
    const kept = joinBlocks([...labels, before, after], () => false)
    expect(kept).toHaveLength(given.joined ? 4 : 5)
  },
)

test('joinBlocks: a line with a tag at the right edge begins no rest of a sentence', () => {
  const [head, tag] = [
    styledLine([run('turn-wheel')]),
    styledLine([run('[procedure]')], { x: 240 }),
  ] as const
  const line = { ...head, x1: tag.x1, fragments: [...head.fragments, ...tag.fragments] }
  const definition = blockOf([line], { column: 1, columnEnd: tag.x1 })
  const sentence = column(0, 'The water of the mill flows', 'over the wheel and then on')
  expect(joinBlocks([sentence, definition], () => false)).toHaveLength(2)
})

test('joinBlocks: the labels of a figure do not hide the paragraph that goes on after them', () => {
  const labels = Array.from({ length: 20 }, (_, index) =>
    blockOf([styledLine([run(`Label ${index}`, bodyStyle)], { size: 6 })], { column: 0 }),
  )
  const sentence = column(0, 'The water of the mill flows', 'over the wheel and then on')
  joinBlocks([sentence, ...labels, column(1, 'to the sea.')], () => false)
  expect(textOf(sentence)).toMatch(/to the sea/)
})

test.each([
  ['a paragraph', ['A listing of the turns that the wheel has made', 'this year'], false],
  ['a caption', ['Figure 1: Turns that the wheel', 'has made this year by month'], true],
  ['a running head', ['The mill and its wheel at home'], true],
  ['a salutation', ['Dear miller,'], false],
])('joinBlocks: %s at the top of the next column', (_, top, joined) => {
  const sentence = column(0, 'The water of the mill flows', 'over the wheel and then on')
  joinBlocks([sentence, column(1, ...top), column(1, 'to the sea.')], () => false)
  expect(textOf(sentence).endsWith('to the sea.')).toBe(joined)
})

test('joinBlocks: no paragraph continues after a heading', () => {
  const [before, heading, after] = [
    column(0, 'The water of the mill flows', 'over the wheel and then on'),
    column(1, 'Wheels'),
    column(1, 'to the sea.'),
  ]
  const blocks = joinBlocks([before, heading, after], (block) => block === heading)
  expect(blocks).toHaveLength(3)
})

const code = (index: number, text: string, size = 10) =>
  blockOf([styledLine([run(text, monoStyle)], { size })], { column: index })

test.each<[string, string, TextBlock[], boolean]>([
  ['below code', 'and then on', [code(1, 'wheel --turn')], false],
  [
    'below code with a caption',
    'and then on',
    [code(1, 'wheel --turn'), column(1, 'Figure 2: A wheel.')],
    true,
  ],
  ['below code in a note', 'and then on', [code(0, 'http://mill.example', 7)], true],
  ['within a word', 'and then down-', [code(1, 'wheel --turn')], true],
])('joinBlocks: a paragraph goes on %s', (_, end, between, joined) => {
  const sentence = column(0, 'The water of the mill flows', `over the wheel ${end}`)
  joinBlocks([sentence, ...between, column(1, 'stream to the sea.')], () => false)
  expect(textOf(sentence).endsWith('stream to the sea.')).toBe(joined)
})

test('joinBlocks: no bold label goes on after its text', () => {
  const label = (index: number, text: string) =>
    blockOf([styledLine([run(text, boldStyle)])], { column: index })
  const [first, second] = [label(0, 'void turn (mill)'), label(1, 'void halt (mill)')]
  const blocks = [first, column(0, 'It turns the wheel', 'until the'), column(1, 'sea.'), second]
  joinBlocks(blocks, () => false)
  expect(textOf(first)).toBe('void turn (mill)')
})

test('joinBlocks: no code continues in another column', () => {
  expect(
    joinBlocks([code(0, 'using namespace mill'), code(1, 'class Wheel')], () => false),
  ).toHaveLength(2)
})

test.each([
  { between: [], joined: true },
  { between: ['The wheel turns:'], joined: false },
])('joinBlocks: typewriter text before $between goes on: $joined', ({ between, joined }) => {
  // Its last sign is in another font, so that it is no code.
  const typed = (index: number, text: string) =>
    blockOf([styledLine([run(text, monoStyle), run(';', bodyStyle)])], {
      column: index,
      columnEnd: 0,
    })
  const own = [typed(0, 'turn the mill = { wheel }'), ...between.map((text) => column(0, text))]
  const blocks = joinBlocks([...own, typed(1, 'static water = {')], () => false)
  expect(blocks.length).toBe(joined ? own.length : own.length + 1)
})

const paragraphAt = (y: number, index: number, ...texts: readonly string[]) =>
  blockOf(
    texts.map((text) => styledLine([run(text)], { y })),
    { column: index, columnEnd: 150 },
  )
const paragraph = (index: number, ...texts: readonly string[]) =>
  paragraphAt(100 - 20 * index, index, ...texts)
/** Fills its column. */
const open = paragraph(0, 'The water of the mill goes on', 'over the wheel, and then to the')
const note = blockOf([styledLine([run('1 So the miller says.')], { size: 7 })], { column: 0 })
// Sound: joining reads the type and the column only.
const formula = { type: 'formula', column: 0 } as unknown as LayoutBlock

test.each<[string, readonly LayoutBlock[], string, number]>([
  ['goes on after a word that needs another one', [open], 'North Sea at last.', 1],
  [
    'goes on after a comma',
    [paragraph(0, 'The water of the mill goes on', 'over the wheel of the hall, so,')],
    'Mary says, to the sea.',
    1,
  ],
  ['goes on below a note', [open, note], 'North Sea at last.', 2],
  [
    'goes on after full lines of text',
    [paragraph(0, 'The water of the mill goes on', 'over the wheel of the hall now')],
    'North Sea is near at last.',
    1,
  ],
  [
    'begins beside labels',
    [paragraphAt(80, 0, 'The water of the mill goes on', 'over the wheel of the hall now')],
    'North Sea is near at last.',
    2,
  ],
  [
    'begins after one line',
    [paragraph(0, 'The water of the mill goes on now')],
    'North Sea is near at last.',
    2,
  ],
  [
    'begins after declarations',
    [paragraph(0, '+getMill(): Mill, +getWheel(): Wheel', '+setWheel(wheel: Wheel of the mill')],
    'North Sea is near at last.',
    2,
  ],
  ['begins after a line with room', [paragraph(0, 'The water goes on', 'to the')], 'North Sea.', 2],
  ['begins below a formula', [open, formula], 'North Sea at last.', 3],
  ['is an item', [open], '2. The sea is near.', 2],
  ['is a caption', [open], 'Figure 2: The sea is near.', 2],
])('joinBlocks: a text with a capital %s', (_, before, after, count) => {
  // Joining adds lines to the blocks.
  const fresh = structuredClone([...before, paragraph(1, after)])
  expect(joinBlocks(fresh, () => false)).toHaveLength(count)
})

test('joinBlocks: a paragraph goes on after a note in the size of the text', () => {
  const sentence = column(0, 'The water of the mill flows', 'over the wheel and then on')
  const mark = run('3', bodyStyle, { script: 'super' })
  const note = blockOf(
    [styledLine([mark, run('https://recto.example/water-and-mills', bodyStyle)])],
    { column: 0 },
  )
  joinBlocks([sentence, note, column(1, 'to the sea.')], () => false)
  expect(textOf(sentence)).toMatch(/to the sea\.$/)
})
