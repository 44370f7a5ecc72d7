import { expect, test } from 'vitest'
import { findTables } from './find-tables.ts'
import { horizontal, pageOf, rowsOfWords, show, type TextRow, vertical } from './testing/pages.ts'

const body: readonly TextRow[] = [
  { 100: 'North', 200: '1,200', 260: '1,310', 320: '12', 380: '14' },
  { 100: 'South', 200: '980', 260: '1,040', 320: '9', 380: '11' },
  { 100: 'West', 200: '455', 260: '510', 320: '3', 380: '2' },
]
const shownBody = ['North | 1,200 | 1,310 | 12 | 14', 'South | 980 | 1,040 | 9 | 11']

test.each([
  {
    name: 'heads centred over groups of columns without rules',
    head: [
      { 235: 'Sales', 350: 'Staff' },
      { 100: 'Region', 200: '2023', 260: '2024', 320: '2023', 380: '2024' },
    ],
    shown: ['v2 Region | 2x Sales | 2x Staff', '2023 | 2024 | 2023 | 2024'],
  },
  {
    name: 'heads that number the columns',
    head: [{ 270: 'Years on' }, { 100: 'Region', 200: '1', 260: '2', 320: '3', 380: '4' }],
    shown: ['v2 Region | 4x Years on', '1 | 2 | 3 | 4'],
  },
  {
    name: 'a head of two lines beside a group',
    head: [
      { 100: 'Name of', 235: 'Sales', 350: 'Staff' },
      { 100: 'region', 200: '2023', 260: '2024', 320: '2023', 380: '2024' },
    ],
    shown: ['v2 Name of region | 2x Sales | 2x Staff', '2023 | 2024 | 2023 | 2024'],
  },
])('findTables, stacked headers: $name', ({ head, shown }) => {
  const rows = [...head, ...body]
  const rules = [88, 104 + 14 * (head.length - 1), 90 + rows.length * 14]
  const rulings = rules.map((y) => horizontal(y, 95, 410))
  const [table] = findTables(pageOf(rowsOfWords(rows), { rulings }))
  expect(table && show(table).slice(0, 4)).toEqual([...shown, ...shownBody])
  expect(table?.headerRows).toBe(shown.length)
})

test.each([
  {
    name: 'below a title over all columns',
    stubRows: 1,
    head: [
      { 180: 'Trade by region' },
      { 100: 'Region', 200: 'Wool', 260: 'Felt', 320: 'Staff', 380: 'Cars' },
    ],
    walls: [[], [195, 255, 315, 375]],
    shown: ['5x Trade by region', 'Region | Wool | Felt | Staff | Cars'],
  },
  {
    name: 'with years below heads over several columns',
    stubRows: 2,
    head: [
      { 100: 'Region', 215: 'Sales', 335: 'Staff' },
      { 200: '11/12', 260: '12/13', 320: '11/12', 380: '12/13' },
    ],
    walls: [
      [195, 315],
      [195, 255, 315, 375],
    ],
    shown: ['v2 Region | 2x Sales | 2x Staff', '11/12 | 12/13 | 11/12 | 12/13'],
  },
])('findTables, ruled headers: heads $name are the header', ({ stubRows, head, walls, shown }) => {
  const rows = [...head, ...body]
  const edges = [95, 195, 255, 315, 375, 410]
  const rowOf = (at: number): number => 90 + 14 * at
  const rulings = [
    ...Array.from({ length: rows.length + 1 }, (_, at) =>
      horizontal(rowOf(at), at > 0 && at < stubRows ? 195 : 95, 410),
    ),
    ...rows.flatMap((_, at) =>
      edges
        .filter((x) => x === 95 || x === 410 || (walls[at]?.includes(x) ?? true))
        .map((x) => vertical(x, rowOf(at), rowOf(at + 1))),
    ),
  ]
  const [table] = findTables(pageOf(rowsOfWords(rows), { rulings }))
  expect(table && show(table).slice(0, 2)).toEqual(shown)
  expect(table?.headerRows).toBe(2)
})

test('findTables: the heading of a group of rows spans all columns', () => {
  const groups: readonly TextRow[] = [
    { 100: 'Region', 200: '2023', 260: '2024', 320: 'Staff', 380: 'Cars' },
    { 100: 'All that lies beyond the river' },
    ...body,
  ]
  const rulings = [88, 104, 160].map((y) => horizontal(y, 95, 410))
  const [table] = findTables(pageOf(rowsOfWords(groups), { rulings }))
  expect(table && show(table)).toEqual([
    'Region | 2023 | 2024 | Staff | Cars',
    '5x All that lies beyond the river',
    ...shownBody,
    'West | 455 | 510 | 3 | 2',
  ])
  expect(table?.cells.filter(({ header }) => header === 'section')).toHaveLength(1)
})

test('findTables: notes inside the frame below the last rule are not rows', () => {
  const rows: readonly TextRow[] = [
    { 100: 'Region', 200: '2023', 260: '2024', 320: 'Staff', 380: 'Cars' },
    ...body,
    { 100: 'Source: the books of the four regions, as printed' },
  ]
  const rulings = [88, 104, 160].map((y) => horizontal(y, 95, 410))
  const [table] = findTables(pageOf(rowsOfWords(rows), { rulings }))
  expect(table?.rowCount).toBe(4)
})
