import { expect, test } from 'vitest'
import { choosePages, parsePageRanges } from './page-ranges.ts'

test.each([
  {
    text: '1-3,7',
    ranges: [
      { first: 1, last: 3 },
      { first: 7, last: 7 },
    ],
  },
  {
    text: ' 2 , 4 - 5 ',
    ranges: [
      { first: 2, last: 2 },
      { first: 4, last: 5 },
    ],
  },
  { text: '5-', ranges: [{ first: 5, last: Number.POSITIVE_INFINITY }] },
  ...['', '0', '3-1', '1,,2', '-3', 'a', '1-2-3', '1.5', '9999999999', '1,'.repeat(2_000)].map(
    (text) => ({ text, ranges: undefined }),
  ),
])('parsePageRanges: $text', ({ text, ranges }) => {
  expect(parsePageRanges(text)).toEqual(ranges)
})

test.each([
  { name: 'all', ranges: undefined, numbers: [1, 2, 3, 4] },
  { name: 'overlapping', ranges: '3-,2-3', numbers: [2, 3, 4] },
  { name: 'one', ranges: '4', numbers: [4] },
])('choosePages: $name', ({ ranges, numbers }) => {
  const parsed = ranges === undefined ? undefined : parsePageRanges(ranges)
  const chosen = choosePages(4, { ranges: parsed, pageNoun: 'pages' })
  expect([...chosen]).toEqual(numbers)
  expect(chosen.length).toBe(numbers.length)
  expect([1, 2, 3, 4].filter(chosen.has)).toEqual(numbers)
})

test.each(['5', '3-5', '9-', '1,900000000-999999999'])(
  'choosePages: rejects %s of 4 pages',
  (text) => {
    const choose = () => choosePages(4, { ranges: parsePageRanges(text), pageNoun: 'slides' })
    expect(choose).toThrow(/^The document has 4 slides; slide \d+ does not exist/)
  },
)

test('choosePages: counts as many pages as it yields', () => {
  const ranges = parsePageRanges('1-2')
  expect([...choosePages(300, { ranges, maxPages: 200, pageNoun: 'pages' })]).toEqual([1, 2])
  expect(() => choosePages(300, { maxPages: 200, pageNoun: 'pages' })).toThrow(
    'The document has 300 pages to convert; the limit is 200.',
  )
})

test('choosePages: two billion pages take no memory', () => {
  expect(choosePages(2 ** 31 - 1, { pageNoun: 'pages' }).length).toBe(2 ** 31 - 1)
})
