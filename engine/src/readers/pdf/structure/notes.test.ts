import { expect, test } from 'vitest'
import type { TextBlock } from './layout-blocks.ts'
import { pairNotes } from './notes.ts'
import { blockOf, bodyStyle, paragraphBlock, run, styledLine, textBlock } from './testing/lines.ts'

const noteOptions = { bodySize: 10, isHeading: () => false, below: new Set<TextBlock>() }

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
    name: 'a note below all columns',
    notes: [note('1 So the miller says.', { column: 7 })],
    found: 1,
  },
  {
    name: 'small print beside the text, in a column as wide as the text, is not paired',
    notes: [textBlock('1 So the miller says.', bodyStyle, { size: 8 }, { column: 7 })],
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
    name: 'a note in a journal of the EU has its number in brackets',
    notes: [note('(1) So the miller says.')],
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
  expect(pairNotes(blocks, noteOptions).size).toBe(found)
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
  expect(
    pairNotes(blocks, {
      ...noteOptions,
      isHeading: (block) => isHeading && block === heading,
    }).size,
  ).toBe(found)
})

test('pairNotes: a mark in the part of a paragraph on the next page has its note there', () => {
  const line = styledLine([run('The mills of the valley ground the corn of the town and of the')])
  const runs = [run('villages'), run('1', bodyStyle, { script: 'super' }), run(' for a century.')]
  const paragraph = blockOf([line, styledLine(runs, { page: 2 })])
  const last = blockOf([styledLine([run('1 So the miller says.')], { page: 2, size: 8, y: 120 })])
  const text = blockOf([styledLine([run('They are still.')], { page: 2 })])
  expect([...pairNotes([paragraph, text, last], noteOptions).keys()]).toEqual([last])
})

/** Notes at the end of a document of two pages, with raised marks. */
function endnote(mark: string): TextBlock {
  const runs = [run(mark, bodyStyle, { script: 'super' }), run(' So the miller says.')]
  return blockOf([styledLine(runs, { page: 2, size: 8, y: 120 })], { page: 2 })
}

test.each([
  { name: 'endnotes in the order of their references', marks: ['1', '2'], found: 2 },
  { name: 'signs that are doubled', marks: ['*', '**'], found: 2 },
  { name: 'numbers that do not begin with one are no endnotes', marks: ['2', '3'], found: 0 },
  {
    name: 'endnotes in another order are not paired',
    marks: ['*', '†'],
    refer: ['†', '*'],
    found: 0,
  },
])('pairNotes: $name', ({ marks, refer = marks, found }) => {
  const text = blockOf([styledLine([run('They are still.')], { page: 2 })], { page: 2 })
  const blocks = [...refer.map(referring), text, ...marks.map(endnote)]
  expect(pairNotes(blocks, noteOptions).size).toBe(found)
})

test.each([
  {
    name: 'a short line after the first paragraph refers to a note',
    before: 'To the miller',
    found: 1,
  },
  { name: 'a variable with an exponent does not', before: 'Thus x', found: 0 },
])('pairNotes: $name', ({ before, found }) => {
  const short = blockOf([styledLine([run(before), run('1', bodyStyle, { script: 'super' })])])
  const text = 'The mills of the valley ground the corn of three villages and of the town'
  const paragraph = blockOf([styledLine([run(text)]), styledLine([run('for a century.')])])
  const blocks = [paragraph, short, note('1 So the miller says.')]
  expect(pairNotes(blocks, noteOptions).size).toBe(found)
})

test('pairNotes: of several raised marks the one after a word refers to the note', () => {
  const raised = run('2', bodyStyle, { script: 'super' })
  const runs = [run('The corn of the three villages on the hill weighs 10'), raised]
  const line = styledLine([...runs, run(' tons a year, says the miller of the town'), raised])
  expect(pairNotes([blockOf([line]), note('2 So he says.')], noteOptions).size).toBe(1)
})

test('pairNotes: several raised marks after words refer to one note', () => {
  const raised = run('2', bodyStyle, { script: 'super' })
  const runs = [run('The corn of the three villages on the hill'), raised]
  const line = styledLine(
    [...runs, run(' goes to the mill, and so does that of the town'), raised],
    { y: 60 },
  )
  const blocks = [blockOf([line]), paragraphBlock(), note('2 So he says.')]
  expect(pairNotes(blocks, noteOptions).size).toBe(1)
})

test('pairNotes: raised digits among letters refer to the note of the page with the same digits', () => {
  const text = 'The corn of the three villages on the hill² weighs 1⁴ tons in m³, says the miller'
  const paragraph = blockOf([styledLine([run(text)])])
  const found = pairNotes([paragraph, note('² So he says.'), note('1⁴So is it.')], noteOptions)
  expect([...found.values()].map(({ id, markLength }) => [id, markLength])).toEqual([
    ['1-2', 2],
    ['1-14', 2],
  ])
  expect(paragraph.lines[0]?.runs.map((own) => own.note ?? own.text)).toEqual([
    'The corn of the three villages on the hill',
    '1-2',
    ' weighs ',
    '1-14',
    ' tons in m',
    '³',
    ', says the miller',
  ])
})

test('pairNotes: all authors with a sign refer to its note below the text, also in small type and in lists of signs', () => {
  const raised = (text: string) => run(text, bodyStyle, { script: 'super' })
  const runs = [run('Anna Weber'), raised('∗,†'), run(' and Karl Stein'), raised('∗')]
  const authors = blockOf([styledLine(runs, { y: 50, size: 9 })])
  const notes = [note('∗ Of the old mill.'), note('† Now of the new one.')]
  const found = pairNotes([authors, paragraphBlock({ y: 90 }), ...notes], noteOptions)
  expect(found.size).toBe(2)
  expect(authors.lines[0]?.runs.map((own) => own.note ?? own.text)).toEqual([
    'Anna Weber',
    '1-∗',
    ',',
    '1-†',
    ' and Karl Stein',
    '1-∗',
  ])
})

test('pairNotes: a letter with a bracket refers to a note, also beside the number of an affiliation', () => {
  const raised = (text: string) => run(text, bodyStyle, { script: 'super' })
  const runs = [run('Anna Weber'), raised('1,a)'), run(' and Karl Stein'), raised('2')]
  const authors = blockOf([styledLine(runs, { y: 50, size: 9 })])
  const found = pairNotes(
    [authors, paragraphBlock({ y: 90 }), note('a)Of the old mill.')],
    noteOptions,
  )
  expect([...found.values()].map(({ markLength }) => markLength)).toEqual([2])
  expect(authors.lines[0]?.runs.map((own) => own.note ?? own.text)).toEqual([
    'Anna Weber',
    '1',
    ',',
    '1-a)',
    ' and Karl Stein',
    '2',
  ])
})

test('pairNotes: an address below several authors is no note', () => {
  const raised = run('∗', bodyStyle, { script: 'super' })
  const runs = [run('Anna Weber'), raised, run(' and Karl Stein'), raised]
  const authors = blockOf([styledLine(runs, { y: 50 })])
  const address = textBlock(
    '∗ The old mill, Main Street',
    bodyStyle,
    { y: 62, size: 8 },
    { column: 1, columnEnd: 120 },
  )
  const found = pairNotes([authors, address, paragraphBlock({ y: 90 })], noteOptions)
  expect(found.size).toBe(0)
})
