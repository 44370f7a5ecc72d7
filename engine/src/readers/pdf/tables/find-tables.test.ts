import { expect, test } from 'vitest'
import { cpuNow } from '../../../testing/time.ts'
import { words } from '../layout/testing/layout.ts'
import { findTables } from './find-tables.ts'
import type { FoundTable } from './table.ts'
import {
  gridLines,
  horizontal,
  pageOf,
  rowsOfWords,
  show,
  type TextRow,
  vertical,
} from './testing/pages.ts'

const sales: readonly TextRow[] = [
  { 100: 'Region', 220: '2023', 300: '2024' },
  { 100: 'North', 220: '1,200', 300: '1,310' },
  { 100: 'South', 220: '980', 300: '1,040' },
  { 100: 'West', 220: '455', 300: '510' },
]
const shownSales = [
  'Region | 2023 | 2024',
  'North | 1,200 | 1,310',
  'South | 980 | 1,040',
  'West | 455 | 510',
]
/** Above, between and below rows of a leading of 14 points, the first baseline at 100. */
const ys = [88, 104, 118, 132, 146]

test.each([
  {
    name: 'a table with lines around all cells',
    rows: sales,
    drawings: { rulings: gridLines([95, 210, 290, 350], ys) },
    table: shownSales,
    kind: 'ruled',
  },
  {
    name: 'a table with three rules: above, below the header, and at the end',
    rows: sales,
    drawings: {
      rulings: [horizontal(88, 95, 350), horizontal(104, 95, 350), horizontal(146, 95, 350)],
    },
    table: shownSales,
    kind: 'halfRuled',
  },
  {
    name: 'a table without lines, with figures in columns',
    rows: sales,
    drawings: {},
    table: shownSales,
    kind: 'unruled',
  },
  {
    name: 'a table with every other row shaded',
    rows: sales,
    drawings: {
      fills: [104, 132].map((y0) => ({ x0: 95, x1: 350, y0, y1: y0 + 14, color: 0xddddddff })),
    },
    table: shownSales,
    kind: 'halfRuled',
  },
  {
    name: 'a vertical line missing in the header makes one cell over two columns',
    rows: [{ 100: 'Region', 240: 'Sales' }, ...sales.slice(1)],
    drawings: {
      rulings: [
        ...ys.map((y) => horizontal(y, 95, 350)),
        ...[95, 210, 350].map((x) => vertical(x, 88, 146)),
        vertical(290, 104, 146),
      ],
    },
    table: ['Region | 2x Sales', ...shownSales.slice(1)],
    kind: 'ruled',
  },
  {
    name: 'a horizontal line missing at the left makes one cell over two rows',
    rows: [
      { 100: 'Region', 220: 'Kind', 300: 'Sales' },
      { 100: 'North', 220: 'old', 300: '1,310' },
      { 220: 'new', 300: '1,040' },
    ],
    drawings: {
      rulings: [
        ...[88, 104, 132].map((y) => horizontal(y, 95, 350)),
        horizontal(118, 210, 350),
        ...[95, 210, 290, 350].map((x) => vertical(x, 88, 132)),
      ],
    },
    table: ['Region | Kind | Sales', 'v2 North | old | 1,310', 'new | 1,040'],
    kind: 'ruled',
  },
  {
    name: 'a head in the middle of two columns with a rule below spans both',
    rows: [{ 250: 'Sales' }, ...sales],
    drawings: {
      rulings: [
        horizontal(88, 95, 350),
        horizontal(104, 215, 345),
        horizontal(118, 95, 350),
        horizontal(160, 95, 350),
      ],
    },
    table: ['v2 Region | 2x Sales', '2023 | 2024', ...shownSales.slice(1)],
    kind: 'halfRuled',
  },
  {
    name: 'rules beside the first column make its cells span several rows',
    rows: [
      { 100: 'Region', 220: 'Kind', 300: 'What is sold there' },
      { 220: 'old', 300: 'bread and the like' },
      { 100: 'North' },
      { 220: 'new', 300: 'paper for writing' },
      { 100: 'South', 220: 'new', 300: 'paper for wrapping' },
    ],
    drawings: {
      rulings: [
        ...[88, 104, 146, 160].map((y) => horizontal(y, 95, 420)),
        horizontal(124, 212, 420),
      ],
    },
    table: [
      'Region | Kind | What is sold there',
      'v2 North | old | bread and the like',
      'new | paper for writing',
      'South | new | paper for wrapping',
    ],
    kind: 'halfRuled',
  },
  {
    name: 'shares in brackets below their counts belong to the row of the second line of the label',
    rows: [
      { 100: 'Mills', 220: 'Some', 300: 'Many' },
      { 100: 'Mills of the', 220: '12', 300: '8' },
      { 100: 'valley', 220: '(60%)', 300: '(40%)' },
      { 100: 'Mills by the', 220: '3', 300: '7' },
      { 100: 'sea', 220: '(30%)', 300: '(70%)' },
    ],
    drawings: {
      rulings: [horizontal(88, 95, 350), horizontal(104, 95, 350), horizontal(160, 95, 350)],
    },
    table: [
      'Mills | Some | Many',
      'Mills of the valley | 12 (60%) | 8 (40%)',
      'Mills by the sea | 3 (30%) | 7 (70%)',
    ],
    kind: 'halfRuled',
  },
  {
    name: 'justified lines of a label between vertical lines are one cell',
    rows: [
      { 205: 'Before', 275: 'Now' },
      { 100: 'Mills', 128: 'of', 152: 'the', 182: 'old', 205: '21', 275: '8' },
      { 100: 'valley, told' },
      { 100: 'Mills', 136: 'by', 162: 'the', 187: 'sea', 205: '11', 275: '3' },
      { 100: 'and', 121: 'on', 145: 'its', 172: 'isles' },
    ],
    drawings: {
      rulings: [
        ...[88, 104, 132, 160].map((y) => horizontal(y, 95, 340)),
        ...[95, 203, 270, 340].map((x) => vertical(x, 88, 160)),
      ],
    },
    table: [
      ' | Before | Now',
      'Mills of the old valley, told | 21 | 8',
      'Mills by the sea and on its isles | 11 | 3',
    ],
    kind: 'ruled',
  },
  {
    name: 'coloured cells between rules are not a separate table',
    rows: [...sales, { 100: 'All', 220: '2,635', 300: '2,860' }],
    drawings: {
      rulings: [horizontal(88, 95, 350), horizontal(104, 95, 350), horizontal(160, 95, 350)],
      fills: [106, 120].flatMap((y0) => [
        { x0: 212, x1: 288, y0, y1: y0 + 14, color: 0xdd0000ff },
        { x0: 288, x1: 350, y0, y1: y0 + 14, color: 0x00dd00ff + y0 * 256 },
      ]),
    },
    table: [...shownSales, 'All | 2,635 | 2,860'],
    kind: 'halfRuled',
  },
  {
    name: 'two dots and three hyphens are missing figures, three dots are a leader',
    rows: [...sales, { 100: 'East ...', 220: '..', 300: '---' }],
    drawings: {
      rulings: [horizontal(88, 95, 350), horizontal(104, 95, 350), horizontal(160, 95, 350)],
    },
    table: [...shownSales, 'East | .. | ---'],
    kind: 'halfRuled',
  },
  {
    name: 'a figure close to the label before it is in its own column',
    rows: [
      { 100: 'Region', 220: '2023', 260: '2024', 310: '2025' },
      { 100: 'North', 220: '1,200', 260: '1,310', 310: '1,400' },
      { 100: 'The whole of the South', 214: '980', 260: '1,040', 310: '1,100' },
      { 100: 'West', 220: '455', 260: '510', 310: '600' },
    ],
    drawings: {
      rulings: [horizontal(88, 95, 350), horizontal(104, 95, 350), horizontal(146, 95, 350)],
    },
    table: [
      'Region | 2023 | 2024 | 2025',
      'North | 1,200 | 1,310 | 1,400',
      'The whole of the South | 980 | 1,040 | 1,100',
      'West | 455 | 510 | 600',
    ],
    kind: 'halfRuled',
  },
  {
    name: 'cells of several lines between rules',
    rows: [
      { 100: 'Method', 220: 'Description' },
      { 100: 'Discussion', 220: 'Teachers present a topic and' },
      { 220: 'ask questions' },
      { 100: 'Exercise', 220: 'Students solve a task' },
      { 100: 'Quiz', 220: 'Small questions at the end' },
    ],
    drawings: {
      rulings: [horizontal(88, 95, 380), horizontal(104, 95, 380), horizontal(160, 95, 380)],
    },
    table: [
      'Method | Description',
      'Discussion | Teachers present a topic and ask questions',
      'Exercise | Students solve a task',
      'Quiz | Small questions at the end',
    ],
    kind: 'halfRuled',
  },
  {
    name: 'column heads above the first ruling',
    rows: sales,
    drawings: { rulings: gridLines([95, 210, 290, 350], ys.slice(1)) },
    table: shownSales,
    kind: 'ruled',
  },
  {
    name: 'a title over all columns is a caption, and lines of notes below are not part of the table',
    rows: [
      { 100: 'Table 3: Sales' },
      ...sales,
      { 100: 'The figures of the year before are those that had been told' },
      { 100: 'in the report of the spring, and not all of them are known' },
    ],
    drawings: {
      rulings: [
        ...[88, 104, 118, 132, 146, 160, 188].map((y) => horizontal(y, 95, 420)),
        ...[95, 420].map((x) => vertical(x, 88, 188)),
        ...[210, 290].map((x) => vertical(x, 104, 160)),
      ],
    },
    table: shownSales,
    kind: 'ruled',
    wordCount: 12,
  },
  {
    name: 'bullets stay with the text of their cell',
    rows: [
      { 100: 'Step', 220: 'To do' },
      { 100: 'One', 220: '•', 235: 'read' },
      { 220: '•', 235: 'write' },
      { 100: 'Two', 220: '•', 235: 'count' },
    ],
    drawings: { rulings: gridLines([95, 210, 350], [88, 104, 132, 146]) },
    table: ['Step | To do', 'One | • read • write', 'Two | • count'],
    kind: 'ruled',
  },
])('findTables: $name', ({ rows, drawings, table, kind, wordCount = rowsOfWords(rows).length }) => {
  const found = findTables(pageOf(rowsOfWords(rows), drawings))
  expect(found.map(show)).toEqual([table])
  expect(found[0]?.kind).toBe(kind)
  expect(found[0]?.words.size).toBe(wordCount)
  const places = found.flatMap(placesOf)
  expect(new Set(places).size).toBe(places.length)
})

/** Returns the grid positions that cells cover, once for each cell. */
function placesOf({ cells }: FoundTable): string[] {
  return cells.flatMap(({ row, column, rowSpan, columnSpan }) =>
    Array.from({ length: rowSpan * columnSpan }, (_, index) => {
      const down = Math.floor(index / columnSpan)
      return `${row + down} ${column + (index % columnSpan)}`
    }),
  )
}

const prose = 'the water of the river is not as clear as it was when we came here'
const longProse = Array.from({ length: 12 }, () => prose)

test.each([
  {
    name: 'running text in two columns',
    rows: longProse.map((text) => ({ 50: text.slice(0, 48), 320: text.slice(0, 48) })),
  },
  {
    name: 'a list with separate markers',
    rows: ['one thing', 'another', 'the third', 'the fourth', 'the last'].map((text, index) => ({
      100: `${index + 1}.`,
      130: text,
    })),
  },
  {
    name: 'a table of contents with page numbers',
    rows: ['Introduction', 'Methods', 'Results', 'Discussion', 'Appendix'].map((text, index) => ({
      100: text,
      400: `${3 + index * 7}`,
    })),
  },
  {
    name: 'a chart with labels on both sides',
    rows: [50, 40, 30, 20, 10].map((mark) => ({ 100: `${mark}`, 400: `${mark / 100}` })),
  },
  {
    name: 'justified lines with wide gaps',
    rows: [
      { 100: 'again', 150: 'please', 205: 'consider', 270: 'that the' },
      { 100: 'weights', 160: 'should', 220: 'be', 250: 'used in', 300: 'all' },
      { 100: 'of', 130: 'them', 180: 'for', 220: 'this', 260: 'and others' },
    ],
  },
  {
    name: 'lines of verse',
    rows: ['Tyger Tyger', 'burning bright'].map((text) => ({ 100: text })),
  },
  { name: 'a single row', rows: [{ 100: 'Name', 200: 'Date', 300: '12' }] },
])('findTables: $name is not a table', ({ rows }) => {
  expect(findTables(pageOf(rowsOfWords(rows))).map(show)).toEqual([])
})

test('findTables: text around a table is not part of it', () => {
  const before = rowsOfWords([{ 50: prose }], 60)
  const after = rowsOfWords([{ 50: prose }], 220)
  const rulings = [horizontal(90, 50, 350), horizontal(104, 50, 350), horizontal(146, 50, 350)]
  const page = pageOf([...before, ...rowsOfWords(sales), ...after], { rulings })
  const [table] = findTables(page)
  expect(table && show(table)).toEqual(shownSales)
  expect(before.some((word) => table?.words.has(word))).toBe(false)
  expect(table?.linesAbove).toBe(1)
  expect(table?.linesBelow).toBe(1)
})

test('findTables: a title in larger type between rows begins another table', () => {
  const title = words('Wool', 100, 159, 13)
  const content = [...rowsOfWords(sales), ...title, ...rowsOfWords(sales, 176)]
  expect(findTables(pageOf(content))).toHaveLength(2)
})

test('findTables: a page full of lines and words takes less than two seconds', () => {
  const rows = Array.from({ length: 120 }, () =>
    Object.fromEntries(Array.from({ length: 40 }, (_, column) => [column * 15, '1'])),
  )
  const lines = gridLines(
    Array.from({ length: 200 }, (_, index) => index * 3),
    Array.from({ length: 200 }, (_, index) => index * 4),
  )
  const start = cpuNow()
  findTables(pageOf(rowsOfWords(rows, 5, 6), { rulings: lines }))
  expect(cpuNow() - start).toBeLessThan(2000)
})

test('findTables: text between two tables with rules is part of neither', () => {
  const xs = [50, 200, 350]
  const between = rowsOfWords([{ 50: 'Results' }, { 50: 'of both' }], 180)
  const second = rowsOfWords(sales, 240)
  const rulings = [
    ...gridLines(xs, [88, 104, 118, 132, 148]),
    ...[228, 244, 286].map((y) => horizontal(y, 50, 350)),
  ]
  const rows = sales.map((row) => ({ 60: row[100] ?? '', 260: row[300] ?? '' }))
  const found = findTables(pageOf([...rowsOfWords(rows), ...between, ...second], { rulings }))
  expect(found.map(({ kind, rowCount }) => [kind, rowCount])).toEqual([
    ['ruled', 4],
    ['halfRuled', 4],
  ])
  expect(found.some(({ words }) => between.some((word) => words.has(word)))).toBe(false)
})

test('findTables: lines between the edges of a zebra pattern are separate rows', () => {
  const fills = [118, 146].map((y0) => ({
    x0: 95,
    x1: 350,
    y0: y0 - 10,
    y1: y0 + 4,
    color: 0xeeeeeeff,
  }))
  const rows: readonly TextRow[] = [
    { 100: 'Budget', 200: 'Water', 300: 'Safety' },
    { 100: 'Terms', 200: '3229', 300: 'Quality' },
    { 100: 'Tests', 200: '5303', 300: 'Members' },
    { 100: 'Rules', 200: '413', 300: 'Method' },
    { 100: 'Result', 200: '9635', 300: 'Places' },
  ]
  const rulings = gridLines([95, 350], [88, 163])
  const [table] = findTables(pageOf(rowsOfWords(rows), { rulings, fills }))
  expect(table && show(table)).toEqual(rows.map((row) => Object.values(row).join(' | ')))
})
