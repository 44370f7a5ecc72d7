import { expect, test } from 'vitest'
import type { Word } from '../layout/index.ts'
import { word, words } from '../layout/testing/layout.ts'
import { findTableParts, findTables } from './find-tables.ts'
import { joinTables } from './join-tables.ts'
import { gridLines, pageOf, rowsOfWords, show, type TextRow } from './testing/pages.ts'
import { toTableBlock } from './to-block.ts'

const head = { 100: 'Region', 220: 'Sales', 300: 'Costs' }
const north = { 100: 'North', 220: '1,200', 300: '1,310' }
const south = { 100: 'South', 220: '980', 300: '1,040' }
const west = { 100: 'West', 220: '455', 300: '510' }
const prose = { 50: 'the water of the river is not as clear as it was when we came here' }

function tablesOf(pages: readonly (readonly TextRow[])[]) {
  return pages.flatMap((rows, index) => {
    const rulings = gridLines(
      [95, 210, 290, 350],
      rows.map((_, row) => 88 + row * 14).concat(88 + rows.length * 14),
    )
    return findTables(pageOf(rowsOfWords(rows), { rulings }, index + 1))
  })
}

test.each([
  {
    name: 'a repeated header is dropped',
    pages: [
      [head, north],
      [head, south, west],
    ],
    joined: [
      [
        'Region | Sales | Costs',
        'North | 1,200 | 1,310',
        'South | 980 | 1,040',
        'West | 455 | 510',
      ],
    ],
  },
  {
    name: 'columns at the same positions continue without a header',
    pages: [
      [head, north],
      [south, west],
    ],
    joined: [
      [
        'Region | Sales | Costs',
        'North | 1,200 | 1,310',
        'South | 980 | 1,040',
        'West | 455 | 510',
      ],
    ],
  },
])('joinTables: $name', ({ pages, joined }) => {
  const tables = joinTables(tablesOf(pages))
  expect(tables.map(show)).toEqual(joined)
  const block = tables[0] && toTableBlock(tables[0])
  expect(block?.provenance?.map((place) => place.type === 'page' && place.page)).toEqual([1, 2])
  expect(block?.rows.map(({ cells }) => cells.length)).toEqual([3, 3, 3, 3])
})

test('joinTables: between the same rulings, texts of a column may begin elsewhere', () => {
  const centred = [south, west].map(({ 100: region, ...amounts }) => ({ 110: region, ...amounts }))
  expect(joinTables(tablesOf([[head, north], centred]))).toHaveLength(1)
})

test('joinTables: tables with similar but different headers stay separate', () => {
  const tables = tablesOf([
    [head, north],
    [{ ...head, 300: 'Profit' }, south, west],
  ])
  expect(joinTables(tables)).toHaveLength(2)
})

test.each([
  { name: 'words above figures head another table', first: ['Mill', 'Wheels', 'Spokes'], count: 2 },
  { name: 'a word above figures is a row', first: ['East', 'none', '12'], count: 1 },
])('joinTables: in the first row of a part, $name', ({ first: [region, sales, costs], count }) => {
  const parts = tablesOf([
    [head, north, south],
    [{ 100: region ?? '', 220: sales ?? '', 300: costs ?? '' }, south, west],
  ])
  expect(joinTables(parts)).toHaveLength(count)
})

test.each([
  { kind: 'ruled', rows: 4 },
  { kind: 'unruled', rows: 2 },
] as const)(
  'joinTables: an unconfirmed doubtful table of kind $kind gives $rows rows',
  ({ kind, rows }) => {
    const [first, second] = tablesOf([
      [head, north],
      [south, west],
    ]).map((table) => ({ ...table, kind }))
    const tables = first && second ? joinTables([{ ...first, isDoubtful: true }, second]) : []
    expect(tables.map(({ rowCount }) => rowCount)).toEqual([rows])
  },
)

test.each([
  { name: 'below no other line', linesAbove: 0, rows: [4] },
  { name: 'below a line', linesAbove: 1, rows: [2] },
])('joinTables: doubtful rows without rulings $name give $rows rows', ({ linesAbove, rows }) => {
  const [first, second] = tablesOf([
    [head, north],
    [south, west],
  ]).map((table) => ({ ...table, kind: 'unruled' as const, linesBelow: 0 }))
  const tables =
    first && second ? joinTables([first, { ...second, isDoubtful: true, linesAbove }]) : []
  expect(tables.map(({ rowCount }) => rowCount)).toEqual(rows)
})

test.each([1, 6])(
  'joinTables: running text of %i lines separates tables with equal heads',
  (length) => {
    const [first] = tablesOf([[head, north]])
    const second = findTables(
      pageOf(
        [
          ...rowsOfWords(
            Array.from({ length }, () => prose),
            20,
            10,
          ),
          ...rowsOfWords([head, south]),
        ],
        { rulings: gridLines([95, 210, 290, 350], [88, 102, 116]) },
        2,
      ),
    )
    expect(first && joinTables([first, ...second])).toHaveLength(2)
  },
)

test('joinTables: a caption with another number separates tables, a caption with "continued" does not', () => {
  const [first] = tablesOf([[head, north]])
  const lines = gridLines([95, 210, 290, 350], [88, 102, 116])
  const counts = ['Table 2: Sales of the south', 'Table 1 (continued)'].map((caption) => {
    const content = [...rowsOfWords([{ 95: caption }], 70), ...rowsOfWords([head, south])]
    const second = findTables(pageOf(content, { rulings: lines }, 2))
    return first && joinTables([first, ...second]).length
  })
  expect(counts).toEqual([2, 1])
})

test('joinTables: a doubtful table at the end of a page is kept if the next page repeats its header', () => {
  const cut = [
    { 100: 'Tool', 220: 'What it does' },
    { 100: 'Mould', 220: 'Dip into vats' },
  ]
  const [above] = findTableParts(pageOf(rowsOfWords(cut)))
  expect(above?.isDoubtful).toBe(true)
  const rest = [cut[0] as TextRow, { 100: 'Felt', 220: 'Couch wet sheets' }]
  const rulings = gridLines([95, 210, 400], [88, 104, 118])
  const below = findTableParts(pageOf(rowsOfWords(rest), { rulings }, 2))
  expect(above && joinTables([above, ...below]).map(show)).toEqual([
    ['Tool | What it does', 'Mould | Dip into vats', 'Felt | Couch wet sheets'],
  ])
  expect(above && joinTables([above])).toEqual([])
})

test.each([
  { name: 'other bold heads begin another table', bold: ['Grade', 'Share'], count: 2 },
  { name: 'a bold row label continues the table', bold: ['Grade', '94'], count: 1 },
])('joinTables: $name', ({ bold, count }) => {
  const rulings = gridLines([95, 210, 290], [88, 102, 116, 130])
  const parts = [
    [
      { 100: 'Step', 220: 'Weight' },
      { 100: 'One', 220: '35' },
      { 100: 'Two', 220: '30' },
    ],
    [
      { 100: 'Grade', 220: 'Share' },
      { 100: 'A', 220: '94' },
      { 100: 'B', 220: '84' },
    ],
  ].flatMap((rows, index) => {
    const page = pageOf(rowsOfWords(rows), { rulings }, index + 1)
    const styleOf = ({ text }: { readonly text: string }) => {
      return { bold: bold.includes(text), mono: false, italic: false, math: false }
    }
    return findTables({ ...page, styleOf })
  })
  expect(joinTables(parts)).toHaveLength(count)
})

test.each([
  ['without heads goes on with one that has heads', true, false, 1, 1],
  ['with heads begins anew below text', true, true, 1, 2],
  ['with heads goes on with nothing in between', true, true, 0, 1],
  ['is apart below text where no table has heads', false, false, 1, 2],
  ['goes on with nothing in between where no table has heads', false, false, 0, 1],
])(
  'joinTables: a tagged part at the top of a page %s',
  (_, hasHeads, isHead, linesAbove, count) => {
    const [first, second] = tablesOf([
      [head, north],
      [south, west],
    ])
    const row = (own: boolean) => ({ group: 0, index: 0, isHead: own, cells: [] })
    const parts = [first, second].flatMap((table, at) => {
      const rows = { first: row(at === 0 ? hasHeads : isHead), last: row(false) }
      return table ? [{ ...table, rows, linesAbove }] : []
    })
    expect(joinTables(parts)).toHaveLength(count)
  },
)

/** The rows of two grids of one width, 14 points apart, and a word of this size between them. */
function gridsAround(size: number) {
  const words = [...rowsOfWords([head, north, {}, south, west]), word('Southern', 100, 126, size)]
  const rulings = [88, 130].flatMap((y) => gridLines([95, 210, 290, 350], [y, y + 14, y + 28]))
  return findTables(pageOf(words, { rulings })).map(({ rowCount }) => rowCount)
}

test('findTables: a heading between two grids separates them, a row over all columns does not', () => {
  expect(gridsAround(13)).toEqual([2, 2])
  expect(gridsAround(10)).toEqual([5])
})

test('joinTables: a heading above a table separates it from that of the page before', () => {
  const [first] = tablesOf([[head, north]])
  const rulings = gridLines([95, 210, 290, 350], [88, 102, 116])
  const counts = [13, 10].map((size) => {
    const content = [word('Mills', 95, 70, size), ...rowsOfWords([south, west])]
    const second = findTables(pageOf(content, { rulings }, 2))
    return first && joinTables([first, ...second]).length
  })
  expect(counts).toEqual([2, 1])
})

test('joinTables: a bold number and title above a table separate it from that of the page before', () => {
  const [first] = tablesOf([[head, north]])
  const rulings = gridLines([95, 210, 290, 350], [88, 102, 116])
  const counts = ['4.2 Mills', '4.2 mills', 'Mills'].map((title) => {
    const content = [...words(title, 95, 70), ...rowsOfWords([south, west])]
    const styleOf = ({ baseline }: Word) => {
      return { bold: baseline === 70, mono: false, italic: false, math: false }
    }
    const second = findTables({ ...pageOf(content, { rulings }, 2), styleOf })
    return first && joinTables([first, ...second]).length
  })
  expect(counts).toEqual([2, 1, 1])
})

test('joinTables: words before a colon, or a heading, below a table separate it from that of the next page', () => {
  const [second] = tablesOf([[], [head, south]]).slice(-1)
  const rulings = gridLines([95, 210, 290, 350], [88, 102, 116])
  const texts = [
    words('The mills are:', 95, 140),
    [word('Mills', 95, 140, 13)],
    words('Mills:', 95, 140),
  ]
  const counts = texts.map((text) => {
    const first = findTables(pageOf([...rowsOfWords([head, north]), ...text], { rulings }, 1))
    return second && joinTables([...first, second]).length
  })
  expect(counts).toEqual([2, 2, 1])
})

test('findTables: a framed row of heads above empty rows is a table', () => {
  const heads = { 100: 'NUMBER', 210: 'DATE', 320: 'DESCRIPTION', 430: 'NAME' }
  const rulings = gridLines([95, 205, 315, 425, 535], [88, 104, 140])
  const found = findTables(pageOf(rowsOfWords([heads]), { rulings }))
  expect(found.map(show)).toEqual([['NUMBER | DATE | DESCRIPTION | NAME']])
})

test('joinTables: rows under centred heads at the end of a page go on with them', () => {
  const centred = { 140: 'Region', 230: 'Sales', 310: 'Costs' }
  const parts = [[centred], [south, west]].flatMap((rows, index) => {
    const rulings = gridLines([95 - 8 * index, 210, 290, 350], [88, 104, 118])
    return findTables(pageOf(rowsOfWords(rows), { rulings }, index + 1))
  })
  expect(joinTables(parts)).toHaveLength(1)
})
