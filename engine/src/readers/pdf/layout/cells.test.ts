import { expect, test } from 'vitest'
import { splitCells } from './cells.ts'
import { fragment } from './testing/layout.ts'

const rows = (column: { readonly fragments: readonly { readonly text: string }[] }) =>
  column.fragments.map(({ text }) => text)

test('splitCells: a term beside its description on two lines', () => {
  const term = fragment('-noinit', 50, 100)
  const description = [
    fragment('Reads no file with settings', 150, 100),
    fragment('at the start', 150, 112),
  ]
  expect(splitCells([term, ...description], false).map(rows)).toEqual([
    ['-noinit'],
    ['Reads no file with settings', 'at the start'],
  ])
})

test('splitCells: words that wrap in their cell, beside a number', () => {
  const cell = [fragment('Cost of the paper and of the', 50, 100), fragment('transport', 50, 112)]
  const number = fragment('1,200', 210, 100)
  expect(splitCells([...cell, number], false).map(rows)).toEqual([
    ['Cost of the paper and of the', 'transport'],
    ['1,200'],
  ])
})

test('splitCells: a date at the end of the first of two lines stays in its line', () => {
  const lines = [fragment('Mill of the north', 50, 100), fragment('Foreman of the vats', 50, 112)]
  const date = fragment('2019 to 2024', 450, 100)
  expect(splitCells([...lines, date], false)).toHaveLength(1)
})

test('splitCells: a date at the end of the first line of Hebrew', () => {
  const lines = [fragment('מנהל בית החרושת', 400, 100), fragment('בין השנים האלה', 410, 112)]
  const date = fragment('2019', 50, 100)
  expect(splitCells([date, ...lines], true)).toHaveLength(1)
})

test('splitCells: a line that the file has after the text beside the line above continues that text', () => {
  const run = [
    { ...fragment('Interviews', 50, 100), object: 1 },
    { ...fragment('Nine people answered a set of ques-', 110, 100), object: 1 },
    { ...fragment('tions.', 50, 112), object: 2 },
  ]
  expect(splitCells(run, false)).toHaveLength(1)
})

test.each([
  { name: 'code with remarks is read across', across: 1, columns: 1 },
  { name: 'a cell whose first line alone continues the one before it', across: 4, columns: 2 },
])('splitCells: $name', ({ across, columns }) => {
  const code = ['open the file', 'read it', 'close it'].map((text, row) => {
    return { ...fragment(text, 50, 100 + 12 * row), fileRow: row }
  })
  const remarks = ['before all of the rest', 'if it is there'].map((text, row) => {
    return { ...fragment(text, 200, 100 + 12 * row), fileRow: across * row }
  })
  expect(splitCells([...code, ...remarks], false)).toHaveLength(columns)
})
