import { expect, test } from 'vitest'
import { findTables } from './find-tables.ts'
import { gridLines, horizontal, pageOf, rowsOfWords, show, type TextRow } from './testing/pages.ts'

const accounts: readonly TextRow[] = [
  { 100: 'Cost of sales', 300: '$', 345: '178', 380: '$', 425: '141' },
  { 100: 'Research', 345: '423', 425: '532' },
  { 100: 'Sales and the like', 345: '136', 425: '876' },
  { 100: 'Total', 300: '$', 345: '737', 380: '$', 425: '549' },
]
const shownAccounts = [
  'Cost of sales | $ 178 | $ 141',
  'Research | 423 | 532',
  'Sales and the like | 136 | 876',
  'Total | $ 737 | $ 549',
]
/** Makes a rule below the figures of each column, as in accounts. */
const columnRules = (y: number) => [horizontal(y, 298, 362), horizontal(y, 378, 442)]

test.each([
  {
    name: 'labels to the left of rules below figures',
    head: [{ 310: 'Jan 2025', 390: 'Jan 2024' }],
    rulings: [...columnRules(104), ...columnRules(160)],
    shown: ['| Jan 2025 | Jan 2024', ...shownAccounts],
  },
  {
    name: 'a head over the separate parts of one rule, above all others',
    head: [{ 345: 'Year ended' }, { 310: 'Jan 2025', 390: 'Jan 2024' }],
    rulings: [...columnRules(104), ...columnRules(118), ...columnRules(174)],
    shown: ['| 2x Year ended', '| Jan 2025 | Jan 2024', ...shownAccounts],
  },
  {
    name: 'a unit below the heads, over all of their columns',
    head: [{ 310: 'Jan 2025', 390: 'Jan 2024' }, { 340: '(In millions)' }],
    rulings: [...columnRules(104), ...columnRules(174)],
    shown: ['| Jan 2025 | Jan 2024', '| 2x (In millions)', ...shownAccounts],
  },
])('findTables includes text outside of rules: $name', ({ head, rulings, shown }) => {
  const page = pageOf(rowsOfWords([...head, ...accounts]), { rulings })
  const [table] = findTables(page, () => 1)
  expect(table && show(table).map((row) => row.trim())).toEqual(shown)
})

test('rows above the first rule of a statement are no heads, unlike the period over its years', () => {
  const rows: readonly TextRow[] = [
    { 340: 'Year ended 31 December' },
    { 300: 'Note', 345: '2025', 425: '2024' },
    { 100: 'Revenue', 305: '4', 335: '812,450', 415: '765,310' },
    { 100: 'Cost of sales', 305: '5', 335: '(498,120)', 415: '(471,905)' },
    { 100: 'Gross profit', 335: '314,330', 415: '293,405' },
    { 100: 'Selling', 305: '6', 335: '(88,210)', 415: '(84,112)' },
    { 100: 'Research', 305: '7', 335: '(45,300)', 415: '(39,815)' },
    { 100: 'Operating profit', 335: '180,820', 415: '169,478' },
  ]
  const rulings = [146, 188, 202].map((y) => horizontal(y, 95, 460))
  const [table] = findTables(pageOf(rowsOfWords(rows), { rulings }), () => 1)
  expect(table && show(table).slice(0, 5)).toEqual([
    ' | v2 Note | 2x Year ended 31 December',
    ' | 2025 | 2024',
    'Revenue | 4 | 812,450 | 765,310',
    'Cost of sales | 5 | (498,120) | (471,905)',
    'Gross profit |  | 314,330 | 293,405',
  ])
})

test('the last line of a title above a short rule is not a head', () => {
  const rows: readonly TextRow[] = [
    { 140: 'of men and women under 25 in 1995 and 2000 and 2005 (percent)' },
    { 300: 'Men', 380: 'Women' },
    { 100: '1995', 300: '15', 380: '17' },
    { 100: '2000', 300: '10', 380: '19' },
  ]
  const rulings = [horizontal(90, 130, 440), ...[104, 132].map((y) => horizontal(y, 95, 440))]
  const [table] = findTables(pageOf(rowsOfWords(rows, 86), { rulings }))
  expect(table && show(table)[0]).toBe(' | Men | Women')
})

test('findTables: a grid includes heads above it, although one is on other lines than the rest', () => {
  const heads = rowsOfWords(
    [{ 290: 'Empty' }, { 210: 'Vats', 370: 'Share' }, { 292: 'vats' }],
    80,
    7,
  )
  const body = rowsOfWords(
    [
      { 100: 'Old Bridge', 220: '2', 300: '1', 370: '50.0%' },
      { 100: 'Sand Hill', 220: '1', 300: '0', 370: '0.0%' },
      { 100: 'Two Rivers', 220: '3', 300: '1', 370: '33.3%' },
    ],
    112,
  )
  const rulings = gridLines([95, 200, 280, 360, 440], [102, 116, 130, 144])
  const [table] = findTables(pageOf([...heads, ...body], { rulings }))
  expect(table && show(table).slice(0, 2)).toEqual([
    ' | Vats | Empty vats | Share',
    'Old Bridge | 2 | 1 | 50.0%',
  ])
})

test('every other row is shaded: the row below the last shaded one is part of the table', () => {
  const rows: readonly TextRow[] = [
    { 100: 'Device', 200: 'Weight', 280: 'Remarks' },
    { 100: 'Alpha', 200: '168', 280: 'The first model' },
    { 100: 'Beta', 200: '171', 280: 'Steel instead of' },
    { 280: 'aluminium' },
    { 100: 'Gamma', 200: '182', 280: 'Sold in Europe' },
    { 100: 'Delta', 200: '221', 280: 'Recycled, of wood' },
    { 280: 'and paper' },
  ]
  const fill = (y0: number, y1: number, color: number) => ({ x0: 95, x1: 380, y0, y1, color })
  const fills = [fill(89, 104, 0x3344ffff), fill(104, 118, 0xddddddff), fill(146, 160, 0xddddddff)]
  const after = [{ 100: 'Differences', 160: 'were', 184: 'resolved by a third reader.' }]
  const page = pageOf([...rowsOfWords(rows), ...rowsOfWords(after, 214)], { fills })
  expect(findTables(page).map(show)).toEqual([
    [
      'Device | Weight | Remarks',
      'Alpha | 168 | The first model',
      'Beta | 171 | Steel instead of aluminium',
      'Gamma | 182 | Sold in Europe',
      'Delta | 221 | Recycled, of wood and paper',
    ],
  ])
})

test('a shaded head that touches a shaded row does not end the table', () => {
  const terms = [
    'Samples',
    'Features',
    'Clusters, chosen by the gap',
    'Radius of the area',
    'Noise',
  ]
  const rows: readonly TextRow[] = terms.map((term, at) => ({ 100: 'nmkes'.charAt(at), 140: term }))
  const shade = (y0: number, color: number) => ({ x0: 95, x1: 300, y0, y1: y0 + 12, color })
  const fills = [shade(91, 0x3344ffff), ...[103, 127, 151].map((y0) => shade(y0, 0xddddddff))]
  const words = rowsOfWords([{ 100: 'Sign', 140: 'Meaning' }, ...rows], 100, 12)
  const tables = findTables(pageOf(words, { fills }))
  expect(tables.map(({ rowCount }) => rowCount)).toEqual([6])
})

test('items of a list directly above the heads are no heads', () => {
  const rows: readonly TextRow[] = [
    { 100: '•', 120: 'Order felts' },
    { 100: '•', 120: 'Count sheets' },
    { 100: 'Sheet', 220: 'Width', 300: 'Price' },
    { 100: 'Pot', 220: '31', 300: '1.20' },
    { 100: 'Royal', 220: '61', 300: '4.75' },
  ]
  const page = pageOf(rowsOfWords(rows), { rulings: [horizontal(132, 98, 340)] })
  expect(findTables(page).map(show)).toEqual([
    ['Sheet | Width | Price', 'Pot | 31 | 1.20', 'Royal | 61 | 4.75'],
  ])
})

test('a rule above each row: the row below the last rule is part of the table', () => {
  const rows: readonly TextRow[] = [
    { 100: 'Age', 200: 'Boys', 300: 'Girls' },
    { 100: '0', 200: '3.3', 300: '3.2' },
    { 100: '3', 200: '6.4', 300: '5.8' },
    { 100: '6', 200: '7.9', 300: '7.3' },
    { 100: '9', 200: '8.9', 300: '8.2' },
  ]
  const rulings = [0, 1, 2, 3].map((row) => horizontal(100 + row * 20 + 6, 95, 330))
  const [table] = findTables(pageOf(rowsOfWords(rows, 100, 20), { rulings }))
  expect(table && show(table).at(-1)).toBe('9 | 8.9 | 8.2')
})

test.each([
  {
    name: 'labels beside the rows of a grid are its first column',
    x: 262,
    left: ['small', 'usual', 'large'],
    shown: ['small | 7 pt | 8 pt', 'usual | 10 pt | 11 pt', 'large | 12 pt | 14 pt'],
  },
  {
    name: 'running text beside a grid is no column of it',
    x: 100,
    left: [
      'All people are born free and equal in',
      'dignity and rights. They have reason',
      'and conscience, and should act so to',
    ],
    shown: ['7 pt | 8 pt', '10 pt | 11 pt', '12 pt | 14 pt'],
  },
])('findTables: $name', ({ x, left, shown }) => {
  const rows = [
    { 310: '7 pt', 370: '8 pt' },
    { 310: '10 pt', 370: '11 pt' },
    { 310: '12 pt', 370: '14 pt' },
  ].map((row, at) => ({ [x]: left[at] ?? '', ...row }))
  const rulings = gridLines([300, 360, 420], [88, 104, 118, 132])
  const [table] = findTables(pageOf(rowsOfWords(rows), { rulings }), () => 1)
  expect(table && show(table)).toEqual(shown)
})
