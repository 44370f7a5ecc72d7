import { expect, test } from 'vitest'
import { readPlaces, withoutProbes } from './places.ts'

const link = (rect: string, id: number): string =>
  `<</Type /Annot /Subtype /Link /Rect [${rect}] /A <</S /URI /URI (http://leaf/${id})>>>>`

const pdf = Buffer.from(
  [
    '%PDF-1.4',
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /MediaBox [0 0 200 100] /Kids [4 0 R 3 0 R]>> endobj',
    '3 0 obj <</Type /Page /Annots [7 0 R]>> endobj',
    '4 0 obj <</Type /Page /Annots [5 0 R 6 0 R 8 0 R]>> endobj',
    `5 0 obj ${link('10 70 20 80', 9)} endobj`,
    `6 0 obj ${link('24 70 90 80', 9)} endobj`,
    `7 0 obj ${link('10 50 90 60', 9)} endobj`,
    `8 0 obj ${link('10 40 90 50', 9)} endobj`,
  ].join('\n'),
)

test('readPlaces joins the boxes of a line and follows the order of pages', () => {
  const { pages, places } = readPlaces(pdf)
  expect(pages).toEqual([
    { width: 200, height: 100 },
    { width: 200, height: 100 },
  ])
  expect(places.get(9)).toEqual([
    { page: 1, x0: 10, y0: 20, x1: 90, y1: 30 },
    { page: 1, x0: 10, y0: 50, x1: 90, y1: 60 },
    { page: 2, x0: 10, y0: 40, x1: 90, y1: 50 },
  ])
})

test('readPlaces puts the lines of each column in order', () => {
  const rects = ['10 20 50 30', '10 40 90 50', '10 30 90 40', '110 80 190 90', '110 90 190 100']
  const objects = rects.map((rect, index) => `${index + 4} 0 obj ${link(rect, 9)} endobj`)
  const file = [
    '%PDF-1.4',
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /MediaBox [0 0 200 100] /Kids [3 0 R]>> endobj',
    `3 0 obj <</Type /Page /Annots [${rects.map((_, index) => `${index + 4} 0 R`).join(' ')}]>> endobj`,
    ...objects,
  ].join('\n')
  const lines = readPlaces(Buffer.from(file)).places.get(9) ?? []
  expect(lines.map(({ x0, y0 }) => `${x0} ${y0}`)).toEqual([
    '10 50',
    '10 60',
    '10 70',
    '110 0',
    '110 10',
  ])
})

test('withoutProbes keeps every offset', () => {
  const clean = withoutProbes(pdf)
  expect(clean.length).toBe(pdf.length)
  expect(readPlaces(clean).places.size).toBe(0)
})
