import { expect, test } from 'vitest'
import { countSharedFileRows } from './file-rows.ts'
import { groupIntoFragments } from './fragments.ts'
import { groupIntoRows } from './lines.ts'
import { word, words } from './testing/layout.ts'
import type { Word } from './words.ts'

test.each<{ name: string; words: Word[]; fragments: string[] }>([
  {
    name: 'words of one line are one fragment',
    words: words('one line of text', 0, 10),
    fragments: ['one line of text'],
  },
  {
    name: 'a superscript belongs to its word, and a distant word does not',
    words: [word('m', 0, 10), word('2', 5, 6, 6), word('is', 11, 10)],
    fragments: ['m2 is'],
  },
  {
    name: 'a superscript of a browser belongs to the line of its word',
    words: [word('heuristics.', 0, 10, 11), word('12', 61, 3, 7), word('Next', 71, 10, 11)],
    fragments: ['heuristics.12 Next'],
  },
  {
    name: 'the rows of a matrix are separate from the line of its bracket',
    words: [word('(', 0, 10, 12), word('1', 7, 2, 7), word('3', 7, 14, 7)],
    fragments: ['1', '(3'],
  },
  {
    name: 'a subscript belongs to its word',
    words: [word('H', 0, 10), word('2', 5, 12, 6), word('O', 8, 10)],
    fragments: ['H2O'],
  },
  {
    name: 'a subscript below a wider superscript comes first',
    words: [word('x', 0, 10), word('++', 5, 6, 6), word('j', 5, 13, 6), word('is', 14, 10)],
    fragments: ['xj++ is'],
  },
  {
    name: 'a wider subscript below a superscript comes after it',
    words: [word('x', 0, 10), word('+', 5, 6, 6), word('t+1', 5, 13, 6), word('is', 17, 10)],
    fragments: ['x+t+1 is'],
  },
  {
    name: 'a wide gap separates fragments',
    words: [...words('left side', 0, 10), ...words('right side', 80, 10)],
    fragments: ['left side', 'right side'],
  },
  {
    name: 'words drawn later join the fragment around them',
    words: [word('a', 0, 10), word('c', 20, 10), ...words('next line', 0, 22), word('b', 10, 10)],
    fragments: ['a b c', 'next line'],
  },
  {
    name: 'letters of another font fill gaps between letters that are printed before',
    words: [word('H', 0, 10), word('q', 10, 10), word('u', 5, 10), word('ukshunos', 15, 10)],
    fragments: ['Huqukshunos'],
  },
  {
    name: 'text printed twice at one place is one fragment',
    words: [...words('Bold title', 0, 10), ...words('Bold title', 0.4, 10.2)],
    fragments: ['Bold title'],
  },
  {
    name: 'different texts at one place stay separate',
    words: [...words('first text here', 0, 10), ...words('second one there', 3, 10)],
    fragments: ['first text here', 'second one there'],
  },
  {
    name: 'a large initial does not join the lines beside it',
    words: [
      word('T', 0, 34, 40),
      ...words('he first line', 21, 10),
      ...words('and second', 21, 22),
    ],
    fragments: ['he first line', 'and second', 'T'],
  },
])('groupIntoFragments: $name', ({ words: given, fragments }) => {
  expect(groupIntoFragments(given).map(({ text }) => text)).toEqual(fragments)
})

test('a row of cells that overlaps a line of text is separate from it', () => {
  const line = words('the affinity of a factor for a given region', 100, 10)
  const cells = ['Bob', 'T', 'G', 'C', 'T'].map((text, index) =>
    word(text, [0, 60, 103, 132, 152][index] ?? 0, 11, 8),
  )
  const rows = groupIntoRows(groupIntoFragments([...line, ...cells]))
  expect(rows.map((row) => row.map(({ text }) => text).join(' | '))).toEqual([
    'the affinity of a factor for a given region',
    'Bob | T | G | C | T',
  ])
})

test('fragments of one line and of the file’s row share its number, but not in a scan', () => {
  const row = [word('Wool', 0, 10), word('Felt', 100, 10)]
  const [first, second] = groupIntoFragments(row)
  expect(first?.fileRow).toBe(second?.fileRow)
  expect(countSharedFileRows([first, second].map((one) => (one ? [one] : [])))).toBe(1)
  const scanned = groupIntoFragments(row, { isScan: true })
  expect(countSharedFileRows(scanned.map((one) => [one]))).toBe(0)
})
