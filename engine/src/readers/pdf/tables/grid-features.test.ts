import { expect, test } from 'vitest'
import { gridTrees } from '../models/index.ts'
import { findTables } from './find-tables.ts'
import { gridOptions } from './grid-choice.ts'
import { type GridWay, gridAreaOf, gridFeatureNames, gridFeaturesOf } from './grid-features.ts'
import { gridLines, pageOf, rowsOfWords, show, type TextRow } from './testing/pages.ts'

test('the shipped weights have the same features as the code', () => {
  expect(gridFeatureNames).toEqual(gridTrees().features)
})

const xs = [95, 210, 330]
/** Rules below the heads and below each two rows. */
const ys = [88, 104, 132, 160]

const functions: readonly TextRow[] = [
  { 100: 'Function', 215: 'Result' },
  { 100: 'tag_sort(n,x)', 215: 'hos' },
  { 100: 'tag_find(n)', 215: 'hos' },
  { 100: 'tag_order(n,x)', 215: 'fos' },
  { 100: 'tag_first(n)', 215: 'fos' },
]

const sentences: readonly TextRow[] = [
  { 100: 'Right', 215: 'What it grants' },
  { 100: 'Life', 215: 'everyone has the right' },
  { 215: 'to life and liberty' },
  { 100: 'Law', 215: 'everyone is a person' },
  { 215: 'before the law' },
]

function featuresOf(rows: readonly TextRow[], way: GridWay): Readonly<Record<string, number>> {
  const page = pageOf(rowsOfWords(rows), { rulings: gridLines(xs, ys) })
  const found: Record<string, number>[] = []
  findTables(page, (candidate) => {
    const option = gridOptions(candidate).find((own) => own.way === way)
    if (option) {
      const values = gridFeaturesOf(gridAreaOf(option.area, way))
      found.push(Object.fromEntries(gridFeatureNames.map((name, at) => [name, values[at] ?? -1])))
    }
    return 1
  })
  return found[0] ?? {}
}

test.each([
  { name: 'single words', rows: functions, way: 'usual', feature: 'openWithin', value: 1 },
  { name: 'single words', rows: functions, way: 'usual', feature: 'alikeWithin', value: 1 },
  { name: 'single words', rows: functions, way: 'lines', feature: 'openBetween', value: 1 },
  { name: 'wrapped text', rows: sentences, way: 'usual', feature: 'openWithin', value: 0 },
  { name: 'wrapped text', rows: sentences, way: 'usual', feature: 'alikeWithin', value: 0 },
  { name: 'wrapped text', rows: sentences, way: 'usual', feature: 'freeWithin', value: 0 },
] as const)('gridFeaturesOf: $feature of $name between rules, $way', (own) => {
  expect(featuresOf(own.rows, own.way)[own.feature]).toBe(own.value)
})

test('rows of functions in groups between rules are separate, wrapped text between rules is not', () => {
  const shown = [functions, sentences].map((rows) => {
    const [table] = findTables(pageOf(rowsOfWords(rows), { rulings: gridLines(xs, ys) }))
    return table ? show(table) : []
  })
  expect(shown).toEqual([
    [
      'Function | Result',
      'tag_sort(n,x) | hos',
      'tag_find(n) | hos',
      'tag_order(n,x) | fos',
      'tag_first(n) | fos',
    ],
    [
      'Right | What it grants',
      'Life | everyone has the right to life and liberty',
      'Law | everyone is a person before the law',
    ],
  ])
})
