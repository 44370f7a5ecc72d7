import { expect, test } from 'vitest'
import type { Ruling } from '../content/index.ts'
import { words } from '../layout/testing/layout.ts'
import { findTables } from './find-tables.ts'
import {
  gridLines,
  horizontal,
  pageOf,
  rowsOfWords,
  show,
  type TextRow,
  TOP,
  vertical,
} from './testing/pages.ts'

const prose = 'All people are born free and equal'

/** Makes a box around words of one line, like that of inline code. */
function pill(x0: number, x1: number, baseline: number): Ruling[] {
  const [y0, y1] = [baseline - 8, baseline + 2]
  return [
    horizontal(y0, x0, x1),
    horizontal(y1, x0, x1),
    vertical(x0, y0, y1),
    vertical(x1, y0, y1),
  ]
}

test.each<{
  name: string
  rows: readonly TextRow[]
  leading?: number
  rulings: readonly Ruling[]
  tables: readonly (readonly string[])[]
}>([
  {
    name: 'frames around words in cells are not cells',
    rows: [
      { 100: 'Asset', 200: 'Path', 400: 'Use' },
      {},
      { 100: 'Icon', 200: 'app/icon.svg', 400: 'tabs' },
      { 200: 'or drawn' },
      {},
      { 100: 'Paper', 200: 'docs/paper.pdf', 400: 'print' },
    ],
    rulings: [
      ...gridLines([95, 195, 395, 470], [88, 110, 154, 178]),
      ...pill(198, 262, 128),
      ...pill(198, 272, 170),
    ],
    tables: [
      [
        'Asset | Path | Use',
        'Icon | app/icon.svg or drawn | tabs',
        'Paper | docs/paper.pdf | print',
      ],
    ],
  },
  {
    name: 'the edge of a shaded head within its first column is no column',
    rows: [
      { 105: 'Asset', 200: 'Use' },
      { 98: 'Icon', 200: 'tabs' },
      { 98: 'Paper', 200: 'print' },
    ],
    rulings: [...gridLines([95, 195, 295], [88, 104, 118, 132]), vertical(101, 88, 104)],
    tables: [['Asset | Use', 'Icon | tabs', 'Paper | print']],
  },
  {
    name: 'an index in two columns with leader dots is not a table',
    rows: [...'abcdefghijklmnop'].map((letter, at) => {
      const dots = ' .'.repeat(12)
      return {
        60: `${letter}${dots}`,
        290: `${20 - at}`,
        320: `n${letter}${dots}`,
        550: `${40 - at}`,
      }
    }),
    rulings: [],
    tables: [],
  },
  {
    name: 'contents are not a table, whether leader dots touch the titles or not',
    rows: [
      { 60: '1.1.', 90: `Wool${'.'.repeat(40)}7` },
      { 60: '1.2.', 90: `Felt${'.'.repeat(40)}8` },
      { 60: '1.3. Cloth', 120: '.'.repeat(30), 305: '26' },
      { 60: '1.4. Paper', 120: '.'.repeat(30), 305: '29' },
      { 60: 'Licence', 120: '.'.repeat(30), 305: '31' },
    ],
    rulings: [],
    tables: [],
  },
  {
    name: 'contents with many entries a page are not a table',
    rows: [3, 3, 3, 3, 3, 3, 3, 4].map((page, at) => ({
      60: `Wool ${'abcdefgh'.charAt(at)}`,
      120: '.'.repeat(30),
      305: `${page}`,
    })),
    rulings: [],
    tables: [],
  },
  {
    name: 'contents with leader dots only in the entries of sections are not a table',
    rows: [
      { 60: '1', 75: 'Wool', 305: '1' },
      { 75: '1.1 Felt', 150: ' .'.repeat(15), 305: '1' },
      { 75: '1.2 Cloth .', 150: ' .'.repeat(15), 305: '1' },
      { 60: '2', 75: 'Paper', 305: '2' },
      { 60: '3', 75: 'Print', 305: '2' },
      { 60: '4', 75: 'Ink', 305: '3' },
      { 60: '5', 75: 'Type', 305: '3' },
    ],
    rulings: [],
    tables: [],
  },
  {
    name: 'columns of right-to-left text are counted from the right',
    rows: [
      { 100: 'ריחמ', 200: 'תומכ', 300: 'טירפ' },
      { 100: '12', 200: '3', 300: 'טע' },
      { 100: '15', 200: '7', 300: 'רפס' },
    ],
    rulings: gridLines([95, 195, 295, 395], [88, 104, 118, 132]),
    tables: [['פריט | כמות | מחיר', 'עט | 3 | 12', 'ספר | 7 | 15']],
  },
  {
    name: 'columns of a left-to-right table with long right-to-left samples are counted from the left',
    rows: [
      { 100: 'Script', 200: 'Sample', 300: 'Use' },
      { 100: 'Hebrew', 200: 'בכרםע תביתכל בתכ', 300: 'text' },
      { 100: 'Yiddish', 200: 'הלימל הלימ ןכו ללמנ', 300: 'books' },
    ],
    rulings: gridLines([95, 195, 295, 395], [88, 104, 118, 132]),
    tables: [
      [
        'Script | Sample | Use',
        'Hebrew | כתב לכתיבת עםרכב | text',
        'Yiddish | נמלל וכן מילה למילה | books',
      ],
    ],
  },
  {
    name: 'the last line of a cell that is higher than the texts beside it',
    rows: [
      ...[{ 100: 'Time', 200: 'Speaker', 300: 'Room' }, {}],
      ...[{ 100: '09:30', 200: 'Lund', 300: 'Hall' }, {}],
      ...[{ 100: '10:15', 200: 'Castillo', 300: 'Hall' }, {}],
      ...[{ 100: '11:15', 200: 'Osei', 300: 'Hall' }, {}],
      ...[{ 300: 'Room' }, { 100: '11:30', 200: 'Lind' }, { 300: 'three' }],
    ],
    leading: 7,
    rulings: [],
    tables: [
      [
        ...['Time | Speaker | Room', '09:30 | Lund | Hall', '10:15 | Castillo | Hall'],
        ...['11:15 | Osei | Hall', '11:30 | Lind | Room three'],
      ],
    ],
  },
  {
    name: 'ranks after figures are no page numbers',
    rows: [
      { 100: 'Country', 220: 'Score', 300: 'Rank' },
      { 100: 'Denmark', 220: '88', 300: '1' },
      { 100: 'Finland', 220: '87', 300: '2' },
      { 100: 'Norway', 220: '86', 300: '3' },
      { 100: 'Iceland', 220: '84', 300: '4' },
    ],
    rulings: [],
    tables: [
      [
        'Country | Score | Rank',
        'Denmark | 88 | 1',
        'Finland | 87 | 2',
        'Norway | 86 | 3',
        'Iceland | 84 | 4',
      ],
    ],
  },
  {
    name: 'cells of running text are found between three rules',
    rows: [
      { 100: 'Article', 320: 'Comment' },
      { 100: prose, 320: prose },
      { 100: 'in dignity.', 320: 'in rights.' },
      {},
      { 100: prose, 320: prose },
      { 100: 'in speech.', 320: 'in belief.' },
    ],
    rulings: [horizontal(90, 98, 500), horizontal(104, 98, 500), horizontal(175, 98, 500)],
    tables: [
      [
        'Article | Comment',
        `${prose} in dignity. | ${prose} in rights.`,
        `${prose} in speech. | ${prose} in belief.`,
      ],
    ],
  },
  {
    name: 'cells that begin in lower case are separate rows',
    rows: [
      { 100: 'Case', 200: 'Power', 300: 'Comment' },
      { 100: 'Base', 200: '2.4 GW', 300: 'reference case' },
      { 100: 'Low', 200: '2.8 GW', 300: 'moderate rise' },
      { 100: 'High', 200: '3.1 GW', 300: 'strong rise' },
    ],
    rulings: [horizontal(90, 98, 380), horizontal(104, 98, 380), horizontal(150, 98, 380)],
    tables: [
      [
        'Case | Power | Comment',
        'Base | 2.4 GW | reference case',
        'Low | 2.8 GW | moderate rise',
        'High | 3.1 GW | strong rise',
      ],
    ],
  },
  {
    name: 'rows with a small leading are separate rows',
    leading: 8,
    rows: [
      { 100: 'Method', 200: 'Time' },
      { 100: 'EA', 200: '32.20' },
      { 100: 'BT1', 200: '39.01' },
      { 100: 'BT2', 200: '34.90' },
    ],
    rulings: [horizontal(90, 98, 240), horizontal(104, 98, 240), horizontal(127, 98, 240)],
    tables: [['Method | Time', 'EA | 32.20', 'BT1 | 39.01', 'BT2 | 34.90']],
  },
  {
    name: 'a caption in another language separates two tables',
    rows: [
      { 100: 'Capa', 200: 'Ancho' },
      { 100: '1', 200: '10' },
      { 100: '2', 200: '12' },
      { 100: 'Cuadro 2: Otro.' },
      { 100: 'Capa', 200: 'Ancho' },
      { 100: '1', 200: '16' },
      { 100: '2', 200: '20' },
    ],
    rulings: [90, 104, 132, 146, 160, 188].map((y) => horizontal(y, 98, 240)),
    tables: [
      ['Capa | Ancho', '1 | 10', '2 | 12'],
      ['Capa | Ancho', '1 | 16', '2 | 20'],
    ],
  },
  {
    name: 'a table may have rules over and under its header only',
    rows: [
      { 100: 'Layer', 200: 'Kernels', 300: 'Window' },
      { 100: '1', 200: '10', 300: '7' },
      { 100: '2', 200: '12', 300: '5' },
      { 100: '3', 200: '16', 300: '3' },
    ],
    rulings: [horizontal(90, 98, 340), horizontal(104, 98, 340)],
    tables: [['Layer | Kernels | Window', '1 | 10 | 7', '2 | 12 | 5', '3 | 16 | 3']],
  },
  {
    name: 'a table is separate from the next one whose first rule is close',
    rows: [
      { 100: 'Layer', 200: 'Kernels', 300: 'Window' },
      { 100: '1', 200: '10', 300: '7' },
      { 100: '2', 200: '12', 300: '5' },
      {},
      { 100: 'Method', 200: 'Time' },
      { 100: 'EA', 200: '32.20' },
      { 100: 'BT', 200: '39.01' },
    ],
    rulings: [90, 104, 132, 146, 160, 188].map((y) => horizontal(y, 98, 340)),
    tables: [
      ['Layer | Kernels | Window', '1 | 10 | 7', '2 | 12 | 5'],
      ['Method | Time', 'EA | 32.20', 'BT | 39.01'],
    ],
  },
  {
    name: 'justified text below a table without a last rule is not part of the table',
    rows: [
      { 100: 'Layer', 200: 'Kernels', 300: 'Comment' },
      { 100: '1', 200: '10', 300: 'the first' },
      { 100: '2', 200: '12', 300: 'the second' },
      { 100: '3', 200: '16', 300: 'the third' },
      {},
      { 100: 'All', 130: 'people', 175: 'are', 205: 'born', 245: 'free', 285: 'and equal in' },
      { 100: 'dignity', 150: 'and in all', 225: 'rights of', 285: 'every kind,' },
    ],
    rulings: [horizontal(104, 98, 360)],
    tables: [
      [
        'Layer | Kernels | Comment',
        '1 | 10 | the first',
        '2 | 12 | the second',
        '3 | 16 | the third',
      ],
    ],
  },
])('findTables: $name', ({ rows, leading, rulings, tables }) => {
  const content = rowsOfWords(rows, TOP, leading)
  expect(findTables(pageOf(content, { rulings })).map(show)).toEqual(tables)
})

test('a heading below the rule of a page header is not a row of the table below', () => {
  const rows = rowsOfWords([
    { 60: 'March 25, 2011:', 200: 'Version 1 is sent to all.' },
    { 60: 'May 5, 2011:', 200: 'Version 2 has their remarks.' },
    { 60: 'June 9, 2011:', 200: 'Version 3 is printed.' },
  ])
  const page = pageOf([...words('Revision History', 60, 80, 14), ...rows], {
    rulings: [horizontal(60, 55, 550), horizontal(140, 55, 550)],
  })
  expect(findTables(page).map(show)).toEqual([
    [
      'March 25, 2011: | Version 1 is sent to all.',
      'May 5, 2011: | Version 2 has their remarks.',
      'June 9, 2011: | Version 3 is printed.',
    ],
  ])
})

test.each([
  { name: 'that runs on from row to row is no column of a table', stop: '', count: 0 },
  { name: 'of sentences that each fill it is one', stop: '.', count: 1 },
])('findTables: justified text beside keywords $name', ({ stop, count }) => {
  const lines = [
    'Wool and felt from mills near the river',
    'felt and wool near the mills from river',
    'mills near the river and felt from wool',
    'wool near the river and mills from felt',
    'river near the wool and mills from felt',
  ].map((line) => `${stop === '' ? line : line[0]?.toUpperCase() + line.slice(1)}${stop}`)
  const keywords = ['Keywords:', 'Wool', 'Felt', 'Old mills', 'Rivers']
  const rows = lines.map((line, at) => ({ 60: keywords[at] ?? '', 200: line }))
  const rulings = [88, 172].map((y) => horizontal(y, 58, 400))
  const page = pageOf(rowsOfWords([{ 60: 'INFO', 200: 'ABSTRACT' }, ...rows]), { rulings })
  expect(findTables(page)).toHaveLength(count)
})

test.each([
  { name: 'between other lines are no table', columns: ['Ada', 'Ben'], count: 0 },
  { name: 'beside labels are one', columns: ['Name', 'Ada'], count: 1 },
])('findTables: e-mail addresses of authors $name', ({ columns, count }) => {
  const [left = '', right = ''] = columns
  const isLabel = left === 'Name'
  const rows = [
    { 80: left, 300: right },
    { 80: isLabel ? 'Place' : 'Mills Road', 300: 'River Lane' },
    { 80: isLabel ? 'Mail' : 'ada@mills.test', 300: 'ben@river.test' },
    { 80: isLabel ? 'Land' : 'Norland', 300: 'Westland' },
  ]
  const rulings = [88, 160].map((y) => horizontal(y, 75, 420))
  expect(findTables(pageOf(rowsOfWords(rows), { rulings }))).toHaveLength(count)
})
