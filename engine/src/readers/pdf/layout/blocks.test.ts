import { expect, test } from 'vitest'
import { findColumns } from './columns.ts'
import type { LineFragment } from './fragments.ts'
import { fragment } from './testing/layout.ts'

/** Fragments in the order of the file; each row is a text and its place. */
function written(texts: readonly (readonly [string, number, number])[]): LineFragment[] {
  return texts
    .map(([text, x, y], object) => ({ ...fragment(text, x, y), object }))
    .sort((a, b) => a.baseline - b.baseline || a.x0 - b.x0)
}

const read = (fragments: readonly LineFragment[]) =>
  findColumns(fragments)
    .map((column) => column.fragments.map(({ text }) => text).join(' '))
    .join(' ')

const receiver = ['Claudia Berger', 'Lake Road 3', 'Oldtown'] as const
const reference = ['Your letter: 3 March', 'Our sign: HS', 'Phone: 555 12 12'] as const
const at = (texts: readonly string[], x: number, y = 100) =>
  texts.map((text, row) => [text, x, y + 14 * row] as const)

test('findColumns: level blocks that the file has one after the other are read so', () => {
  const blocks = written([...at(receiver, 50), ...at(reference, 300)])
  expect(read(blocks)).toBe([...receiver, ...reference].join(' '))
})

test('findColumns: level rows that the file has one after the other are read across', () => {
  const rows = receiver.flatMap((text, row) => [
    [text, 50, 100 + 14 * row] as const,
    [reference[row] as string, 300, 100 + 14 * row] as const,
  ])
  expect(read(written(rows))).toBe(rows.map(([text]) => text).join(' '))
})

test('findColumns: dates that the file has before the lines that they end are read across', () => {
  const dates = ['May 2021', 'June 2022', 'July 2023']
  const rows = written([...at(dates, 300), ...at(receiver, 50)])
  expect(read(rows)).toBe(receiver.map((text, row) => `${text} ${dates[row]}`).join(' '))
})

test('findColumns: rows of cards are read row by row if the file has them so', () => {
  const rows = [100, 200].flatMap((y) => [
    at(['Plan', 'First we draw.', `Then we ask ${y}.`], 50, y),
    at(['Build', 'Next we build.', `Then we paint ${y}.`], 300, y),
  ])
  const cards = rows.flat()
  expect(read(written(cards))).toBe(cards.map(([text]) => text).join(' '))
})

test('findColumns: blocks below others at other places do not continue them', () => {
  const signed = [...at(['Peter Hart', 'Director'], 50), ...at(['Lena Vogt', 'Head of sales'], 300)]
  const foot = [
    ...at(['Hart and Sons', 'Mill Street 14'], 50, 200),
    ...at(['Phone 555 12 00', 'Fax 555 12 01'], 180, 200),
    ...at(['Bank of Oldtown', 'Account 1234'], 310, 200),
  ]
  expect(read(written([...signed, ...foot]))).toBe([...signed, ...foot].map(([t]) => t).join(' '))
})
