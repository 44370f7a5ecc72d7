import { expect, test } from 'vitest'
import type { Word } from '../layout/index.ts'
import { tableTrees } from '../models/index.ts'
import { featureNames, featuresOf } from './features.ts'
import { findTables } from './find-tables.ts'
import { rejectionOf } from './rejections.ts'
import { tableScore } from './table-score.ts'
import { gridLines, horizontal, pageOf, rowsOfWords, type TextRow } from './testing/pages.ts'

test('the shipped weights have the same features as the code', () => {
  expect(featureNames).toEqual(tableTrees().features)
})

const steps: readonly TextRow[] = [10, 20, 30, 40].map((value) => ({ 100: 'a b', 300: `${value}` }))
const falling: readonly TextRow[] = [40, 7, 30, 21].map((value) => ({
  100: 'a b',
  300: `${value}`,
}))

test.each([
  { name: 'figures along an axis', rows: steps, feature: 'evenlySpaced', value: 4 },
  { name: 'figures in a table', rows: falling, feature: 'evenlySpaced', value: 0 },
  { name: 'page numbers of a table of contents', rows: steps, feature: 'rising', value: 1 },
  { name: 'figures in a table', rows: falling, feature: 'rising', value: 1 / 3 },
])('featuresOf: $feature of $name', ({ rows, feature, value }) => {
  const found: number[] = []
  findTables(pageOf(rowsOfWords(rows)), ({ area }) => {
    found.push(featuresOf(area)[featureNames.indexOf(feature)] ?? -1)
    return 1
  })
  expect(found[0]).toBeCloseTo(value, 3)
})

const code: readonly TextRow[] = [
  { 100: 'if (size > 0) {', 300: '/* not empty */' },
  { 100: 'count += 1;', 300: '/* one more */' },
  { 100: 'return count;', 300: '/* so far */' },
  { 100: '}', 300: '/* end */' },
]

test('lines of code with aligned comments are not a table', () => {
  const page = pageOf(rowsOfWords(code))
  const styleOf = () => ({ mono: true, bold: false, italic: false, math: false })
  expect(findTables({ ...page, styleOf })).toEqual([])
})

test.each([
  { rulings: [88, 146].map((y) => horizontal(y, 95, 350)), listed: 0, found: 0 },
  { rulings: [88, 146].map((y) => horizontal(y, 95, 350)), listed: 3, found: 0 },
  { rulings: [88, 104, 146].map((y) => horizontal(y, 95, 350)), listed: 0, found: 1 },
  { rulings: [88, 104, 146].map((y) => horizontal(y, 95, 350)), listed: 12, found: 1 },
  { rulings: gridLines([95, 210, 290, 350], [88, 104, 118, 132, 146]), listed: 0, found: 1 },
])(
  'monospaced rows are code, unless in ruled cells or below heads and a rule: $listed, $found',
  (own) => {
    const table = rowsOfWords([
      { 100: 'Region', 220: '2023', 300: '2024' },
      { 100: 'North', 220: '1,200', 300: '1,310' },
      { 100: 'South', 220: '980', 300: '1,040' },
      { 100: 'West', 220: '455', 300: '510' },
    ])
    const prose = 'All people are born free and equal in dignity and in rights'
    const text = rowsOfWords([{ 100: prose }, { 100: prose }], 300)
    const listing = Array.from({ length: own.listed }, () => ({ 100: prose }))
    const page = pageOf([...table, ...text, ...rowsOfWords(listing, 400)], { rulings: own.rulings })
    const styleOf = (mono: boolean) => (word: Word) => ({
      mono: mono && (word.baseline < 200 || word.baseline > 390),
      bold: false,
      italic: false,
      math: false,
    })
    expect(findTables({ ...page, styleOf: styleOf(false) })).toHaveLength(1)
    expect(findTables({ ...page, styleOf: styleOf(true) })).toHaveLength(own.found)
  },
)

test('monospaced rows after line numbers in another font are code', () => {
  const code = ['wet(felts)', 'dip(mould)', 'shake(mould)', 'press(felts)']
  const rows = code.map((text, index) => ({ 100: `${461 + index}`, 220: text, 300: '%vat' }))
  const prose = 'All people are born free and equal in dignity and in rights'
  const text = rowsOfWords([{ 100: prose }, { 100: prose }], 300)
  const rulings = [88, 104, 160].map((y) => horizontal(y, 95, 350))
  const page = pageOf([...rowsOfWords([{ 100: 'Line', 220: 'Step' }, ...rows]), ...text], {
    rulings,
  })
  const styleOf = (areNumbersToo: boolean) => (word: Word) => ({
    mono: word.baseline < 200 && (areNumbersToo ? word.text !== '%vat' : !/^\d/.test(word.text)),
    bold: false,
    italic: false,
    math: false,
  })
  expect(findTables({ ...page, styleOf: styleOf(true) })).toHaveLength(1)
  expect(findTables({ ...page, styleOf: styleOf(false) })).toEqual([])
})

test('markers right of text from right to left are those of a list', () => {
  const page = pageOf(rowsOfWords(Array(5).fill({ 100: 'כל בני אדם', 300: '2.' })))
  const rejected: (string | undefined)[] = []
  findTables(page, ({ area }) => {
    rejected.push(rejectionOf(area))
    return 0
  })
  expect(rejected[0]).toBe('isList')
})

test.each(['[1]', '[Knu86a]', 'Knuth'])('texts after %s: works cited or not', (label) => {
  const page = pageOf(rowsOfWords(Array(4).fill({ 100: label, 160: 'All people are born' })))
  const rejected: (string | undefined)[] = []
  findTables(page, ({ area }) => {
    rejected.push(rejectionOf(area))
    return 0
  })
  expect(rejected[0] === 'isList').toBe(label.startsWith('['))
})

test('running text in a box is not a table', () => {
  const text = Array.from({ length: 27 }, () => ({
    240: 'and free and equal in dignity and rights',
  }))
  const page = pageOf(rowsOfWords(text, 80, 24), { rulings: gridLines([25, 586], [60, 760]) })
  const scores: number[] = []
  findTables(page, ({ area }) => {
    scores.push(tableScore(area))
    return 0
  })
  expect(scores).toContain(0)
  expect(Math.max(...scores)).toBe(0)
})

test('labels of an axis within a possible figure are not a table', () => {
  const years = { 100: '2001', 140: '2001', 180: '2002', 220: '2002', 260: '2003', 300: '2003' }
  const halves = { 102: 'II', 142: 'IV', 182: 'II', 222: 'IV', 262: 'II', 302: 'IV' }
  const rulings = [88, 120].map((y) => horizontal(y, 95, 330))
  const page = pageOf(rowsOfWords([years, halves]), { rulings })
  const figure = { x0: 90, y0: 20, x1: 335, y1: 140, isPicture: false, isSure: false }
  expect(findTables(page)).toHaveLength(1)
  expect(findTables({ ...page, figures: [figure] })).toEqual([])
})

test('a page of output is a listing, unless the whole document is typed', () => {
  const rows: readonly TextRow[] = [
    { 160: 'Estimate', 260: 'Error' },
    { 100: 'felts', 160: '0.97', 260: '0.05' },
    { 100: 'vats', 160: '12.03', 260: '0.08' },
    { 100: 'moulds', 160: '3.11', 260: '0.08' },
  ]
  const page = pageOf(rowsOfWords(rows))
  const styleOf = () => ({ mono: true, bold: false, italic: false, math: false })
  const bestScore = (isTypewritten: boolean) => {
    const scores = [0]
    findTables({ ...page, styleOf, isTypewritten: () => isTypewritten }, ({ area }) => {
      scores.push(tableScore(area))
      return 0
    })
    return Math.max(...scores)
  }
  expect(bestScore(true)).toBeGreaterThan(0)
  expect(bestScore(false)).toBe(0)
})
