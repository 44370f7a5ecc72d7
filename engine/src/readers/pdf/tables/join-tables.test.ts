import { expect, test } from 'vitest'
import { findTables } from './find-tables.ts'
import { joinTables } from './join-tables.ts'
import { gridLines, pageOf, rowsOfWords, show, type TextRow } from './testing.ts'
import { toTableBlock } from './to-block.ts'

const head = { 100: 'Region', 220: 'Sales', 300: 'Costs' }
const north = { 100: 'North', 220: '1,200', 300: '1,310' }
const south = { 100: 'South', 220: '980', 300: '1,040' }
const west = { 100: 'West', 220: '455', 300: '510' }
const prose = { 50: 'the water of the river is not as clear as it was when we came here' }

function tablesOf(pages: readonly (readonly TextRow[])[]) {
  return pages.flatMap((rows, index) => {
    const rulings = gridLines(
      [95, 210, 290, 350],
      rows.map((_, row) => 88 + row * 14).concat(88 + rows.length * 14),
    )
    return findTables(pageOf(rowsOfWords(rows), { rulings }, index + 1))
  })
}

test.each([
  {
    name: 'the header repeated is dropped',
    pages: [
      [head, north],
      [head, south, west],
    ],
    joined: [
      [
        'Region | Sales | Costs',
        'North | 1,200 | 1,310',
        'South | 980 | 1,040',
        'West | 455 | 510',
      ],
    ],
  },
  {
    name: 'columns at the same places go on without a header',
    pages: [
      [head, north],
      [south, west],
    ],
    joined: [
      [
        'Region | Sales | Costs',
        'North | 1,200 | 1,310',
        'South | 980 | 1,040',
        'West | 455 | 510',
      ],
    ],
  },
])('joinTables: $name', ({ pages, joined }) => {
  const tables = joinTables(tablesOf(pages))
  expect(tables.map(show)).toEqual(joined)
  const block = tables[0] && toTableBlock(tables[0])
  expect(block?.provenance?.map((place) => place.type === 'page' && place.page)).toEqual([1, 2])
  expect(block?.rows.map(({ cells }) => cells.length)).toEqual([3, 3, 3, 3])
})

test('joinTables: text between keeps tables apart', () => {
  const [first] = tablesOf([[head, north]])
  const second = findTables(
    pageOf(
      [
        ...rowsOfWords(
          Array.from({ length: 6 }, () => prose),
          20,
          10,
        ),
        ...rowsOfWords([south, west]),
      ],
      { rulings: gridLines([95, 210, 290, 350], [88, 102, 116]) },
      2,
    ),
  )
  expect(first && joinTables([first, ...second])).toHaveLength(2)
})
