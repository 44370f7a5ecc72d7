import { expect, test } from 'vitest'
import { columnBoundaries } from './column-boundaries.ts'
import { findTables } from './find-tables.ts'
import { regionOf } from './region.ts'
import { rowBands } from './row-bands.ts'
import {
  gridLines,
  horizontal,
  linesOf,
  pageOf,
  rowsOfWords,
  show,
  type TextRow,
  vertical,
} from './testing/pages.ts'

/** Makes a page with a rule above, one below the heads, and one at the end. */
const ruledPage = (rows: readonly TextRow[], leading: number) => {
  const end = 100 + (rows.length - 1) * leading + 4
  const heads = rows.findIndex((row, at) => at > 0 && Object.keys(row).length > 0)
  const ys = [90, 100 + heads * leading - 9, end]
  return pageOf(rowsOfWords(rows, 100, leading), { rulings: ys.map((y) => horizontal(y, 95, 400)) })
}

test('a label between two rows does not join them', () => {
  const rows: readonly TextRow[] = [
    { 100: 'Region', 180: 'Country', 260: 'Capital', 340: 'Population' },
    {},
    { 180: 'Latvia', 260: 'Riga', 340: '1.9 M' },
    { 100: 'Baltic' },
    { 180: 'Estonia', 260: 'Tallinn', 340: '1.3 M' },
    {},
    { 180: 'Spain', 260: 'Madrid', 340: '47.4 M' },
    { 100: 'Iberia' },
    { 180: 'Portugal', 260: 'Lisbon', 340: '10.3 M' },
  ]
  const [table] = findTables(ruledPage(rows, 6))
  expect(table && show(table)).toEqual([
    'Region | Country | Capital | Population',
    'Baltic | Latvia | Riga | 1.9 M',
    ' | Estonia | Tallinn | 1.3 M',
    'Iberia | Spain | Madrid | 47.4 M',
    ' | Portugal | Lisbon | 10.3 M',
  ])
})

test('a label right of two rows does not join them', () => {
  const rows: readonly TextRow[] = [
    { 100: 'Part', 180: 'Sill', 260: 'Model', 340: 'Total' },
    {},
    { 100: 'space', 180: '0.86', 260: 'Exp' },
    { 340: '124' },
    { 100: 'time', 180: '1.00', 260: 'Sph' },
  ]
  const [table] = findTables(ruledPage(rows, 6))
  expect(table && show(table)).toEqual([
    'Part | Sill | Model | Total',
    'space | 0.86 | Exp | 124',
    'time | 1.00 | Sph | ',
  ])
})

test('lines between two rulings are rows if most of them begin new texts', () => {
  const rows: readonly TextRow[] = [
    { 100: 'Group', 160: 'Function', 260: 'Description' },
    { 100: 'core', 160: 'assoc()', 260: 'association' },
    { 160: 'mosaic()', 260: 'mosaic plots' },
    { 160: 'sieve()', 260: 'sieve plots with colours' },
    { 100: 'labels', 160: 'border()', 260: 'borders' },
    { 160: 'boxed()', 260: 'centred labels in boxes, all clipped,' },
    { 260: 'and on the left border' },
    { 160: 'left()', 260: 'labels at the left' },
    { 160: 'none()', 260: 'no labels' },
    { 100: 'legend', 160: 'fixed()', 260: 'bins' },
    { 160: 'residuals()', 260: 'by residuals' },
    { 160: 'none()', 260: 'no legend at all' },
  ]
  const rulings = gridLines([95, 155, 255, 460], [89, 103, 139, 199, 235])
  const [table] = findTables(pageOf(rowsOfWords(rows, 100, 12), { rulings }))
  expect(table && show(table)).toEqual([
    'Group | Function | Description',
    'core | assoc() | association',
    ' | mosaic() | mosaic plots',
    ' | sieve() | sieve plots with colours',
    'labels | border() | borders',
    ' | boxed() | centred labels in boxes, all clipped, and on the left border',
    ' | left() | labels at the left',
    ' | none() | no labels',
    'legend | fixed() | bins',
    ' | residuals() | by residuals',
    ' | none() | no legend at all',
  ])
})

test('a full line is a row, although one of its texts begins in lower case', () => {
  const rows: readonly TextRow[] = [
    { 100: 'Type', 160: 'Class', 260: 'Fields', 340: 'Contains' },
    { 100: 'points', 160: 'Points', 260: 'No', 340: 'Spatial' },
    { 100: 'points', 160: 'PointsDataFrame', 260: 'data.frame', 340: 'Points' },
    { 100: 'pixels', 160: 'Pixels', 260: 'No', 340: 'Spatial' },
    { 100: 'pixels', 160: 'PixelsDataFrame', 260: 'data.frame', 340: 'Pixels' },
  ]
  const [table] = findTables(ruledPage(rows, 12))
  expect(table && show(table)).toEqual([
    'Type | Class | Fields | Contains',
    'points | Points | No | Spatial',
    'points | PointsDataFrame | data.frame | Points',
    'pixels | Pixels | No | Spatial',
    'pixels | PixelsDataFrame | data.frame | Pixels',
  ])
})

test('single words below one another in two columns are rows, although none would have fitted above', () => {
  const rows: readonly TextRow[] = [
    { 100: 'Family', 200: 'Distribution', 320: 'Root' },
    { 100: 'Transformed', 200: 'Beta', 320: 'trbeta' },
    { 200: 'Paralogistic', 320: 'paralogis' },
    { 200: 'Generalized Pareto', 320: 'genpareto' },
    { 200: 'Pareto', 320: 'pareto' },
    { 100: 'Other', 200: 'Loggamma', 320: 'lgamma' },
    { 200: 'Generalized beta', 320: 'genbeta' },
  ]
  const [table] = findTables(ruledPage(rows, 12))
  expect(table && show(table)).toEqual([
    'Family | Distribution | Root',
    'Transformed | Beta | trbeta',
    ' | Paralogistic | paralogis',
    ' | Generalized Pareto | genpareto',
    ' | Pareto | pareto',
    'Other | Loggamma | lgamma',
    ' | Generalized beta | genbeta',
  ])
})

test('a text centred beside the two lines of wrapped cells is in their row', () => {
  const rows: readonly TextRow[] = [
    { 100: 'Region', 180: 'Rule', 280: 'Use' },
    {},
    { 180: 'The law of the', 280: 'In all of the' },
    { 100: 'Baltic' },
    { 180: 'sea and ships', 280: 'ports, and at sea' },
    {},
    { 100: 'Iberia', 180: 'Its customs', 280: 'On land' },
  ]
  const [table] = findTables(ruledPage(rows, 6))
  expect(table && show(table)).toEqual([
    'Region | Rule | Use',
    'Baltic | The law of the sea and ships | In all of the ports, and at sea',
    'Iberia | Its customs | On land',
  ])
})

test.each([
  { name: 'below a single word', above: 'Services', heading: 'Costs', indent: 100 },
  { name: 'left of the label above', above: 'Repairs and travel', heading: 'Costs', indent: 110 },
])('a heading of rows is no part of the row above: $name', ({ above, heading, indent }) => {
  const rows: readonly TextRow[] = [
    { 100: 'Item', 240: '2021', 320: '2022' },
    { 100: 'Sales' },
    { [indent]: 'Products', 240: '1,204', 320: '1,377' },
    { [indent]: above, 240: '310', 320: '298' },
    { 100: heading },
    { [indent]: 'Staff', 240: '(604)', 320: '(655)' },
    { [indent]: 'Rent', 240: '(88)', 320: '(91)' },
  ]
  const [table] = findTables(ruledPage(rows, 12))
  expect(table && show(table)).toEqual([
    'Item | 2021 | 2022',
    'Sales |  | ',
    'Products | 1,204 | 1,377',
    `${above} | 310 | 298`,
    `${heading} |  | `,
    'Staff | (604) | (655)',
    'Rent | (88) | (91)',
  ])
})

test.each<{ name: string; rows: readonly TextRow[] }>([
  {
    name: 'amounts, although the text beside them begins in lower case',
    rows: [
      { 100: 'Dough', 160: '500 g flour, 320 ml water, 7 g yeast', 360: '20 min' },
      { 100: 'Rest', 360: '90 min' },
      { 100: 'Filling', 160: '2 onions, 3 eggs, 250 ml cream, pepper', 360: '15 min' },
      { 100: 'Bake', 160: 'in the lower third of the oven', 360: '35 min' },
    ],
  },
  {
    name: 'words in lower case below figures',
    rows: [
      { 100: 'Projects', 200: '3', 260: '20', 320: 'unlimited' },
      { 100: 'Sign-on', 200: 'no', 260: 'no', 320: 'yes' },
    ],
  },
])('lines are separate rows: $name', ({ rows }) => {
  const head: TextRow = Object.fromEntries(Object.keys(rows[0] ?? {}).map((x) => [x, 'Head']))
  const [table] = findTables(ruledPage([head, ...rows], 12), () => 1)
  expect(table?.rowCount).toBe(1 + rows.length)
})

test('vertical lines and one rule below the heads do not make one row of the rest', () => {
  const rows: readonly TextRow[] = [
    { 100: 'Sign', 160: 'Meaning' },
    { 100: 'n', 160: 'Number of samples' },
    { 100: 'm', 160: 'Number of features' },
    { 100: 'k', 160: 'Number of clusters, chosen by the gap' },
    { 100: 'eps', 160: 'Radius of the area' },
  ]
  const walls = [95, 155, 350].map((x) => vertical(x, 90, 160))
  const region = regionOf(
    { x0: 95, x1: 350, y0: 90, y1: 160 },
    linesOf(rowsOfWords(rows), walls),
    { horizontal: [horizontal(104, 95, 350)], vertical: walls },
    'ruled',
  )
  expect(rowBands(region, columnBoundaries(region))).toHaveLength(5)
})

test.each([
  { name: 'goes on above does not cut the row beside it', end: 247, count: 2 },
  { name: 'begins there is cut by its lines', end: 560, count: 4 },
])('a cell of short lines that $name', ({ end, count }) => {
  const rows: readonly TextRow[] = [
    { 80: 'First', 250: 'The place of the mill as the county gives it, and' },
    { 80: 'Latitude', 140: 'Text', 195: '7', 250: 'as its owner has it.' },
    { 80: 'DMS' },
    { 80: 'First', 250: 'Rome 40' },
    { 80: 'Latitude', 140: 'Number', 195: '11/7', 250: 'DMS-degrees/minutes/seconds' },
    { 80: 'DEC', 250: 'DEC-decimal degrees.' },
  ]
  const walls = [78, 124, 192, 247, 560].map((x) => vertical(x, 88, 172))
  const region = regionOf(
    { x0: 78, x1: 560, y0: 88, y1: 172 },
    linesOf(rowsOfWords(rows), walls),
    { horizontal: [horizontal(130, 78, end)], vertical: walls },
    'ruled',
  )
  expect(rowBands(region, columnBoundaries(region))).toHaveLength(count)
})

test('rows whose labels are in lower case are not one row where space follows them', () => {
  const rows: readonly TextRow[] = [
    { 100: 'Sign', 160: 'Meaning' },
    {},
    {},
    { 100: 'n', 160: 'Number of samples' },
    {},
    { 100: 'm', 160: 'Number of features' },
    {},
    { 100: 'k', 160: 'Number of clusters, chosen by the gap' },
    {},
    {},
    { 100: 'eps', 160: 'Radius of the area' },
  ]
  const [table] = findTables(ruledPage(rows, 6), () => 1)
  expect(table?.rowCount).toBe(5)
})

test('running text that is flush with a column goes on below a rule under the heads', () => {
  const rows: readonly TextRow[] = [
    { 100: 'Term', 160: 'Definition' },
    { 100: 'Buffer', 160: 'A part of memory that holds data on its way between' },
    { 160: 'two devices of different speed that work side by side.' },
    { 100: 'Cache', 160: 'A store of answers that were computed before, so that' },
    { 160: 'the same question is answered faster the next time.' },
    { 100: 'Daemon', 160: 'A program that runs in the background.' },
  ]
  const page = pageOf(rowsOfWords(rows, 100, 12), { rulings: [horizontal(103, 95, 460)] })
  const [table] = findTables(page, () => 1)
  expect(table?.rowCount).toBe(4)
})

test('negative amounts in brackets are no shares of the amounts above', () => {
  const rows: readonly TextRow[] = [
    { 100: 'Thousands', 280: '2023', 340: '2022' },
    {},
    { 100: 'Profit of the year', 280: '4,148', 340: '(548)' },
    { 100: 'Sale of subsidiaries', 280: '4,440', 340: '2,340' },
    { 100: 'Investing activities', 280: '(4,075)', 340: '(608)' },
  ]
  const [table] = findTables(ruledPage(rows, 12))
  expect(table && show(table).slice(2)).toEqual([
    'Sale of subsidiaries | 4,440 | 2,340',
    'Investing activities | (4,075) | (608)',
  ])
})

test('numbers as close as words are in columns that some numbers with decimals show', () => {
  const rows: readonly TextRow[] = [
    { 100: 'Method', 180: 'P', 199.5: 'R' },
    {},
    { 100: 'Baseline', 180: '71.2 64.0' },
    { 100: 'Attention', 180: '73.9 66.8' },
    { 100: 'Total', 180: '1000 0964' },
  ]
  const [table] = findTables(ruledPage(rows, 12))
  expect(table && show(table)).toEqual([
    'Method | P | R',
    'Baseline | 71.2 | 64.0',
    'Attention | 73.9 | 66.8',
    'Total | 1000 | 0964',
  ])
})

const labelled = [
  'Call | Purpose | Result',
  'Accessors |  | ',
  'data | get data | list',
  'names | get names | text',
]
const joinedLabel = [
  'Call | Purpose | Result',
  'Accessors data | get data | list',
  'names | get names | text',
]

test.each<{ name: string; style?: 'bold' | 'italic' | 'math'; leading?: number; rows: string[] }>([
  { name: 'in bold type heads the rows below it', style: 'bold', rows: labelled },
  { name: 'in italic type heads the rows below it', style: 'italic', rows: labelled },
  { name: 'close to the row below heads it', style: 'italic', leading: 10, rows: labelled },
  { name: 'in the type of the rows goes on in lower case', rows: joinedLabel },
  { name: 'in the type of formulas goes on', style: 'math', rows: joinedLabel },
])('a label $name', ({ style, leading = 12, rows: shown }) => {
  const below = (steps: number) => Array.from({ length: steps - 1 }, () => ({}))
  const rows = [
    { 100: 'Call', 200: 'Purpose', 320: 'Result' },
    ...below(12),
    { 100: 'Accessors' },
    ...below(leading),
    { 105: 'data', 200: 'get data', 320: 'list' },
    ...below(12),
    { 105: 'names', 200: 'get names', 320: 'text' },
  ]
  const styleOf = ({ text }: { readonly text: string }) => {
    const own = text === 'Accessors' ? style : undefined
    return {
      bold: own === 'bold',
      italic: own === 'italic' || own === 'math',
      mono: false,
      math: own === 'math',
    }
  }
  expect(findTables({ ...ruledPage(rows, 1), styleOf }).map(show)).toEqual([shown])
})
