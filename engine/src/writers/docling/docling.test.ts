/** Tests the conversion of each kind of block to DoclingDocument. */
import { expect, test } from 'vitest'
import { ConversionError } from '../../errors.ts'
import { defaultLimits } from '../../limits.ts'
import {
  type Block,
  bullet,
  heading,
  type Inline,
  item,
  list,
  paragraph,
  type Table,
  text,
} from '../../model/index.ts'
import { type DoclingDocument, stringifyDocling, toDocling } from './index.ts'

import { make, pages, source } from './testing/docling.ts'

/** Prints the tree as lines: label, text, and properties from other lists. */
function outline(docling: DoclingDocument): string[] {
  const lists: Readonly<Record<string, readonly object[]>> = { ...docling } as never
  const lines: string[] = []
  const walk = (ref: string, depth: number): void => {
    const [, name = '', index = '0'] = ref.split('/')
    // Sound: the document is valid, so its references resolve.
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
    name: 'a paragraph of several runs is an inline group, and another item contains one',
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
    name: 'a nested list is below its item',
    blocks: [list([item(bullet, paragraph('a'), list([item(bullet, paragraph('b'))]))]), list([])],
    lines: ['list list', '  list_item a', '    list list', '      list_item b'],
  },
  {
    name: 'a list item with a second paragraph of runs',
    blocks: [list([item(bullet, paragraph('a'), paragraph([text('b'), bold('c')]))])],
    lines: ['list list', '  list_item a', '    inline group', '      text b', '      text c'],
  },
  {
    name: 'check boxes, captions and notes that belong to no list or table',
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
    name: 'furniture keeps its position and has its own layer',
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
    name: 'sheets have their names, also empty ones',
    blocks: [{ type: 'section', kind: 'sheet', title: [text('Sheet 1')], blocks: [] }],
    lines: ['sheet Sheet 1', '  text (invisible)'],
  },
  {
    name: 'figures have their caption or their alternative text',
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

test('a table has each cell once, a grid of all positions, headers, caption and notes', () => {
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

test('a large table has only its cells', () => {
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

test('links keep their target; dangerous ones become text', () => {
  const link = (target: string): Inline => ({ type: 'link', target, inlines: [text(target)] })
  const { texts } = make([paragraph([link('http://a.b/')]), paragraph([link('javascript:x')])])
  expect(texts.map(({ hyperlink }) => hyperlink)).toEqual(['http://a.b/', undefined])
})

test.each([
  {
    name: 'a document with plain cells',
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
])('$name requires version $version of loaders', ({ blocks, version }) => {
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

test('writes deeply nested blocks flat, with their text', () => {
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
])('refuses $name', ({ block }) => {
  const limits = { ...defaultLimits, tableCells: 10, outputCharacters: 10 }
  expect(() => toDocling({ pages: [], notes: [], blocks: [block] }, source, limits)).toThrow(
    ConversionError,
  )
})
