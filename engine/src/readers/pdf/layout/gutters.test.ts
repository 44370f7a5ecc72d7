import { expect, test } from 'vitest'
import { findColumns } from './columns.ts'
import { fragment } from './testing/layout.ts'

const line = 'The text of this column goes on for some lines, one like another'

/** Two columns of three lines, the right one half a line lower, below a row of two. */
function columnsUnder(rightStart: number): string[] {
  const fragments = [
    fragment('First heading', 50, 100),
    fragment('Second heading', rightStart, 100),
    ...[140, 148, 156].map((y) => fragment(line, 50, y, 6)),
    ...[144, 152, 160].map((y) => fragment(line, 300, y, 6)),
  ]
  return findColumns(fragments).map((column) =>
    column.fragments.map(({ text }) => text[0]).join(''),
  )
}

test.each([
  {
    name: 'a row that begins at the columns contains their headings',
    start: 300,
    columns: ['FTTT', 'STTT'],
  },
  {
    name: 'a row that begins elsewhere is a running header',
    start: 420,
    columns: ['FS', 'TTT', 'TTT'],
  },
])('findColumns: $name', ({ start, columns }) => {
  expect(columnsUnder(start)).toEqual(columns)
})

test.each([
  { name: 'page numbers after commas', toText: (word: string, page: number) => `${word}, ${page}` },
  { name: 'leader dots', toText: (word: string, page: number) => `${word} . . . . . . . ${page}` },
])('findColumns: entries on one baseline with $name are columns', ({ toText }) => {
  const words = ['alum', 'beater', 'clay', 'deckle', 'felt', 'mould']
  const fragments = words.map((word, index) =>
    fragment(toText(word, 7 * index + 5), index < 3 ? 50 : 300, 100 + 14 * (index % 3)),
  )
  expect(
    findColumns(fragments).map((column) => column.fragments.map(({ text }) => text[0]).join('')),
  ).toEqual(['abc', 'dfm'])
})

test('findColumns: cells on one baseline with numbers are rows', () => {
  const fragments = [0, 1, 2].flatMap((row) => [
    fragment('Rags', 50, 100 + 14 * row),
    fragment(`${row + 12}`, 300, 100 + 14 * row),
  ])
  expect(findColumns(fragments)).toHaveLength(1)
})

test('findColumns: indented lines between the lines of a text are not a second column', () => {
  const fragments = [
    fragment('int', 50, 100),
    fragment('main()', 50, 111),
    fragment('{', 50, 122),
    fragment('printf("Hello, world!");', 110, 133),
    fragment('return 0;', 110, 144),
    fragment('}', 50, 155),
  ]
  expect(findColumns(fragments)).toHaveLength(1)
})

test('findColumns: lists of labels with values at the other edge are columns', () => {
  const columnAt = (x: number, name: string) => [
    fragment(`${name} heading over the list`, x, 100),
    ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((row) => [
      fragment(`${name}${row}`, x, 100 + 12 * row),
      fragment('12.50', x + 150, 100 + 12 * row),
    ]),
    fragment(`${name} a line of text that fills the column`, x, 208),
  ]
  const columns = findColumns([...columnAt(50, 'L'), ...columnAt(300, 'R')])
  expect(columns.map((column) => new Set(column.fragments.map(({ x0 }) => x0 < 300)))).toEqual([
    new Set([true]),
    new Set([false]),
  ])
})

test.each([
  { name: 'rows that the file has one by one are read across', across: true, columns: 1 },
  { name: 'texts that the file has one after the other are columns', across: false, columns: 2 },
])('findColumns: $name', ({ across, columns }) => {
  const rows = [100, 112, 124, 136]
  const left = rows.map((y, row) => ({ ...fragment(line, 50, y, 6), fileRow: row }))
  const right = rows.map((y, row) => {
    return { ...fragment(line, 300, y, 6), fileRow: across ? row : rows.length + row }
  })
  expect(findColumns([...left, ...right])).toHaveLength(columns)
})

test('findColumns: displayed formulas close below short lines are not a second column', () => {
  const formula = (y0: number) => ({
    ...fragment('x', 120, y0 + 13, 1),
    ...{ text: '', x1: 225, y0, y1: y0 + 26 },
  })
  const fragments = [
    fragment('the first one of all the mills in the valley is given by the', 15, 135),
    ...[fragment('vatmen', 0, 147), formula(147.5)],
    ...[fragment('and the next one', 0, 189), formula(200.5)],
    fragment('where it ends.', 0, 247),
  ]
  expect(findColumns(fragments)).toHaveLength(1)
})

test.each([
  { name: 'running text on both sides divides columns', right: line, columns: 2 },
  { name: 'terms on one side does not', right: 'max(a, b)', columns: 1 },
])('findColumns: a gap of two thirds of an em with $name', ({ right, columns }) => {
  const start = fragment(line, 50, 100).x1 + 6.6
  const fragments = [0, 1, 2, 3].flatMap((row) => [
    { ...fragment(line, 50, 100 + 12 * row), fileRow: row },
    { ...fragment(right, start, 100 + 12 * row), fileRow: row + 4 },
  ])
  expect(findColumns(fragments)).toHaveLength(columns)
})
