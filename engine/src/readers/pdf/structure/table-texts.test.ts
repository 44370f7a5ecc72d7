import { expect, test } from 'vitest'
import { type Block, paragraph, type Table } from '../../../model/index.ts'
import { tieToTables } from './table-texts.ts'

const table: Table = {
  type: 'table',
  columnCount: 1,
  rows: [{ cells: [{ column: 0, content: 'a' }] }],
  provenance: [{ type: 'page', page: 1, bbox: { x0: 50, y0: 100, x1: 300, y1: 200 } }],
}

interface Place {
  readonly y?: number
  readonly x1?: number
  readonly page?: number
}

function text(value: string, { y = 204, x1 = 250, page = 1 }: Place = {}): Block {
  const bbox = { x0: 50, y0: y, x1, y1: y + 10 }
  return { ...paragraph(value), provenance: [{ type: 'page', page, bbox }] }
}

test.each<{ name: string; following: Block[]; notes: number }>([
  { name: 'a source below the table', following: [text('Source: Eurostat.')], notes: 1 },
  {
    name: 'two notes below each other',
    following: [text('* p < 0.05'), text('CI, confidence interval', { y: 216 })],
    notes: 2,
  },
  { name: 'a letter before a word', following: [text('a In Alaska, none.')], notes: 1 },
  {
    name: 'a paragraph of text is not a note',
    following: [text('In general, such terms vary.')],
    notes: 0,
  },
  {
    name: 'a sentence whose first word is one letter is not a note',
    following: [text('A table is a table.')],
    notes: 0,
  },
  {
    name: 'text far below the table is not a note',
    following: [text('Source: Eurostat.', { y: 240 })],
    notes: 0,
  },
  {
    name: 'text wider than the table is not a note',
    following: [text('Source: A.', { x1: 500 })],
    notes: 0,
  },
  {
    name: 'text on another page is not a note',
    following: [text('Source: A.', { page: 2 })],
    notes: 0,
  },
  {
    name: 'a note after other text is not linked',
    following: [text('The text.'), text('Source: A.', { y: 216 })],
    notes: 0,
  },
])('notes of a table: $name', ({ following, notes }) => {
  const [first, ...rest] = tieToTables([table, ...following])
  expect(first?.type === 'table' ? (first.notes?.length ?? 0) : -1).toBe(notes)
  expect(rest).toHaveLength(following.length - notes)
})

test('notes of a table may come after a caption below it', () => {
  const caption = {
    inlines: [],
    position: 'below',
    provenance: [{ type: 'page', page: 1, bbox: { x0: 50, y0: 204, x1: 300, y1: 214 } }],
  } as const
  expect(tieToTables([{ ...table, caption }, text('Note: one.', { y: 217 })])).toHaveLength(1)
})
