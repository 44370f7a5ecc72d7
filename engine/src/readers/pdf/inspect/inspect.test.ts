import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ConversionError } from '../../../errors.ts'
import type { BBox, Block, Document, Provenance } from '../../../model/index.ts'
import { toPng } from '../content/index.ts'
import { buildPdf, show, showLines } from '../content/testing/pdf-builder.ts'
import { marksOfBlocks } from './blocks.ts'
import { type InspectionStage, inspectionStages, inspectPdf } from './index.ts'
import { paint } from './svg.ts'

const box: BBox = { x0: 10, y0: 20, x1: 100, y1: 40 }
const onPage = (page: number): Provenance => ({ type: 'page', page, bbox: box })

// Sound: the keys of the object are the names of the stages.
const stages = Object.keys(inspectionStages) as InspectionStage[]

describe('inspectPdf', () => {
  const table = [
    showLines(72, 700, 14, ['Fruit', 'Apples', 'Pears']),
    showLines(200, 700, 14, ['kg', '12', '7']),
  ]
  const prose = showLines(72, 600, 14, [
    'A paragraph',
    'of three lines,',
    'and no more.',
    '',
    'Another.',
  ])
  const bytes = buildPdf({
    pages: [{ content: [...table, prose, '60 665 250 50 re S'].join('\n') }],
  })

  test.each(stages)('paints the stage %s over the picture of the page', async (stage) => {
    const svg = await inspectPdf(bytes, { page: 1, stage, filename: 'a<b.pdf' })
    expect(svg).toContain('<title>a&#60;b.pdf · page 1 of 1')
    expect(svg).toContain('href="data:image/png;base64,iVBOR')
    expect(svg.match(/<rect|<circle|<line/g)?.length).toBeGreaterThan(3)
  })

  test('refuses a page that does not exist', async () => {
    const asked = inspectPdf(bytes, { page: 7, stage: 'blocks', filename: 'a.pdf' })
    await expect(asked).rejects.toThrow(ConversionError)
  })

  test('an empty page says that nothing was found', async () => {
    const empty = buildPdf({ pages: [{ content: '' }, { content: show(72, 700, 'a') }] })
    const svg = await inspectPdf(empty, { page: 1, stage: 'blocks', filename: 'a.pdf' })
    expect(svg).toContain('Nothing was found.')
  })
})

test('recognised words are marked', () => {
  const page = { words: [], pictures: [{ box, blocks: [{ text: 'a', box }] }] }
  const { marks } = inspectionStages.words.find(page as never)
  expect(marks).toEqual([{ box, kind: 'text in a picture' }])
})

test('blocks are marked with their kind and level, on the requested page only', () => {
  const inlines = [{ type: 'text', text: 'a' }] as const
  const provenance = [onPage(1), onPage(2)]
  const here = [onPage(1)]
  const text: Block = { type: 'paragraph', inlines, provenance }
  const caption = { inlines, position: 'above', provenance: here } as const
  const cell = { column: 0, content: 'a', bbox: box }
  const document: Document = {
    pages: [],
    blocks: [
      { type: 'furniture', kind: 'header', blocks: [text], provenance: here },
      { type: 'title', inlines, provenance: here },
      { type: 'heading', level: 2, inlines, provenance: here },
      text,
      {
        type: 'list',
        items: [
          { marker: { type: 'bullet' }, blocks: [{ ...text, provenance: here }] },
          { marker: { type: 'label', text: '(a)' }, blocks: [text], provenance: here },
        ],
      },
      {
        type: 'table',
        columnCount: 1,
        rows: [{ cells: [{ ...cell, header: 'column' }] }, { cells: [{ ...cell, page: 2 }] }],
        caption,
        provenance: here,
      },
      { type: 'figure', caption, blocks: [text], provenance: here },
      { type: 'codeBlock', text: 'a', provenance: [onPage(2)] },
      { type: 'formulaBlock', latex: 'a', number: '3', provenance: here },
    ],
    notes: [{ id: '1', blocks: [{ ...text, provenance: here }] }],
  }
  const names = Array.from(marksOfBlocks(document, 1), ({ kind, label }) =>
    label === undefined ? kind : `${kind}: ${label}`,
  )
  expect(names).toEqual([
    'header or footer: header',
    'title: title',
    'heading: h2',
    'paragraph: p 1/2',
    'list item: •',
    'list item: (a)',
    'caption: caption',
    'table: table 2×1',
    'header cell',
    'figure: figure',
    'caption: caption',
    'paragraph: p 1/2',
    'formula: ∑ 3',
    'footnote: note',
  ])
  expect(Array.from(marksOfBlocks(document, 2), ({ kind }) => kind)).toEqual([
    'paragraph',
    'cell',
    'paragraph',
    'code',
  ])
})

test('labels that XML cannot hold are left out, the rest is escaped', () => {
  const marks = { marks: [{ box, kind: 'paragraph', label: '<\u0001&\ud800>' } as const] }
  const svg = paint({ page: { width: 100, height: 100 }, picture: undefined, marks, heading: '"' })
  expect(svg).toContain('>&#60;&#38;&#62;</text>')
  expect(svg).toContain('<title>&#34;</title>')
})

test('a large page is shown in the size of an ordinary page', () => {
  const marks = { marks: [{ box: { x0: 0, y0: 0, x1: 2400, y1: 1200 }, kind: 'table' } as const] }
  const svg = paint({ page: { width: 2400, height: 1200 }, picture: undefined, marks, heading: '' })
  expect(svg).toContain('<rect x="0" y="0" width="1200" height="600"')
})

test('the picture of a scan is rotated as for the recognition', () => {
  const page = { width: 800, height: 600, straightened: { turns: 1, degrees: 0.5 } }
  const picture = { width: 1, height: 1, pixels: Uint8Array.of(0), dpi: 72 }
  const svg = paint({ page, picture, marks: { marks: [] }, heading: '' })
  expect(svg).toContain(
    '<image x="100" y="-100" width="600" height="800" transform="rotate(90.5 400 300)"',
  )
})

test('a picture becomes a PNG whose rows are differences', () => {
  const png = toPng({ width: 2, height: 2, pixels: Uint8Array.of(1, 2, 3, 1) })
  const at = png.indexOf('IDAT') + 4
  const rows = inflateSync(png.subarray(at, at + png.readUInt32BE(at - 8)))
  expect([...rows]).toEqual([2, 1, 2, 2, 2, 255])
  expect(png.subarray(1, 4).toString()).toBe('PNG')
})
