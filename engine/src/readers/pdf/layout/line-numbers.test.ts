import { expect, test } from 'vitest'
import { areLineNumbers, findLineNumbers } from './line-numbers.ts'
import { words } from './testing/layout.ts'

const lines = [
  'Libraries count their readers in several ways, and the figures of one town',
  'are seldom those of another. Some count each visit, others each card, and',
  'a third group asks the readers themselves, who tend to remember more visits',
  'than they made. We follow the second way here, because cards are issued',
  'under the same rules in all four towns, and because the offices keep them',
  'for at least ten years. Cards that were not used for a year do not count.',
  'Children count from the age of six, and so do the readers of other towns who',
  'hold a card. The share falls with the distance, but not as fast as expected:',
  'at three miles, one in five residents still holds a card, and most of them',
  'use it once a month, as the offices of the four libraries found last year,',
  'when they asked for the reasons, and then for the price of the way by bus.',
]

/** The numbers that are dropped from a page with a text, a number or nothing beside each line. */
function dropped(
  texts: readonly string[],
  numberOf: (index: number) => string,
  isLeft = false,
): string[] {
  const startOf = (number: string) => (isLeft ? 42 : 52 - 5 * number.length)
  const page = texts.flatMap((text, index) => [
    ...words(numberOf(index), startOf(numberOf(index)), 100 + 14 * index).filter(
      (word) => word.text !== '',
    ),
    ...words(text, 60, 100 + 14 * index),
  ])
  const found = findLineNumbers(page)
  if (!found || !areLineNumbers([found], 1)) return []
  return [...found.numbers].map(({ text }) => text)
}

const repeat = (text: string): string[] => lines.map(() => text)

test.each([
  { name: 'each line', texts: lines, numberOf: (index: number) => `${index + 1}` },
  {
    name: 'each line, further than from the left edge of the page',
    texts: lines,
    numberOf: (index: number) => `${index + 96}`,
  },
])('findLineNumbers: numbers count $name', ({ texts, numberOf }) => {
  expect(dropped(texts, numberOf)).toHaveLength(texts.length)
})

test.each([
  { name: 'fifth line', isLeft: false },
  { name: 'fifth line and are aligned at their left', isLeft: true },
])('findLineNumbers: numbers count each $name', ({ isLeft }) => {
  const long = [...lines, ...lines, ...lines, ...lines, ...lines]
  const found = dropped(long, (index) => (index % 5 === 4 ? `${index + 1}` : ''), isLeft)
  expect(found).toEqual(['5', '10', '15', '20', '25', '30', '35', '40', '45', '50', '55'])
})

test.each([
  {
    name: 'items that begin with a capital',
    texts: repeat('The readers of each town hold a card, and most of them use it once a month'),
  },
  {
    name: 'code, which seldom fills a line',
    texts: ['for (const reader of readers) {', ...repeat('count(reader)')],
  },
  {
    name: 'entries of contents, which dots fill',
    texts: repeat(`the wheel of the old mill and its spokes ${'. '.repeat(20)}`.trim()),
  },
  { name: 'names in a table', texts: repeat('Lund') },
  { name: 'ages in a table', texts: repeat('years') },
])('findLineNumbers: $name are not the lines of a manuscript', ({ texts }) => {
  expect(dropped(texts, (index) => `${index + 1}`)).toEqual([])
})

test('findLineNumbers: numbers of items with two or three lines do not count lines', () => {
  const found = dropped([...lines, ...lines, ...lines], (index) => {
    const item = [0, undefined, 1][index % 5]
    return item === undefined ? '' : `${2 * Math.floor(index / 5) + item + 1}`
  })
  expect(found).toEqual([])
})

test.each([
  { numbered: 10, pageCount: 11, expected: true },
  { numbered: 6, pageCount: 11, expected: false },
])(
  'areLineNumbers: short paragraphs with numbers on $numbered of $pageCount pages',
  ({ numbered, pageCount, expected }) => {
    const page = { numbers: new Set<never>(), lines: 40, continuedLines: 6 }
    const pages = Array.from({ length: numbered }, () => page)
    expect(areLineNumbers(pages, pageCount)).toBe(expected)
  },
)
