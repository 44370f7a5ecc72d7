import { expect, test } from 'vitest'
import type { ReadPicture } from './ocr/index.ts'
import { withTable } from './picture-tables.ts'

const page = { number: 1, width: 400, height: 300 }
const box = { x0: 20, y0: 40, x1: 320, y1: 200 }
/** Pixels at 300 dpi; letters are 40 pixels high and 20 wide. */
const place = { pointsPerPixel: 72 / 300, x: 20, y: 40 }

/** A picture of rows of words, by left end. */
function pictureOf(rows: readonly Readonly<Record<number, string>>[]): ReadPicture {
  const words = rows.flatMap((row, index) =>
    Object.entries(row).map(([x, text]) => ({
      text,
      x0: Number(x),
      y0: 20 + index * 60,
      x1: Number(x) + text.length * 20,
      y1: 50 + index * 60,
      baseline: 50 + index * 60,
      lineHeight: 40,
      confidence: 0.95,
    })),
  )
  const blocks = [{ text: words.map(({ text }) => text).join(' '), box }]
  return { box, blocks, source: { words, rulings: [], place } }
}

const table = [
  { 40: 'Mill', 400: '1790', 700: '1800' },
  { 40: 'Bridge', 400: '2,400', 700: '2,610' },
  { 40: 'Hill', 400: '1,900', 700: '1,950' },
  { 40: 'Rivers', 400: '900', 700: '1,120' },
  { 40: 'All', 400: '5,200', 700: '5,680' },
]

test('a picture of a table becomes a table', () => {
  const read = withTable(page, pictureOf(table))
  const [found] = read.tables ?? []
  expect(found?.cells.map(({ text }) => text)).toEqual(
    table.flatMap((row) => [row[40], row[400], row[700]]),
  )
  expect(read.blocks).toEqual([])
})

test('text beside its table stays text', () => {
  const rows = [{ 40: 'Reams' }, {}, ...table]
  const read = withTable(page, pictureOf(rows))
  expect(read.tables?.length).toBe(1)
  expect(read.blocks.map(({ text }) => text)).toEqual(['Reams'])
})

test('a few aligned words in a screenshot are not a table', () => {
  const picture = pictureOf(table.slice(0, 4))
  expect(withTable(page, picture)).toBe(picture)
})

test('aligned labels in a chart are not a table', () => {
  const chart = [
    { 40: '400', 300: 'Old' },
    { 40: '300', 620: 'Sand' },
    { 40: '200' },
    { 40: '100', 500: 'Two' },
    { 300: '1790', 500: '1800', 700: '1810' },
  ]
  const picture = pictureOf(chart)
  expect(withTable(page, picture)).toBe(picture)
})
