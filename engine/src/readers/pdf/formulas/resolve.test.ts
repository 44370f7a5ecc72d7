import { expect, test } from 'vitest'
import { word } from '../layout/testing/layout.ts'
import { resolveWithTables } from './resolve.ts'

const words = (count: number) =>
  Array.from({ length: count }, (_, index) => word('w', index * 10, 100))
const formula = (own: ReturnType<typeof words>) => ({
  page: 1,
  box: { x0: 0, y0: 0, x1: 10, y1: 10 },
  words: new Set(own),
  latex: 'x',
})

test.each([
  {
    name: 'a table inside a formula is dropped',
    all: 10,
    inFormula: 6,
    cells: 5,
    tables: 0,
    formulas: 1,
  },
  {
    name: 'a formula in a cell becomes text of the cell',
    all: 20,
    inFormula: 4,
    cells: 10,
    tables: 1,
    formulas: 0,
  },
  {
    name: 'a table whose few cells are boxes of text is dropped',
    all: 60,
    inFormula: 4,
    cells: 4,
    tables: 0,
    formulas: 1,
  },
  {
    name: 'a glossary with a formula in a long cell is kept',
    all: 200,
    inFormula: 4,
    cells: 10,
    tables: 1,
    formulas: 0,
  },
  {
    name: 'a table without formulas is kept',
    all: 60,
    inFormula: 0,
    cells: 4,
    tables: 1,
    formulas: 1,
  },
])('resolveWithTables: $name', ({ all, inFormula, cells, tables, formulas }) => {
  const own = words(all)
  const size = all / cells
  const table = {
    words: new Set(own),
    cells: Array.from({ length: cells }, (_, index) => ({
      words: own.slice(index * size, (index + 1) * size),
    })),
  }
  const claimed = inFormula > 0 ? own.slice(0, inFormula) : words(3)
  const settled = resolveWithTables([table], [formula(claimed)])
  expect(settled.tables.length).toBe(tables)
  expect(settled.formulas.length).toBe(formulas)
})
