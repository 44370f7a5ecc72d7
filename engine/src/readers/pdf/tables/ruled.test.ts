import { expect, test } from 'vitest'
import { findTables } from './find-tables.ts'
import { gridLines, horizontal, pageOf, rowsOfWords, show } from './testing/pages.ts'

const rows = [
  { 100: 'build(args)', 220: 'Build the whole site.' },
  { 100: 'main(args)', 220: 'Entry point of the command.' },
  { 100: 'parse(args)', 220: 'Parse command line arguments.' },
]
const ys = [88, 104, 118, 132]
const shown = [
  'build(args) | Build the whole site.',
  'main(args) | Entry point of the command.',
  'parse(args) | Parse command line arguments.',
]

test.each([
  { name: 'underlines of the first part of words', below: 1.5 },
  { name: 'short lines close above the rulings', below: 3.5 },
])('rows between rulings stay apart: $name', ({ below }) => {
  const short = ys.slice(0, -1).map((_, at) => horizontal(100 + 14 * at + below, 100, 122))
  const rulings = [...gridLines([95, 210, 400], ys), ...short]
  const [table] = findTables(pageOf(rowsOfWords(rows), { rulings }))
  expect(table && show(table)).toEqual(shown)
})

test('a row of a grid with few rows keeps the paragraphs of its cells', () => {
  const lines = [
    { 100: 'Repairs.', 240: 'Agreed.' },
    { 100: 'The mill shall be' },
    { 100: 'mended by the miller.' },
    { 100: 'Fines.', 240: 'Not agreed.' },
    { 100: 'They are paid in spring.' },
  ]
  const rulings = gridLines([95, 230, 400], [88, 134, 164])
  const [table] = findTables(pageOf(rowsOfWords(lines), { rulings }))
  expect(table && show(table)).toEqual([
    'Repairs. The mill shall be mended by the miller. | Agreed.',
    'Fines. They are paid in spring. | Not agreed.',
  ])
})
