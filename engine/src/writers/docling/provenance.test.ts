/** Tests provenance in DoclingDocument: pages, boxes, ranges of characters. */
import { expect, test } from 'vitest'
import {
  type Block,
  bullet,
  type Inline,
  item,
  list,
  type Provenance,
  paragraph,
  type Table,
  text,
} from '../../model/index.ts'
import { make, pages } from './testing/docling.ts'

const box = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1, y1 })
const bold = (value: string): Inline => text(value, { bold: true })

test('clamps boxes to their page, also those of cells', () => {
  const location: Provenance = { type: 'page', page: 1, bbox: box(-5, 10.00049, 120, 20) }
  const table: Table = {
    type: 'table',
    columnCount: 1,
    rows: [{ cells: [{ column: 0, content: 'x', bbox: box(0, 0, 500, 500) }] }],
    provenance: [location],
  }
  const { texts, tables } = make([{ ...paragraph('abc'), provenance: [location] }, table], {
    pages,
  })
  expect(texts[0]?.prov).toEqual([
    {
      page_no: 1,
      bbox: { l: 0, t: 10, r: 100, b: 20, coord_origin: 'TOPLEFT' },
      charspan: [0, 3],
    },
  ])
  expect(tables[0]?.prov[0]?.charspan).toEqual([0, 0])
  expect(tables[0]?.data.table_cells[0]?.bbox).toMatchObject({ r: 100, b: 200 })
})

test('locations have ranges of characters, in an item and in the runs of a group', () => {
  const provenance: Provenance[] = [
    { type: 'page', page: 1, bbox: box(0, 0, 10, 10), characters: 4 },
    { type: 'page', page: 1, bbox: box(0, 20, 10, 30), characters: 5 },
  ]
  const whole = make([{ ...paragraph('abcdefghi'), provenance }], { pages })
  expect(whole.texts[0]?.prov.map(({ charspan }) => charspan)).toEqual([
    [0, 4],
    [4, 9],
  ])
  const runs = make([{ ...paragraph([text('ab'), bold('cdef'), text('ghi')]), provenance }], {
    pages,
  })
  expect(
    runs.texts.map(({ prov }) => prov.map(({ bbox, charspan }) => [bbox.t, ...charspan])),
  ).toEqual([
    [[0, 0, 2]],
    [
      [0, 0, 2],
      [20, 2, 4],
    ],
    [[20, 0, 3]],
  ])
})

test('a header has the location of its furniture if its paragraphs have none', () => {
  const provenance: Provenance[] = [{ type: 'page', page: 1, bbox: box(1, 2, 3, 4) }]
  const header: Block = { type: 'furniture', kind: 'header', blocks: [paragraph('h')], provenance }
  expect(make([header], { pages }).texts[0]?.prov[0]?.bbox).toMatchObject({
    l: 1,
    t: 2,
    r: 3,
    b: 4,
  })
})

test('content of a slide without a box names the slide; a sheet has the size of its used range', () => {
  const range = { row0: 1, column0: 2, row1: 4, column1: 6 }
  const table: Table = {
    type: 'table',
    columnCount: 1,
    rows: [{ cells: [{ column: 0, content: 'x' }] }],
    provenance: [{ type: 'sheet', sheet: 2, range }],
  }
  const docling = make([{ ...paragraph('x'), provenance: [{ type: 'slide', slide: 1 }] }, table], {
    pages: [
      { number: 1, size: { width: 960, height: 540 } },
      { number: 2, name: 'S' },
    ],
  })
  expect(docling.texts[0]?.prov[0]).toMatchObject({ page_no: 1, bbox: { l: 0, t: 0, r: 0, b: 0 } })
  expect(docling.tables[0]?.prov[0]?.bbox).toMatchObject({ l: 2, t: 1, r: 7, b: 5 })
  expect(docling.pages['2']).toEqual({ page_no: 2, size: { width: 7, height: 5 } })
})

test('`orig` holds the printed text: markers of items, the characters of a formula', () => {
  const first: Provenance = { type: 'page', page: 1, bbox: box(1, 2, 3, 4), characters: 2 }
  const second: Provenance = { type: 'page', page: 2, bbox: box(1, 2, 3, 4), characters: 2 }
  const { texts } = make(
    [
      list([
        item({ type: 'label', text: '(a)' }, { ...paragraph('b cd'), provenance: [first, second] }),
      ]),
      list([item(bullet, paragraph('e'))]),
      { type: 'formulaBlock', latex: 'x^{2}', printed: 'x2', provenance: [first] },
    ],
    { pages },
  )
  expect(
    texts.map(({ orig, text, prov }) => [orig, text, prov.map((each) => each.charspan)]),
  ).toEqual([
    [
      '(a) b cd',
      'b cd',
      [
        [0, 6],
        [6, 8],
      ],
    ],
    ['e', 'e', []],
    ['x2', 'x^{2}', [[0, 2]]],
  ])
})

test('a table over several pages names the first row on each page, as the boxes of its cells name no page', () => {
  const cell = { column: 0, content: 'a', bbox: box(1, 2, 3, 4) }
  const table: Table = {
    type: 'table',
    columnCount: 1,
    rows: [{ cells: [cell] }, { cells: [cell] }, { cells: [{ ...cell, page: 2 }] }],
    provenance: [1, 2].map((page) => ({ type: 'page', page, bbox: box(1, 2, 3, 4) })),
  }
  const { extras, tables } = make([table], { pages })
  expect(extras).toEqual({ '#/tables/0': { first_rows: [0, 2] } })
  expect(tables[0]?.data.table_cells[2]?.bbox).toMatchObject({ l: 1, t: 2 })
})

test('a recognised page has its confidence', () => {
  const { extras } = make([], { pages: [{ number: 1 }, { number: 2, ocrConfidence: 0.93456 }] })
  expect(extras).toEqual({ '#/pages/2': { ocr_confidence: 0.935 } })
})

test('a recognised page has its words, with doubtful ones marked', () => {
  const sure = { text: 'Total', bbox: { x0: 1, y0: 2, x1: 3, y1: 4 }, confidence: 0.98765 }
  const doubt = { isDoubtful: true, otherReading: '7.60' } as const
  const ocrWords = [sure, { ...sure, text: '7.80', confidence: 0.5, ...doubt }]
  const { extras } = make([], { pages: [{ number: 1, ocrConfidence: 0.9, ocrWords }] })
  const bbox = { l: 1, t: 2, r: 3, b: 4, coord_origin: 'TOPLEFT' }
  expect(extras['#/pages/1']?.ocr_words).toEqual([
    { text: 'Total', bbox, confidence: 0.988 },
    { text: '7.80', bbox, confidence: 0.5, doubtful: true, other_reading: '7.60' },
  ])
})

test('a straightened page has its rotation, because boxes refer to the straight picture', () => {
  const straightened = { turns: 1, degrees: 0.5 }
  const { extras } = make([], { pages: [{ number: 2, straightened }] })
  expect(extras).toEqual({ '#/pages/2': { straightened } })
})

test('ranges count code points, like loaders', () => {
  const location = { type: 'page', page: 1, bbox: box(0, 0, 1, 1) } as const
  const provenance = [
    { ...location, characters: 3 },
    { ...location, characters: 2 },
  ]
  const { texts } = make([{ ...paragraph('𝑛 x𝑦'), provenance }], { pages })
  expect(texts[0]?.prov.map(({ charspan }) => charspan)).toEqual([
    [0, 2],
    [2, 4],
  ])
})
