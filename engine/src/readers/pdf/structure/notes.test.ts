import { expect, test } from 'vitest'
import type { TextBlock } from './layout-blocks.ts'
import { pairNotes } from './notes.ts'
import { blockOf, bodyStyle, paragraphBlock, run, styledLine, textBlock } from './testing/lines.ts'

/** A paragraph with a raised mark in its first line. */
function referring(mark: string): TextBlock {
  const text = 'The mills of the valley ground the corn of three villages and of the town'
  const runs = [run(text), run(mark, bodyStyle, { script: 'super' }), run(' for a century.')]
  return blockOf([styledLine(runs)])
}

const note = (text: string, more: Partial<TextBlock> = {}) =>
  textBlock(text, bodyStyle, { size: 8, y: 120 }, more)

/** A note in the size of the text; its mark is raised. */
function raisedNote(mark: string): TextBlock {
  const runs = [run(mark, bodyStyle, { script: 'super' }), run(' So the miller says.')]
  return blockOf([styledLine(runs, { y: 120 })])
}

test.each([
  {
    name: 'a note in the size of the text, with a raised mark',
    notes: [raisedNote('1')],
    found: 1,
  },
  {
    name: 'a text with a raised mark above other text is not paired',
    notes: [raisedNote('1'), paragraphBlock()],
    found: 0,
  },
  {
    name: 'a note at the foot of the same column',
    notes: [note('1 So the miller says.')],
    found: 1,
  },
  {
    name: 'a note in a narrow column beside the text',
    notes: [note('1 So the miller says.', { column: 7, columnEnd: 120 })],
    found: 1,
  },
  {
    name: 'a note in a column as wide as the text is not paired',
    notes: [note('1 So the miller says.', { column: 7 })],
    found: 0,
  },
  {
    name: 'a note with another mark is not paired',
    notes: [note('2 So the miller says.')],
    found: 0,
  },
  {
    name: 'a French note has a full stop after its number',
    notes: [note('1. Le meunier le dit.')],
    found: 1,
  },
  {
    name: 'a numbered item in small print is no second note',
    notes: [note('1 So the miller says.'), note('1. Open the gate.')],
    found: 1,
  },
  {
    name: 'two notes with the same mark are not paired',
    notes: [note('1 So the miller says.'), note('1 So the baker says.')],
    found: 0,
  },
])('pairNotes: $name', ({ notes, found }) => {
  const blocks = [referring('1'), paragraphBlock(), ...notes]
  expect(pairNotes(blocks, 10, () => false).size).toBe(found)
})

test.each([
  { name: 'a heading refers to a note', title: 'The mill', isHeading: true, found: 1 },
  {
    name: 'a unit with an exponent in a heading does not',
    title: 'In cm',
    isHeading: true,
    found: 0,
  },
  { name: 'the name of an author does not', title: 'Ada Miller', isHeading: false, found: 0 },
])('pairNotes: $name', ({ title, isHeading, found }) => {
  const heading = blockOf([styledLine([run(title), run('1', bodyStyle, { script: 'super' })])])
  const blocks = [heading, paragraphBlock(), note('1 So the miller says.')]
  expect(pairNotes(blocks, 10, (block) => isHeading && block === heading).size).toBe(found)
})

test('pairNotes: a mark in the part of a paragraph on the next page has its note there', () => {
  const line = styledLine([run('The mills of the valley ground the corn of the town and of the')])
  const runs = [run('villages'), run('1', bodyStyle, { script: 'super' }), run(' for a century.')]
  const paragraph = blockOf([line, styledLine(runs, { page: 2 })])
  const last = blockOf([styledLine([run('1 So the miller says.')], { page: 2, size: 8, y: 120 })])
  const text = blockOf([styledLine([run('They are still.')], { page: 2 })])
  expect([...pairNotes([paragraph, text, last], 10, () => false).keys()]).toEqual([last])
})
