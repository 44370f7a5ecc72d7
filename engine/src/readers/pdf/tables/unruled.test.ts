import { expect, test } from 'vitest'
import { copyWord } from '../layout/index.ts'
import { findTables } from './find-tables.ts'
import { pageOf, rowsOfWords } from './testing/pages.ts'

const columns = [50, 220, 390]
const members = ['Anna Keller', 'Teacher', 'Mill Street 4', 'Ben Graf', 'Baker', 'Quay Road 12']

/** Three columns of members, with the number of each text in the file. */
function directory(numberOf: (column: number, row: number) => number) {
  const rows = members.map((text, row) =>
    columns.map((x, column) => ({ x, text, object: numberOf(column, row) })),
  )
  return rows.flatMap((row, index) =>
    row.flatMap(({ x, text, object }) =>
      rowsOfWords([{ [x]: text }], 100 + 14 * index).map((word) => copyWord(word, { object })),
    ),
  )
}

test('findTables: columns of addresses that the file has one after the other are no table', () => {
  const words = directory((column, row) => column * members.length + row)
  expect(findTables(pageOf(words))).toEqual([])
})

test('findTables: the same texts are a table if the file has them row by row', () => {
  const words = directory((column, row) => row * columns.length + column)
  expect(findTables(pageOf(words))).toHaveLength(1)
})
