/** What each kind of block becomes in a DoclingDocument. */
import { expect, test } from 'vitest'
import { ConversionError } from '../../errors.ts'
import { defaultLimits } from '../../limits.ts'
import {
  type Block,
  bullet,
  type Document,
  heading,
  type Inline,
  item,
  list,
  type Provenance,
  paragraph,
  type Table,
  text,
} from '../../model/index.ts'
import { findFaults } from './faults.ts'
import { type DoclingDocument, stringifyDocling, toDocling } from './index.ts'

const source = {
  filename: 'report.v2.pdf',
  mediaType: 'application/pdf',
  bytes: new TextEncoder().encode('bytes'),
}

function make(blocks: readonly Block[], more: Partial<Document> = {}): DoclingDocument {
  const docling = toDocling({ pages: [], notes: [], ...more, blocks }, source)
  expect(findFaults(docling)).toEqual([])
  return docling
}

/** The tree as lines: label, text, and what is said of it elsewhere. */
function outline(docling: DoclingDocument): string[] {
  const lists: Readonly<Record<string, readonly object[]>> = { ...docling } as never
  const lines: string[] = []
  const walk = (ref: string, depth: number): void => {
    const [, name = '', index = '0'] = ref.split('/')
    // Sound: the outline is of sound documents, whose references resolve.
    const node = lists[name]?.[Number(index)] as {
      readonly label: string
      readonly name?: string
      readonly text?: string
      readonly content_layer: string
      readonly children: readonly { readonly $ref: string }[]
    }
    const layer = node.content_layer === 'body' ? '' : ` (${node.content_layer})`
    lines.push(
      `${'  '.repeat(depth)}${node.label} ${node.name ?? node.text ?? ''}`.trimEnd() + layer,
    )
    for (const child of node.children) walk(child.$ref, depth + 1)
  }
  for (const child of docling.body.children) walk(child.$ref, 0)
  return lines
}

const bold = (value: string): Inline => text(value, { bold: true })
const slide = (bbox?: Provenance & { type: 'slide' }): Provenance =>
  bbox ?? { type: 'slide', slide: 1 }

test.each<{ name: string; blocks: readonly Block[]; lines: readonly string[] }>([
  {
    name: 'headings and paragraphs',
    blocks: [
      { type: 'title', inlines: [text('T')] },
      heading(2, 'h'),
      paragraph('p'),
      paragraph(''),
    ],
    lines: ['title T', 'section_header h', 'text p'],
  },
  {
    name: 'a paragraph of runs is an inline group, another item holds one',
    blocks: [paragraph([text('a '), bold('b')]), heading(1, [bold('c'), text(' d')])],
    lines: [
      'inline group',
      '  text a',
      '  text b',
      'section_header',
      '  inline runs',
      '    text c',
      '    text  d',
    ],
  },
  {
    name: 'lists: a nested one is below its item',
    blocks: [list([item(bullet, paragraph('a'), list([item(bullet, paragraph('b'))]))]), list([])],
    lines: ['list list', '  list_item a', '    list list', '      list_item b'],
  },
  {
    name: 'a list item with a second paragraph of runs',
    blocks: [list([item(bullet, paragraph('a'), paragraph([text('b'), bold('c')]))])],
    lines: ['list list', '  list_item a', '    inline group', '      text b', '      text c'],
  },
  {
    name: 'check boxes, captions and notes without an owner',
    blocks: [
      { ...paragraph('a'), checked: true },
      { ...paragraph('b'), role: 'caption' },
      { ...paragraph('c'), role: 'footnote' },
    ],
    lines: ['checkbox_selected a', 'caption b', 'footnote c'],
  },
  {
    name: 'code, formulas, quotes, rules',
    blocks: [
      { type: 'codeBlock', text: 'x', language: 'python' },
      { type: 'formulaBlock', latex: 'y', number: '3' },
      { type: 'quote', blocks: [paragraph('q')] },
      { type: 'quote', blocks: [] },
      { type: 'thematicBreak' },
    ],
    lines: [
      ...['code x', 'formula y \\tag{3}', 'unspecified quote', '  text q'],
      ...['unspecified quote', '  text (invisible)', 'text (invisible)'],
    ],
  },
  {
    name: 'furniture is at its place, on its layer',
    blocks: [
      { type: 'furniture', kind: 'header', blocks: [paragraph([text('Page '), bold('1')])] },
      { type: 'furniture', kind: 'footer', blocks: [paragraph('f')] },
    ],
    lines: ['page_header Page 1 (furniture)', 'page_footer f (furniture)'],
  },
  {
    name: 'slides with notes, comments',
    blocks: [
      { type: 'section', kind: 'slide', title: [text('S')], blocks: [paragraph('x')] },
      {
        type: 'section',
        kind: 'slide',
        blocks: [{ type: 'section', kind: 'notes', blocks: [paragraph('n')] }],
      },
      { type: 'section', kind: 'comments', blocks: [paragraph('c')] },
    ],
    lines: [
      ...['chapter slide-0', '  title S', '  text x', 'chapter slide-1'],
      ...['  unspecified notes (notes)', '    text n (notes)'],
      ...['comment_section comments (notes)', '  text c (notes)'],
    ],
  },
  {
    name: 'sheets by name, empty ones too',
    blocks: [{ type: 'section', kind: 'sheet', title: [text('Sheet 1')], blocks: [] }],
    lines: ['sheet Sheet 1', '  text (invisible)'],
  },
  {
    name: 'figures: their caption, or their alternative text',
    blocks: [
      { type: 'figure', alt: 'alt', blocks: [paragraph('in')] },
      {
        type: 'figure',
        alt: 'alt',
        caption: { inlines: [text('F')], position: 'below' },
        blocks: [],
      },
    ],
    lines: ['picture', '  caption alt', '  text in', 'picture', '  caption F'],
  },
])('$name', ({ blocks, lines }) => {
  expect(outline(make(blocks))).toEqual(lines)
})

test('a table has its cells once, a grid of all positions, headers, its caption and its notes', () => {
  const table: Table = {
    type: 'table',
    columnCount: 2,
    caption: { inlines: [text('Table 1')], position: 'above' },
    notes: [paragraph('a note')],
    rows: [
      { cells: [{ column: 0, columnSpan: 2, header: 'column', content: 'h' }] },
      { cells: [{ column: 1, header: 'row', content: [paragraph('x'), paragraph([bold('y')])] }] },
    ],
  }
  const docling = make([table])
  const [made] = docling.tables
  expect(outline(docling)).toEqual([
    ...['table', '  unspecified rich_cell_group_0_1_1', '    text x', '    text y'],
    ...['  caption Table 1', '  footnote a note'],
  ])
  expect(made?.captions).toEqual([{ $ref: '#/texts/2' }])
  expect(made?.footnotes).toEqual([{ $ref: '#/texts/3' }])
  expect(made?.data.table_cells).toHaveLength(2)
  expect(made?.data.table_cells[0]).toMatchObject({ col_span: 2, column_header: true, text: 'h' })
  expect(made?.data.table_cells[1]).toMatchObject({ row_header: true, text: 'x\ny' })
  expect(made?.data.grid?.map((row) => row.map((cell) => cell.text))).toEqual([
    ['h', 'h'],
    ['', 'x\ny'],
  ])
})

test('a large table has its cells alone', () => {
  const rows = Array.from({ length: 1_001 }, (_, row) => ({
    cells: [{ column: 0, content: String(row) }],
  }))
  const [made] = make([{ type: 'table', columnCount: 100, rows }]).tables
  expect(made?.data.grid).toBeUndefined()
  expect(made?.data.table_cells[7]).toEqual({
    ...{ start_row_offset_idx: 7, end_row_offset_idx: 8 },
    ...{ start_col_offset_idx: 0, end_col_offset_idx: 1, text: '7' },
  })
})

const box = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1, y1 })
const pages = [{ number: 1, size: { width: 100, height: 200 } }]

test('boxes are clamped to their page, cells’ too', () => {
  const place: Provenance = { type: 'page', page: 1, bbox: box(-5, 10.00049, 120, 20) }
  const table: Table = {
    type: 'table',
    columnCount: 1,
    rows: [{ cells: [{ column: 0, content: 'x', bbox: box(0, 0, 500, 500) }] }],
    provenance: [place],
  }
  const { texts, tables } = make([{ ...paragraph('abc'), provenance: [place] }, table], { pages })
  expect(texts[0]?.prov).toEqual([
    {
      page_no: 1,
      bbox: { l: 0, t: 10, r: 100, b: 20, coord_origin: 'TOPLEFT' },
      charspan: [0, 3],
    },
  ])
  expect(tables[0]?.prov[0]?.charspan).toEqual([0, 0])
  expect(tables[0]?.data.table_cells[0]?.bbox).toMatchObject({ r: 100, b: 200 })
})

test('pieces say which characters are theirs, in an item and in the runs of a group', () => {
  const provenance: Provenance[] = [
    { type: 'page', page: 1, bbox: box(0, 0, 10, 10), characters: 4 },
    { type: 'page', page: 1, bbox: box(0, 20, 10, 30), characters: 5 },
  ]
  const whole = make([{ ...paragraph('abcdefghi'), provenance }], { pages })
  expect(whole.texts[0]?.prov.map(({ charspan }) => charspan)).toEqual([
    [0, 4],
    [4, 9],
  ])
  const runs = make([{ ...paragraph([text('ab'), bold('cdef'), text('ghi')]), provenance }], {
    pages,
  })
  expect(
    runs.texts.map(({ prov }) => prov.map(({ bbox, charspan }) => [bbox.t, ...charspan])),
  ).toEqual([
    [[0, 0, 2]],
    [
      [0, 0, 2],
      [20, 2, 4],
    ],
    [[20, 0, 3]],
  ])
})

test('a header’s place is that of its furniture when its paragraphs have none', () => {
  const provenance: Provenance[] = [{ type: 'page', page: 1, bbox: box(1, 2, 3, 4) }]
  const header: Block = { type: 'furniture', kind: 'header', blocks: [paragraph('h')], provenance }
  expect(make([header], { pages }).texts[0]?.prov[0]?.bbox).toMatchObject({
    l: 1,
    t: 2,
    r: 3,
    b: 4,
  })
})

test('what is on a slide without a box says the slide; a sheet is as large as what is used of it', () => {
  const range = { row0: 1, column0: 2, row1: 4, column1: 6 }
  const table: Table = {
    type: 'table',
    columnCount: 1,
    rows: [{ cells: [{ column: 0, content: 'x' }] }],
    provenance: [{ type: 'sheet', sheet: 2, range }],
  }
  const docling = make([{ ...paragraph('x'), provenance: [slide()] }, table], {
    pages: [
      { number: 1, size: { width: 960, height: 540 } },
      { number: 2, name: 'S' },
    ],
  })
  expect(docling.texts[0]?.prov[0]).toMatchObject({ page_no: 1, bbox: { l: 0, t: 0, r: 0, b: 0 } })
  expect(docling.tables[0]?.prov[0]?.bbox).toMatchObject({ l: 2, t: 1, r: 7, b: 5 })
  expect(docling.pages['2']).toEqual({ page_no: 2, size: { width: 7, height: 5 } })
})

test('links keep their target, dangerous ones only their text', () => {
  const link = (target: string): Inline => ({ type: 'link', target, inlines: [text(target)] })
  const { texts } = make([paragraph([link('http://a.b/')]), paragraph([link('javascript:x')])])
  expect(texts.map(({ hyperlink }) => hyperlink)).toEqual(['http://a.b/', undefined])
})

test.each([
  {
    name: 'what is plain',
    blocks: [list([item(bullet, paragraph([text('a'), bold('b')]))])],
    version: '1.5.0',
  },
  {
    name: 'a rich cell',
    blocks: [
      {
        type: 'table',
        columnCount: 1,
        rows: [{ cells: [{ column: 0, content: [heading(1, 'x')] }] }],
      },
    ] satisfies Block[],
    version: '1.6.0',
  },
])('$name asks for version $version of loaders', ({ blocks, version }) => {
  expect(make(blocks).version).toBe(version)
})

test('the JSON has pages as an object or an array, and the hash as digits', () => {
  const docling = make([paragraph('"@@hash@@"')], { pages: [...pages, { number: 2 }] })
  const loadable = stringifyDocling(docling, 'object')
  expect(JSON.parse(loadable).pages).toEqual(docling.pages)
  expect(JSON.parse(stringifyDocling(docling, 'array')).pages).toEqual([
    docling.pages['1'],
    docling.pages['2'],
  ])
  // The low 64 bits of the SHA-256 of `bytes`.
  expect(loadable).toContain(`"binary_hash":${docling.origin.binary_hash}`)
  expect(docling.origin.binary_hash).toBe(0xdd352b06f1b206a9n)
  expect(docling).toMatchObject({ name: 'report.v2', origin: { filename: 'report.v2.pdf' } })
})

test('blocks nested without end are written flat, their text too', () => {
  let deep: Block = paragraph([{ type: 'link', target: 'u', inlines: [text('deep')] }])
  for (let level = 0; level < 20_000; level += 1) {
    deep = level % 2 === 0 ? { type: 'quote', blocks: [deep] } : list([item(bullet, deep)])
  }
  const docling = make([deep])
  expect(docling.texts.at(-1)?.orig).toContain('deep')
  expect(docling.groups.length).toBeLessThan(500)
})

test.each<{ name: string; block: Block }>([
  {
    name: 'a table with too many cells',
    block: { type: 'table', columnCount: 9, rows: [{ cells: [] }, { cells: [] }] },
  },
  {
    name: 'too much text in tables in tables',
    block: {
      type: 'table',
      columnCount: 1,
      rows: [{ cells: [{ column: 0, content: [heading(1, 'a long text')] }] }],
    },
  },
])('$name is refused', ({ block }) => {
  const limits = { ...defaultLimits, tableCells: 10, outputCharacters: 10 }
  expect(() => toDocling({ pages: [], notes: [], blocks: [block] }, source, limits)).toThrow(
    ConversionError,
  )
})

test('what is printed stands in `orig`: markers of items, the characters of a formula', () => {
  const first: Provenance = { type: 'page', page: 1, bbox: box(1, 2, 3, 4), characters: 2 }
  const second: Provenance = { type: 'page', page: 2, bbox: box(1, 2, 3, 4), characters: 2 }
  const { texts } = make(
    [
      list([
        item({ type: 'label', text: '(a)' }, { ...paragraph('b cd'), provenance: [first, second] }),
      ]),
      list([item(bullet, paragraph('e'))]),
      { type: 'formulaBlock', latex: 'x^{2}', printed: 'x2', provenance: [first] },
    ],
    { pages },
  )
  expect(
    texts.map(({ orig, text, prov }) => [orig, text, prov.map((each) => each.charspan)]),
  ).toEqual([
    [
      '(a) b cd',
      'b cd',
      [
        [0, 6],
        [6, 8],
      ],
    ],
    ['e', 'e', []],
    ['x2', 'x^{2}', [[0, 2]]],
  ])
})

test('a table over pages says with which row each begins, as boxes of cells name no page', () => {
  const cell = { column: 0, content: 'a', bbox: box(1, 2, 3, 4) }
  const table: Table = {
    type: 'table',
    columnCount: 1,
    rows: [{ cells: [cell] }, { cells: [cell] }, { cells: [{ ...cell, page: 2 }] }],
    provenance: [1, 2].map((page) => ({ type: 'page', page, bbox: box(1, 2, 3, 4) })),
  }
  const { extras, tables } = make([table], { pages })
  expect(extras).toEqual({ '#/tables/0': { first_rows: [0, 2] } })
  expect(tables[0]?.data.table_cells[2]?.bbox).toMatchObject({ l: 1, t: 2 })
})

test('a page that was recognised says how surely', () => {
  const { extras } = make([], { pages: [{ number: 1 }, { number: 2, ocrConfidence: 0.93456 }] })
  expect(extras).toEqual({ '#/pages/2': { ocr_confidence: 0.935 } })
})

test('a page that was straightened says how, as its boxes are those of the straight picture', () => {
  const straightened = { turns: 1, degrees: 0.5 }
  const { extras } = make([], { pages: [{ number: 2, straightened }] })
  expect(extras).toEqual({ '#/pages/2': { straightened } })
})

test('pieces are counted in code points, as loaders count', () => {
  const place = { type: 'page', page: 1, bbox: box(0, 0, 1, 1) } as const
  const provenance = [
    { ...place, characters: 3 },
    { ...place, characters: 2 },
  ]
  const { texts } = make([{ ...paragraph('𝑛 x𝑦'), provenance }], { pages })
  expect(texts[0]?.prov.map(({ charspan }) => charspan)).toEqual([
    [0, 2],
    [2, 4],
  ])
})
