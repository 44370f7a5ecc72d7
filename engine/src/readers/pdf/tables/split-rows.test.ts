import { expect, test } from 'vitest'
import { findTables } from './find-tables.ts'
import { joinTables } from './join-tables.ts'
import { gridLines, pageOf, rowsOfWords, show, type TextRow } from './testing/pages.ts'

const head = { 100: 'Option', 220: 'Meaning' }
const others = [
  { 100: 'Level', 220: 'Sets the water level' },
  { 100: 'Speed', 220: 'Sets the speed of the wheel' },
]

/** Finds the tables of two pages with the same rulings, and joins them. */
function joined(...pages: readonly (readonly TextRow[])[]) {
  const tables = pages.flatMap((rows, index) => {
    const bands = rows.map((_, row) => 88 + row * 14).concat(88 + rows.length * 14)
    const rulings = gridLines([95, 210, 380], bands)
    return findTables(pageOf(rowsOfWords(rows), { rulings }, index + 1))
  })
  return joinTables(tables)
}

test.each([
  {
    name: 'a row without a name',
    rest: { 220: 'Only the miller uses it' },
    lines: ['Flow | Sets the flow of the Only the miller uses it'],
  },
  {
    name: 'a row without a name that goes on in the middle of a word',
    before: { 100: 'Flow', 220: 'Sets the flow of mes-' },
    rest: { 220: 'sages to the wheel' },
    lines: ['Flow | Sets the flow of messages to the wheel'],
  },
  {
    name: 'a name that goes on with a small letter',
    rest: { 100: 'of water' },
    lines: ['Flow of water | Sets the flow of the'],
  },
  {
    name: 'a row with a name',
    rest: { 100: 'Width', 220: 'of the wheel' },
    lines: ['Flow | Sets the flow of the', 'Width | of the wheel'],
  },
])('joinTables: after a page break, $name', ({ before, rest, lines }) => {
  const cut = before ?? { 100: 'Flow', 220: 'Sets the flow of the' }
  const tables = joined([head, ...others, cut], [head, rest, { 100: 'Depth', 220: 'Sets it' }])
  expect(tables.map(show)).toEqual([
    [
      'Option | Meaning',
      'Level | Sets the water level',
      'Speed | Sets the speed of the wheel',
      ...lines,
      'Depth | Sets it',
    ],
  ])
})

test('joinTables: in a table of groups, a row without a name is a row of its own', () => {
  const group = [{ 100: 'Level', 220: 'Sets the water level' }, { 220: 'Sets the flow' }]
  const tables = joined([head, ...group, ...group], [head, { 220: 'Sets the depth' }, ...group])
  expect(tables.map(show)[0]).toContain(' | Sets the depth')
})

test('joinTables: a cell keeps its parts on later pages', () => {
  const [table] = joined(
    [head, ...others, { 100: 'Flow', 220: 'Sets the' }],
    [{ 220: 'flow' }, { 100: 'Depth', 220: 'Sets it' }],
  )
  const cell = table?.cells.find(({ text }) => text === 'Sets the flow')
  expect(cell?.rest?.map(({ text, page }) => ({ text, page }))).toEqual([{ text: 'flow', page: 2 }])
})
