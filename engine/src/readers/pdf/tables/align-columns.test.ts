import { expect, test } from 'vitest'
import { withSameColumns } from './align-columns.ts'
import { findTables } from './find-tables.ts'
import { joinTables } from './join-tables.ts'
import { gridLines, pageOf, rowsOfWords, type TextRow } from './testing/pages.ts'

const head = { 100: 'Region', 220: 'Sales', 300: 'Notes' }
const rows = [
  { 100: 'North', 220: '1,200', 300: 'Rain' },
  { 100: 'South', 220: '980', 300: 'Snow' },
]

function tablesOf(page: readonly TextRow[], number: number, columns: readonly number[]) {
  const bands = page.map((_, row) => 88 + row * 14).concat(88 + page.length * 14)
  return findTables(pageOf(rowsOfWords(page), { rulings: gridLines(columns, bands) }, number))
}

const first = tablesOf([head, ...rows], 1, [95, 210, 290, 350])

test.each([
  {
    name: 'the last column',
    page: [
      { 100: 'West', 220: '455' },
      { 100: 'East', 220: '510' },
    ],
    columns: [0, 1],
  },
  {
    name: 'a column in the middle',
    page: [
      { 100: 'West', 300: 'Rain' },
      { 100: 'East', 300: 'Fog' },
    ],
    columns: [0, 2],
  },
])('joinTables: the next page has no text in $name', ({ page, columns }) => {
  const tables = joinTables([...first, ...tablesOf(page, 2, [95, 210, 290, 350])])
  const [table] = tables
  expect(tables).toHaveLength(1)
  expect(table?.columnCount).toBe(3)
  const last = table?.cells.filter(({ row }) => row === 4) ?? []
  expect(last.map(({ column }) => column)).toEqual(columns)
  expect(last.map(({ text }) => text)).toEqual(Object.values(page[1] ?? {}))
})

test('joinTables: columns at other places are another table', () => {
  const page = [
    { 140: 'West', 260: '455' },
    { 140: 'East', 260: '510' },
  ]
  const tables = joinTables([...first, ...tablesOf(page, 2, [135, 250, 330])])
  expect(tables).toHaveLength(2)
})

test('withSameColumns: a part keeps a text whose column has no extent, and columns counted from the right', () => {
  const [table] = first
  const [part] = tablesOf(
    [
      { 100: 'West', 220: '455' },
      { 100: 'East', 220: '510' },
    ],
    2,
    [95, 210, 290, 350],
  )
  if (!table || !part) throw new Error('no tables')
  expect(withSameColumns(table, part)?.map(({ columnCount }) => columnCount)).toEqual([3, 3])
  const lacking = { x0: Number.POSITIVE_INFINITY, x1: Number.NEGATIVE_INFINITY }
  const spread = { row: 0, column: 2, rowSpan: 1, columnSpan: 2, text: 'Fog', words: [] }
  const columns = [...part.columns, lacking, lacking]
  const cells = [...part.cells, spread]
  expect(withSameColumns(table, { ...part, columnCount: 4, columns, cells })).toBeUndefined()
  const reversed = { ...part, columns: part.columns.toReversed() }
  expect(withSameColumns(table, reversed)).toBeUndefined()
})
