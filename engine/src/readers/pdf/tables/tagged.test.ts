import { expect, test } from 'vitest'
import { noDrawings, type TagCell, type TagRow, type TagTable } from '../content/index.ts'
import type { Word } from '../layout/index.ts'
import { words } from '../layout/testing/layout.ts'
import { findTables } from './find-tables.ts'
import { joinTables } from './join-tables.ts'
import { gridLines, show, textOf } from './testing/pages.ts'

interface Tagged {
  readonly text: string
  readonly x: number
  readonly columnSpan?: number
  readonly rowSpan?: number
  readonly isHeader?: boolean
}

/** Makes a page with one tagged table whose rows are 14 points apart. */
function pageOf(
  rows: readonly (readonly (Tagged | undefined)[])[],
  { number = 1, firstRow = 0, tops = rows.map((_, row) => 100 + 14 * row) } = {},
) {
  const table: TagTable = { rows: [], isOuter: false }
  const cells = new Map<Word, TagCell>()
  for (const [row, tagged] of rows.entries()) {
    const tagRow: TagRow = { group: 0, index: firstRow + row, isHead: false, cells: [] }
    for (const cell of tagged) {
      if (!cell) {
        tagRow.cells.push(undefined)
        continue
      }
      const { text, x, columnSpan = 1, rowSpan = 1, isHeader = false } = cell
      const tag: TagCell = { table, isHeader, rowSpan, columnSpan }
      tagRow.cells.push(tag)
      for (const word of words(text, x, tops[row] ?? 0)) cells.set(word, tag)
    }
    table.rows.push(tagRow)
  }
  return {
    number,
    width: 612,
    height: 792,
    ...textOf([...cells.keys()]),
    drawings: noDrawings,
    cellOf: (word: Word) => cells.get(word),
  }
}

const head = [
  { text: 'Mill', x: 100, isHeader: true },
  { text: 'Vats', x: 200, isHeader: true },
]
const bridge = [
  { text: 'Bridge', x: 100 },
  { text: 'two', x: 200 },
]
const hill = [
  { text: 'Hill', x: 100 },
  { text: 'one', x: 200 },
]
const longText = Array.from({ length: 160 }, () => 'so').join(' ')

test.each([
  {
    name: 'rows of cells',
    rows: [head, bridge, hill],
    shown: ['Mill | Vats', 'Bridge | two', 'Hill | one'],
  },
  {
    name: 'spans and a cell without text',
    rows: [
      [{ text: 'Mills', x: 100, columnSpan: 3 }],
      [
        { text: 'Bridge', x: 100, rowSpan: 2 },
        { text: 'two', x: 200 },
        { text: 'old', x: 260 },
      ],
      [undefined, { text: 'new', x: 260 }],
    ],
    shown: ['3x Mills', 'v2 Bridge | two | old', ' | new'],
  },
  {
    name: 'a last column without text, as Word ends rows',
    rows: [head, bridge, hill].map((row) => [...row, undefined]),
    shown: ['Mill | Vats', 'Bridge | two', 'Hill | one'],
  },
])('findTables, tagged: $name', ({ rows, shown }) => {
  const [table] = findTables(pageOf(rows))
  expect(table && show(table)).toEqual(shown)
  expect(table?.kind).toBe('tagged')
})

test('findTables, tagged: without tagged heads, the page shows the header row', () => {
  const plain = head.map(({ text, x }) => ({ text, x }))
  expect(findTables(pageOf([plain, bridge, hill]))[0]?.headerRows).toBe(1)
})

test('findTables, tagged: the first column of a right-to-left table is at the right', () => {
  const rows = [
    ['שנה', 'מספר', 'סך הכול'],
    ['תשנה', '81', '120'],
    ['תשנו', '95', '135'],
  ].map((row) => row.map((text, column) => ({ text, x: 300 - 100 * column })))
  const [table] = findTables(pageOf(rows))
  expect(table?.kind).toBe('tagged')
  expect(table?.cells.map(({ column }) => column)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2])
})

test.each([
  {
    name: 'a table with rows in another order than on the page',
    page: pageOf([head, bridge, hill], { tops: [140, 120, 100] }),
  },
  {
    name: 'a table around running text',
    page: pageOf([
      head,
      [
        { text: longText, x: 100 },
        { text: 'a', x: 5000 },
      ],
      hill,
    ]),
  },
  {
    name: 'a table with a single column',
    page: pageOf([[{ text: 'a', x: 9 }], [{ text: 'b', x: 9 }], [{ text: 'c', x: 9 }]]),
  },
])('findTables, tagged: $name is rejected', ({ page }) => {
  expect(findTables(page).filter(({ kind }) => kind === 'tagged')).toEqual([])
})

/** A sheet whose tags list its last column second; some of its cells are empty. */
const sheet = [
  ['Name', 'Sum', 'Born', 'Town'],
  ['Ada', '', '1815', 'London'],
  ['Emmy', '', '1882', 'Erlangen'],
  ['Grace', '7', '1906', 'New York'],
  ['Mary', '', '1780', 'Jedburgh'],
  ['Sofia', '', '1850', 'Moscow'],
  ['Karen', '', '1942', 'Cleveland'],
]
const sheetXs = [100, 400, 200, 300]

test('findTables, tagged: a table whose tags contradict the order of its columns is read from the page', () => {
  const rows = sheet.map((row) =>
    row.map((text, column) => (text === '' ? undefined : { text, x: sheetXs[column] ?? 0 })),
  )
  const page = pageOf(rows)
  const ys = [88, ...sheet.map((_, row) => 104 + 14 * row)]
  const rulings = gridLines([95, 195, 295, 395, 480], ys)
  let warnings = 0
  const found = findTables({
    ...page,
    drawings: { ...noDrawings, rulings },
    onTagsContradict: () => warnings++,
  })
  expect(warnings).toBe(1)
  expect(found.map(show)).toEqual([
    sheet.map(([name, sum, born, town]) => [name, born, town, sum].join(' | ')),
  ])
})

test.each([
  { name: 'a table continues with its next row', firstRow: 3, count: 1 },
  { name: 'a first row below text of the next page begins another table', firstRow: 0, count: 2 },
])('joinTables, tagged: $name', ({ firstRow, count }) => {
  const pages = [pageOf([head, bridge, hill]), pageOf([bridge, hill], { number: 2, firstRow })]
  const parts = pages.flatMap((page) => findTables(page))
  expect(joinTables(parts.map((part) => ({ ...part, linesAbove: 1 })))).toHaveLength(count)
})

test('a tagged head without its span gets the span that the page shows', () => {
  const rows = [
    [
      { text: 'Plant', x: 50, isHeader: true },
      { text: 'Basil', x: 120, columnSpan: 2, isHeader: true },
      { text: 'Cumin', x: 270, isHeader: true },
      undefined,
    ],
    [undefined, ...[120, 170, 250, 300].map((x) => ({ text: 'Oil', x, isHeader: true }))],
    [{ text: 'One', x: 50 }, ...[120, 170, 250, 300].map((x) => ({ text: '1.5', x }))],
    [{ text: 'Two', x: 50 }, ...[120, 170, 250, 300].map((x) => ({ text: '2.5', x }))],
  ]
  expect(findTables(pageOf(rows)).map(show)).toEqual([
    [
      'v2 Plant | 2x Basil | 2x Cumin',
      'Oil | Oil | Oil | Oil',
      'One | 1.5 | 1.5 | 1.5 | 1.5',
      'Two | 2.5 | 2.5 | 2.5 | 2.5',
    ],
  ])
})
