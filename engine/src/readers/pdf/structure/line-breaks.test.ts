import { expect, test } from 'vitest'
import type { TextBlock } from './layout-blocks.ts'
import { deliberateBreaks } from './line-breaks.ts'
import { blockOf, bodyStyle, run, styledLine } from './testing/lines.ts'

const linesOf = (texts: readonly string[]) =>
  texts.map((text, index) => styledLine([run(text)], { y: 100 + 12 * index }))

/** The lines that begin after a break, in a column of 60 letters. */
function breaksIn(texts: readonly string[], more: Partial<TextBlock> = {}): string[] {
  const found = deliberateBreaks(blockOf(linesOf(texts), more))
  return [...found].map(({ text }) => text)
}

test('every line of an address breaks deliberately', () => {
  const address = ['The Paper Mill', '12 River Road, the North', 'Old Town']
  expect(breaksIn(address)).toEqual(address.slice(1))
  expect(breaksIn(['scp.h', 'sim_defs.h', 'sim_fio.h'])).toEqual(['sim_defs.h', 'sim_fio.h'])
})

test.each([
  {
    name: 'an address',
    texts: ['12 River Road', 'Old Town OT1 4RN', 'mill@valley.example'],
    all: true,
  },
  { name: 'prose', texts: ['12 River Road was the', 'Old Town and then', 'Mill Lane'], all: false },
  { name: 'a small letter', texts: ['The Paper Mill', 'of Old Town', 'River Road'], all: false },
  {
    name: 'a numbered list',
    texts: ['1. Paper Mills', '2. Corn Mills', '3. Saw Mills'],
    all: false,
  },
  {
    name: 'letters without cases',
    texts: ['Mill は水車', 'Wheel は車輪', 'Town は町'],
    all: false,
  },
])(
  'all lines of a column as narrow as they are break deliberately in $name: $all',
  ({ texts, all }) => {
    const columnEnd = Math.max(...linesOf(texts).map(({ x1 }) => x1))
    expect(breaksIn(texts, { columnEnd })).toEqual(all ? texts.slice(1) : [])
  },
)

test('lines that leave most of their column free break deliberately, before long words and small letters', () => {
  const keys = ['turn-left (^L)', 'turn-right (^R)', 'back-to-the-mill', 'stop (^S)']
  expect(breaksIn(keys)).toEqual(keys.slice(1))
  expect(breaksIn(keys.slice(1))).toEqual([])
})

test('a line with room for a name breaks deliberately in a longer paragraph', () => {
  const texts = [
    'A mill had one vat, or two where the river was strong enough',
    'for the wheels of both.',
    'Few mills had more.',
  ]
  expect(breaksIn(texts)).toEqual(['Few mills had more.'])
})

test.each<[string, readonly string[]]>([
  [
    'a narrow paragraph',
    ['A mill had one vat, or two', 'where the river was strong', 'The others had none'],
  ],
  [
    'a line after a word that needs another one',
    ['The sheets were sold by the', 'Ream and the quire'],
  ],
  ['capitals', ['THE MILLS OF THE VALLEY', 'AND THEIR VATMEN']],
  ['a caption', ['Figure 3: The mills of', 'North Valley']],
  ['numbers', ['12 13 14', '15 16 17', '18 19 20']],
])('%s has no deliberate breaks', (_, texts) => {
  expect(breaksIn(texts)).toEqual([])
})

test('formulas and cells have no deliberate breaks', () => {
  const texts = ['The Paper Mill', '12 River Road', 'Old Town']
  expect(breaksIn(texts, { isCell: true })).toEqual([])
  const formula = styledLine([run('The sum', { ...bodyStyle, math: true })], { y: 88 })
  expect(deliberateBreaks(blockOf([formula, ...linesOf(['Old Town'])])).size).toBe(0)
})

test('the parts of a paragraph over two columns are measured apart', () => {
  const texts = [
    'A mill had one vat, or two where the river was strong enough',
    'and few',
    'Had more',
  ]
  const laterParts = [{ firstLine: 2, columnStart: 0, columnEnd: 300 }]
  expect(breaksIn(texts, { laterParts })).toEqual([])
})

test('the part at the left of the first is measured by its own column', () => {
  const texts = Array.from({ length: 6 }, () => 'a mill had one vat, and few of them had more')
  const laterParts = [{ firstLine: 1, columnStart: 0, columnEnd: 220 }]
  expect(breaksIn(texts, { columnStart: 320, columnEnd: 540, laterParts })).toEqual([])
})

/** Letters are 5 points wide, blanks half of it, the column 300. */
const widthOf = (text: string) => 5 * text.length - 2.5 * text.split(' ').length + 2.5
const offsets = {
  centred: (text: string) => (300 - widthOf(text)) / 2,
  'flush right': (text: string) => 300 - widthOf(text),
}

test.each([
  { alignment: 'centred', page: 1, count: 2 },
  { alignment: 'flush right', page: 1, count: 2 },
  { alignment: 'flush right', page: 2, count: 0 },
] as const)('$alignment lines of page $page have $count breaks', ({ alignment, page, count }) => {
  const texts = ['Mary Miller and Peter Vatman', 'The Paper Mill of the North Valley', 'May 2026']
  const lines = texts.map((text, index) =>
    styledLine([run(text)], { x: offsets[alignment](text), y: 100 + 12 * index, page }),
  )
  expect(deliberateBreaks(blockOf(lines)).size).toBe(count)
})

test.each(['centred', 'flush right'] as const)(
  '%s narrow lines of about one length break on page 1',
  (alignment) => {
    const texts = ['Mary Miller of Oldtown', 'Peter Vatman, North', 'Anna Wheeler of Newtown']
    const lines = texts.map((text, index) =>
      styledLine([run(text)], { x: offsets[alignment](text), y: 100 + 12 * index }),
    )
    expect(deliberateBreaks(blockOf(lines)).size).toBe(2)
  },
)

test('lines that begin with labels break deliberately', () => {
  const texts = [
    'Author: Mary Miller of the North Valley near the Old',
    'Date of print: May 2026',
    'and June',
  ]
  expect(breaksIn(texts)).toContain('Date of print: May 2026')
})

test('an indented paragraph of justified lines has no deliberate breaks', () => {
  const texts = [
    'A mill had two vats where the river above it, near the North',
    'Valley, was strong enough for both of the wheels of the mills,',
    'But not in the dry months when it had less water than they use',
  ]
  const lines = texts.map((text, index) =>
    styledLine([run(text)], { x: index === 0 ? 20 : 0, y: 100 + 12 * index }),
  )
  expect(deliberateBreaks(blockOf(lines)).size).toBe(0)
})

test.each([
  {
    name: 'short lines that begin with small letters break deliberately',
    texts: ['mill custom', 'vat x 1.0', 'vat y 1.0', 'vat x 2.0, y 2.0, z 2.0'],
    count: 3,
  },
  {
    name: 'a paragraph with a line that is full has no deliberate breaks',
    texts: ['the mill of the valley', 'had two vats', 'strongest-of-all wheels'],
    count: 0,
  },
  {
    name: 'justified lines above one that is longer have no deliberate breaks',
    texts: [
      'one vat, or two where the river was strong enough',
      'for both wheels above the valley, and one of them',
      'in the valley of https://example.org/mills/and/vats',
    ],
    count: 0,
  },
  {
    name: 'two short lines have no deliberate breaks',
    texts: ['the mill', 'of the valley'],
    count: 0,
  },
])('$name', ({ texts, count }) => {
  expect(breaksIn(texts)).toHaveLength(count)
})
