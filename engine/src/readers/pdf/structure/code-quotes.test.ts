import { expect, test } from 'vitest'
import type { Block } from '../../../model/index.ts'
import { withStraightQuotes } from './code-quotes.ts'

const listing = (text: string): Block => ({ type: 'codeBlock', text })
const named = (text: string): Block => ({
  type: 'table',
  columnCount: 1,
  rows: [
    { cells: [{ column: 0, content: [{ type: 'paragraph', inlines: [{ type: 'code', text }] }] }] },
  ],
})

test.each<{ name: string; blocks: Block[]; result: Block[] }>([
  {
    name: 'quotes of a shell',
    blocks: [listing('mill ’wheel’ ‘date‘'), named('’wheel’')],
    result: [listing("mill 'wheel' `date`"), named("'wheel'")],
  },
  {
    name: 'quotes of a text processor',
    blocks: [listing('turn(‘mill’, ‘wheel’,’mud’)')],
    result: [listing("turn('mill', 'wheel','mud')")],
  },
  {
    name: 'double quotes of equal shape',
    blocks: [listing('mill ”wheel”')],
    result: [listing('mill "wheel"')],
  },
  {
    name: 'pairs around names in text',
    blocks: [listing('(quote ’wheel)'), named('‘wheel’')],
    result: [listing("(quote 'wheel)"), named('‘wheel’')],
  },
  {
    name: 'only pairs, as programs print them',
    blocks: [listing('Loading ‘wheel’')],
    result: [listing('Loading ‘wheel’')],
  },
  {
    name: 'code with both kinds of quotes',
    blocks: [listing("turn('the mill’s wheel')")],
    result: [listing("turn('the mill’s wheel')")],
  },
])('withStraightQuotes: $name', ({ blocks, result }) => {
  const notes = [{ id: '1', blocks }]
  expect(withStraightQuotes({ blocks, notes })).toEqual({
    blocks: result,
    notes: [{ id: '1', blocks: result }],
  })
})

test('quotes of text stay', () => {
  const inlines = [{ type: 'text' as const, text: 'the mill’s' }]
  const blocks: Block[] = [listing('’wheel’'), { type: 'paragraph', inlines }]
  expect(withStraightQuotes({ blocks, notes: [] }).blocks[1]).toEqual(blocks[1])
})
