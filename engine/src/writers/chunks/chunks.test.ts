import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import {
  type Block,
  bullet,
  type Document,
  heading,
  item,
  list,
  type Provenance,
  paragraph,
  text,
} from '../../model/index.ts'
import { cells, table } from '../markdown/testing/nodes.ts'
import { type Chunk, toChunks } from './index.ts'

function chunksOf(blocks: readonly Block[], size?: number, more: Partial<Document> = {}): Chunk[] {
  const document = { pages: [], notes: [], ...more, blocks }
  return toChunks(document, { limits: defaultLimits, ...(size !== undefined && { size }) })
}

const onPage = (page: number, y0: number): Provenance => ({
  type: 'page',
  page,
  bbox: { x0: 72, y0, x1: 500, y1: y0 + 12 },
})

test('blocks stay whole below their headings, which begin the next chunk of text', () => {
  const chunks = chunksOf([
    { type: 'title', inlines: [text('Paper')] },
    paragraph('Made by hand.'),
    heading(1, 'Moulds'),
    heading(2, 'Of *wire*'),
    paragraph('They shake.'),
    list([item(bullet, paragraph('one')), item(bullet, paragraph('two'))]),
    heading(1, 'Felts'),
  ])
  expect(chunks.map(({ text, headings }) => [text, headings])).toEqual([
    ['# Paper\n\nMade by hand.', ['Paper']],
    [
      '## Moulds\n\n### Of \\*wire\\*\n\nThey shake.\n\n- one\n- two',
      ['Paper', 'Moulds', 'Of *wire*'],
    ],
    ['## Felts', ['Paper', 'Felts']],
  ])
  expect(chunks.map(({ id, characters }) => [id, characters])).toEqual([
    ['chunk-1', 22],
    ['chunk-2', 52],
    ['chunk-3', 8],
  ])
})

test('tables, code and figures become separate chunks', () => {
  const chunks = chunksOf([
    heading(1, 'Mills'),
    table(2, cells('Mill', 'Vats'), cells('Old', '2')),
    paragraph('After.'),
    { type: 'codeBlock', text: 'a = 1' },
    { type: 'figure', alt: 'A vat', blocks: [] },
  ])
  expect(chunks.map(({ kind, text }) => [kind, text])).toEqual([
    ['table', '| Mill | Vats |\n| --- | ---: |\n| Old | 2 |'],
    ['text', 'After.'],
    ['code', '```\na = 1\n```'],
    ['figure', 'A vat'],
  ])
  expect(chunks.every(({ headings }) => headings[0] === 'Mills')).toBe(true)
})

test('adjacent blocks share a chunk up to the requested size', () => {
  const blocks = Array.from({ length: 4 }, (_, index) => paragraph(`${index}`.repeat(60)))
  expect(chunksOf(blocks, 130).map(({ characters }) => characters)).toEqual([122, 122])
})

test('a longer paragraph is cut at sentences and keeps its location', () => {
  const sentence = 'A good vatman made two thousand sheets a day.'
  const long: Block = {
    ...paragraph([sentence, sentence, sentence, sentence].join(' ')),
    provenance: [onPage(3, 100), onPage(4, 72)],
  }
  const chunks = chunksOf([long], 100)
  expect(chunks.map((chunk) => chunk.text)).toEqual([
    `${sentence} ${sentence}`,
    `${sentence} ${sentence}`,
  ])
  expect(chunks.map(({ pages }) => pages)).toEqual([
    [3, 4],
    [3, 4],
  ])
  expect(chunks[0]?.boxes[1]).toEqual({ page: 4, x0: 72, y0: 72, x1: 500, y1: 84 })
})

test.each([
  { name: 'pipes', head: ['| Mill | Vats |', '| --- | ---: |'], span: 1 },
  { name: 'HTML', head: ['<table>', '<tr><th>Mill</th><th>Vats</th></tr>'], span: 2 },
])('a longer table is cut between rows and repeats its header: $name', ({ head, span }) => {
  const rows = Array.from({ length: 30 }, (_, index) => cells(`Mill number ${index}`, `${index}`))
  const header = {
    cells: cells('Mill', 'Vats').cells.map((cell) => ({ ...cell, header: 'column' as const })),
  }
  const wide = { cells: [{ column: 0, columnSpan: span, content: 'All' }] }
  const chunks = chunksOf([table(2, header, ...rows, wide)], 300)
  expect(chunks.length).toBeGreaterThan(2)
  for (const chunk of chunks) {
    expect(chunk.text.split('\n').slice(0, 2)).toEqual(head)
    expect(chunk.characters).toBeLessThanOrEqual(300)
    expect(chunk.kind).toBe('table')
  }
  const all = chunks.map((chunk) => chunk.text).join('\n')
  for (let index = 0; index < 30; index++) expect(all).toContain(`Mill number ${index}`)
})

test('a footnote follows the text that refers to it', () => {
  const reference = { type: 'noteReference', note: 'a' } as const
  const notes = [{ id: 'a', blocks: [paragraph('Of oak.')] }]
  const blocks = [paragraph('Before.'), paragraph([text('A mould'), reference])]
  expect(chunksOf(blocks, 100, { notes }).map((chunk) => chunk.text)).toEqual([
    'Before.\n\nA mould[^1]\n\n[^1]: Of oak.',
  ])
})

test('a slide becomes a section with its number', () => {
  const slide: Block = {
    type: 'section',
    kind: 'slide',
    title: [text('Plans')],
    blocks: [{ ...paragraph('More vats.'), provenance: [{ type: 'slide', slide: 2 }] }],
    provenance: [{ type: 'slide', slide: 2 }],
  }
  expect(chunksOf([slide])).toEqual([
    {
      id: 'chunk-1',
      kind: 'text',
      text: '## Plans\n\nMore vats.',
      headings: ['Plans'],
      pages: [2],
      boxes: [],
      characters: 20,
    },
  ])
})

const word = fc.stringMatching(/^[a-z]{1,12}$/)
const sentence = fc
  .array(word, { minLength: 1, maxLength: 40 })
  .map((words) => `${words.join(' ')}.`)
const anyBlock: fc.Arbitrary<Block> = fc.oneof(
  fc.array(sentence, { minLength: 1, maxLength: 12 }).map((all) => paragraph(all.join(' '))),
  fc.tuple(fc.integer({ min: 1, max: 4 }), word).map(([level, words]) => heading(level, words)),
  fc
    .array(sentence, { minLength: 1, maxLength: 8 })
    .map((all) => list(all.map((each) => item(bullet, paragraph(each))))),
  fc
    .array(fc.tuple(word, word), { minLength: 1, maxLength: 40 })
    .map((rows) => table(2, ...rows.map(([a, b]) => cells(a, b)))),
)

test('no word is lost, and no chunk of text exceeds the size', () => {
  fc.assert(
    fc.property(
      fc.array(anyBlock, { maxLength: 12 }),
      fc.integer({ min: 100, max: 600 }),
      (blocks, size) => {
        const chunks = chunksOf(blocks, size)
        const wordsOf = (value: string): string[] => value.match(/[a-z]+/g) ?? []
        const found = new Set(
          chunks.flatMap(({ text, headings }) => wordsOf(`${text} ${headings.join(' ')}`)),
        )
        const expected = wordsOf(JSON.stringify(blocks.map(contentOf)))
        expect(expected.filter((each) => !found.has(each))).toEqual([])
        const longest = chunks.map(({ kind, characters }) => (kind === 'text' ? characters : 0))
        expect(Math.max(0, ...longest)).toBeLessThanOrEqual(size)
      },
    ),
  )
})

/** Returns the texts of a block without property names. */
function contentOf(block: Block): unknown {
  return JSON.stringify(block)
    .match(/"(?:text|content)":"[^"]*"/g)
    ?.map((field) => field.replace(/^"\w+":/, ''))
}
