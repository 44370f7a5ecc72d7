import { expect, test } from 'vitest'
import { defaultLimits } from '../../../limits.ts'
import { cpuNow } from '../../../testing/time.ts'
import {
  acquireEngine,
  closeDocument,
  type Drawings,
  noDrawings,
  openDocument,
  readPage,
  releaseEngine,
} from './index.ts'
import { buildPdf } from './testing/pdf-builder.ts'

async function drawingsOf(content: string, rotate?: number): Promise<Drawings> {
  const engine = await acquireEngine(defaultLimits.pdfMemoryBytes)
  const page = { width: 200, height: 100, content, ...(rotate !== undefined && { rotate }) }
  const document = openDocument(engine, buildPdf({ pages: [page] }))
  const read = readPage(document, 1, new Map(), 'full')
  closeDocument(document)
  releaseEngine(engine)
  if (!read) throw new Error('the page was not read')
  return read.drawings
}

const horizontalLine = { isHorizontal: true, at: 30, from: 10, to: 110, thickness: 1 }

test.each([
  { name: 'a stroked line', content: '10 70 m 110 70 l S', found: { rulings: [horizontalLine] } },
  {
    name: 'a thin filled box is a ruling',
    content: '10 69.5 100 1 re f',
    found: { rulings: [horizontalLine] },
  },
  {
    name: 'a thin image of one pixel is a ruling',
    content: 'q 100 0 0 -1 10 70.5 cm\nBI /IM true /W 1 /H 1 /BPC 1\nID \x00\nEI Q',
    found: { rulings: [horizontalLine] },
  },
  {
    name: 'a thin image of a long row of pixels is a ruling',
    content: 'q 100 0 0 -1 10 70.5 cm\nBI /IM true /W 24 /H 1 /BPC 1\nID \x00\x00\x00\nEI Q',
    found: { rulings: [horizontalLine] },
  },
  {
    name: 'a thin image of few pixels is a picture',
    content: 'q 100 0 0 -1 10 70.5 cm\nBI /IM true /W 8 /H 1 /BPC 1\nID \x00\nEI Q',
    found: { images: [{ x0: 10, y0: 29.5, x1: 110, y1: 30.5 }] },
  },
  {
    name: 'a short horizontal line',
    content: '10 70 m 12 70 l S',
    found: { dashes: [{ ...horizontalLine, to: 12 }] },
  },
  {
    name: 'a line under a matrix',
    content: 'q 2 0 0 2 0 0 cm 0.5 w 5 35 m 55 35 l S Q',
    found: { rulings: [horizontalLine] },
  },
  {
    name: 'a filled box',
    content: '0.5 g 10 20 100 50 re f',
    found: { fills: [{ x0: 10, y0: 30, x1: 110, y1: 80, color: 0x808080ff }] },
  },
  {
    name: 'white fills on paper are left out',
    content: '1 g 10 20 100 50 re f 1 G 10 70 m 110 70 l S',
    found: {},
  },
  {
    name: 'white lines on a fill are rulings',
    content:
      '0.5 g 10 20 100 50 re f 1 G 10 70 m 110 70 l S 1 g 10 29.5 100 1 re f 10 90 m 110 90 l S',
    found: {
      fills: [{ x0: 10, y0: 30, x1: 110, y1: 80, color: 0x808080ff }],
      rulings: [horizontalLine, { ...horizontalLine, at: 70 }],
    },
  },
  { name: 'invisible paths are left out', content: '10 20 100 50 re n', found: {} },
  {
    name: 'a rule with round ends',
    content: '10 70 m 9 70.2 9 70.8 10 71 c 110 71 l 111 70.8 111 70.2 110 70 c f',
    found: { rulings: [{ ...horizontalLine, at: 29.5, from: 9, to: 111 }] },
  },
  {
    name: 'a long line that is not quite horizontal',
    content: '1 w 10 70 m 190 71.5 l S',
    found: { rulings: [{ isHorizontal: true, at: 29.25, from: 10, to: 190, thickness: 1.5 }] },
  },
  {
    name: 'a slanted line',
    content: '10 20 m 110 70 l S',
    found: { shapes: [{ x0: 10, y0: 30, x1: 110, y1: 80 }] },
  },
  {
    name: 'a shading is a shape as large as its clip path',
    content: 'q 10 20 5 5 re W n /gray sh Q',
    found: { shapes: [{ x0: 10, y0: 75, x1: 15, y1: 80 }] },
  },
])('readDrawings: $name', async ({ content, found }) => {
  expect(await drawingsOf(content)).toEqual({ ...noDrawings, ...found })
})

test('readDrawings: a stroked box is four rulings', async () => {
  const { rulings } = await drawingsOf('10 20 100 50 re S')
  expect(rulings.map(({ isHorizontal, at }) => [isHorizontal, at])).toEqual([
    [true, 80],
    [false, 110],
    [true, 30],
    [false, 10],
  ])
})

test('readDrawings: the lines of a rotated page are as displayed', async () => {
  const { rulings } = await drawingsOf('10 70 m 110 70 l S', 90)
  expect(rulings).toEqual([{ isHorizontal: false, at: 70, from: 10, to: 110, thickness: 1 }])
})

test('readDrawings: more than a hundred thousand segments are cut off', async () => {
  const content = `${'0 0 m 9 0 l S\n'.repeat(50_000)}`
  const start = cpuNow()
  const { rulings } = await drawingsOf(content)
  expect(rulings.length).toBeLessThanOrEqual(30_000)
  expect(cpuNow() - start).toBeLessThan(5000)
})
