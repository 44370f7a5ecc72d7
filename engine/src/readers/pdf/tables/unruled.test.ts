import { expect, test } from 'vitest'
import { copyWord, type Word } from '../layout/index.ts'
import { words } from '../layout/testing/layout.ts'
import { findTables } from './find-tables.ts'
import { pageOf, rowsOfWords, show } from './testing/pages.ts'

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

test.each([
  ['apart from its heads', 14, false],
  ['close above its heads', 0, true],
])('findTables: a centred text %s', (_, white, isHead) => {
  const title = rowsOfWords([{ 180: 'Sales of sheets and felts' }], 86 - white)
  const heads = rowsOfWords([{ 100: 'Mill', 160: 'Sheets', 260: 'Felts', 340: 'Boards' }])
  const rows = rowsOfWords(
    ['Upper', 'Lower', 'Old'].map((mill, at) => ({
      100: mill,
      160: `${1200 - 90 * at}`,
      260: `${310 + 45 * at}`,
      340: `${510 + 5 * at}`,
    })),
    114,
  )
  const [table] = findTables(pageOf([...title, ...heads, ...rows]))
  expect(table?.words.has(title[0] as Word)).toBe(isHead)
})

test('findTables: a numbered heading in larger type separates the tables above and below it', () => {
  const sales = [
    { 100: 'Region', 220: '2023', 300: '2024' },
    { 100: 'North', 220: '1,200', 300: '1,310' },
    { 100: 'South', 220: '980', 300: '1,040' },
    { 100: 'West', 220: '455', 300: '510' },
  ]
  const heading = [...words('3.1.4', 100, 168, 14), ...words('Interrupts', 220, 168, 14)]
  const page = pageOf([...rowsOfWords(sales), ...heading, ...rowsOfWords(sales, 190)])
  const shown = sales.map((row) => Object.values(row).join(' | '))
  expect(findTables(page).map(show)).toEqual([shown, shown])
})

test.each([
  {
    name: 'starts the next cell if the file moves to it',
    isMoved: true,
    row: 'messages: | Normal',
  },
  { name: 'continues the text otherwise', isMoved: false, row: '2x messages: Normal' },
])(
  'findTables: a word close behind a text and at the start of a column $name',
  ({ isMoved, row }) => {
    const names = ['trace:', 'debug:', 'messages:', 'warning:', 'fatal:', 'info:']
    const values = ['Calls', 'Output', 'Normal', 'Texts', 'Errors', 'Facts']
    const rows = rowsOfWords(names.map((name, at) => ({ 100: name, 148: values[at] ?? '' })))
    const moved = rows.map((word) => copyWord(word, { isMoved: isMoved && word.x0 === 148 }))
    const [table] = findTables(pageOf(moved))
    expect(table && show(table)[2]).toBe(row)
  },
)
