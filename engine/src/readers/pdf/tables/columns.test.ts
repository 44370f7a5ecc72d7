import { expect, test } from 'vitest'
import { findColumnSpans } from './columns.ts'
import { linesOf, rowsOfWords, type TextRow } from './testing/pages.ts'

const columnsOf = (rows: readonly TextRow[]) =>
  findColumnSpans(linesOf(rowsOfWords(rows))).map(({ x0 }) => x0)

test.each([
  {
    name: 'a head over two columns does not join them',
    rows: [{ 104: 'a long head over both' }, { 100: 'ab', 200: 'cd' }, { 100: 'ef', 200: 'gh' }],
    columns: [100, 200],
  },
  {
    name: 'gaps in few lines do not separate columns',
    rows: [
      { 100: 'of all', 140: 'lines' },
      { 100: 'a long line here' },
      { 100: 'a longer line here' },
    ],
    columns: [100],
  },
  {
    name: 'a head to the left of right-aligned figures belongs to their column',
    rows: [
      { 100: 'Name', 200: 'No' },
      { 100: 'ab', 220: '1' },
      { 100: 'cd', 220: '2' },
      { 100: 'ef', 215: '33' },
      { 100: 'gh', 220: '4' },
    ],
    columns: [100, 200],
  },
  {
    name: 'a figure that overlaps the next column stays in its column',
    rows: [
      { 20: 'over all of us', 100: '1,665.5', 143: '(1,576.0)' },
      { 105: '21.8', 145: '(16.0)' },
      { 105: '85.5', 133: '(1,085.5)' },
    ],
    columns: [20, 100, 143],
  },
])('findColumnSpans: $name', ({ rows, columns }) => {
  expect(columnsOf(rows)).toEqual(columns)
})
