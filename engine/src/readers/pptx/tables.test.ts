import { expect, test } from 'vitest'
import { Warnings } from '../../errors.ts'
import { defaultLimits, LimitError } from '../../limits.ts'
import { xml } from '../ooxml/testing/xml.ts'
import { createBudget } from './budget.ts'
import { toTable } from './table-blocks.ts'
import { readTable } from './tables.ts'

/** Rows of cells, each `text` or `text|attributes`. */
function table(columns: number, rows: readonly (readonly string[])[], properties = ''): string {
  const cells = (row: readonly string[]): string =>
    row
      .map((cell) => cell.split('|'))
      .map(
        ([text = '', attributes = '']) =>
          `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`,
      )
      .join('')
  return `<a:tbl><a:tblPr ${properties}/><a:tblGrid>${'<a:gridCol/>'.repeat(columns)}</a:tblGrid>${rows
    .map((row) => `<a:tr>${cells(row)}</a:tr>`)
    .join('')}</a:tbl>`
}

function read(source: string) {
  const context = { text: { warnings: new Warnings() }, budget: createBudget(defaultLimits) }
  return toTable(readTable(xml(source), context), [], [])
}

/** Prints cells as `text@column`, with `×columns×rows` for spans. */
function grid(source: string): string[] {
  return (
    read(source)?.rows.map(({ cells }) =>
      cells
        .map(({ column, columnSpan = 1, rowSpan = 1, content }) => {
          const span = columnSpan * rowSpan > 1 ? `×${columnSpan}×${rowSpan}` : ''
          return `${content}@${column}${span}`
        })
        .join(' '),
    ) ?? []
  )
}

test.each([
  {
    name: 'covered positions marked',
    source: table(3, [
      ['a|gridSpan="2" rowSpan="2"', '|hMerge="1"', 'b'],
      ['|vMerge="1"', '|hMerge="1" vMerge="1"', 'c'],
    ]),
    rows: ['a@0×2×2 b@2', 'c@2'],
  },
  {
    name: 'covered positions left out',
    source: table(3, [['a|gridSpan="2" rowSpan="2"', 'b'], ['c']]),
    rows: ['a@0×2×2 b@2', 'c@2'],
  },
  {
    name: 'covered positions without their mark',
    source: table(2, [
      ['a|rowSpan="2"', 'b'],
      ['', 'c'],
    ]),
    rows: ['a@0×1×2 b@1', 'c@1'],
  },
  {
    name: 'text at a covered position moves to the next free column',
    source: table(2, [
      ['a|rowSpan="2"', 'b'],
      ['lost?', 'c'],
    ]),
    rows: ['a@0×1×2 b@1', 'lost?@1 c@2'],
  },
  {
    name: 'spans beyond the table are cut',
    source: table(2, [['a', 'b|gridSpan="999999999" rowSpan="999999999"']]),
    rows: ['a@0 b@1'],
  },
  {
    name: 'invalid spans count as 1',
    source: table(1, [['a|gridSpan="-1" rowSpan="x"']]),
    rows: ['a@0'],
  },
  {
    name: 'rows of different lengths',
    source: table(0, [['a'], ['b', 'c']]),
    rows: ['a@0', 'b@0 c@1'],
  },
  { name: 'a table without text is left out', source: table(2, [['', ' ']]), rows: [] },
])('readTable: $name', ({ source, rows }) => {
  expect(grid(source)).toEqual(rows)
})

test('the first row and column are headers if the table declares them so', () => {
  const rows = [
    ['a', 'b'],
    ['c', 'd'],
  ]
  const headers = (properties: string) =>
    read(table(2, rows, properties))?.rows.map(({ cells }) => cells.map(({ header }) => header))
  expect(headers('')).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
  expect(headers('firstRow="1" firstCol="1"')).toEqual([
    ['column', 'column'],
    ['row', undefined],
  ])
})

test('refuses a grid beyond the limit before filling it', () => {
  const wide = table(
    20_000,
    Array.from({ length: 1_000 }, () => ['a|gridSpan="20000"']),
  )
  expect(() => read(wide)).toThrow(LimitError)
})
