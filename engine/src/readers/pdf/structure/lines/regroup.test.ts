import { expect, test } from 'vitest'
import { type LayoutBlock, type TextBlock, textOf } from '../layout-blocks.ts'
import { blockOf, bodyStyle, monoStyle, run, styledLine } from '../testing/lines.ts'
import type { LineLabel } from './labels.ts'
import { regroup } from './regroup.ts'
import type { SequenceLine } from './sequence.ts'
import { factsOfText } from './text-facts.ts'

/** Builds blocks of lines, and a label for each line. */
function labelled(
  blocks: readonly TextBlock[],
  labels: readonly LineLabel[],
  hasFill: (line: SequenceLine) => boolean = () => false,
) {
  const found = new Map<SequenceLine, LineLabel>()
  let before: SequenceLine | undefined
  for (const block of blocks) {
    for (const [index, line] of block.lines.entries()) {
      // Sound: regrouping reads only these fields.
      const own = { block, line, index, before, facts: factsOfText(line.text) } as SequenceLine
      found.set(own, labels[found.size] ?? 'paragraph')
      if (before) before.next = own
      before = own
    }
  }
  return regroup([blocks], found, hasFill, 10)
}

function lines(...texts: readonly string[]) {
  return texts.map((text, index) => styledLine([run(text)], { y: 100 + 12 * index }))
}

function texts(blocks: readonly (readonly LayoutBlock[])[]): string[] {
  return blocks.flat().flatMap((block) => (block.type === 'text' ? [textOf(block)] : []))
}

test('two headings in one block are separated', () => {
  const block = blockOf(lines('1 Mills', '1.1 Wheels', 'They turn', 'all day.'))
  const { blocks, headings, items } = labelled(
    [block],
    ['heading', 'heading', 'paragraph', 'paragraph on'],
  )
  expect(texts(blocks)).toEqual(['1 Mills', '1.1 Wheels', 'They turn all day.'])
  expect([...headings].map(textOf)).toEqual(['1 Mills', '1.1 Wheels'])
  expect(items.size).toBe(0)
})

test.each([
  { name: 'with one distance are one paragraph', below: 0, count: 1 },
  { name: 'further apart stay', below: 12, count: 3 },
  { name: 'beside text of the next block stay', below: 0, next: 'and its wheels', count: 3 },
])('short lines $name', ({ below, next = 'Old Town OT1', count }) => {
  const blocks = ['The Paper Mill', '12 River Road', next].map((text, at) =>
    blockOf([styledLine([run(text)], { y: 100 + (12 + below) * at })]),
  )
  expect(texts(labelled(blocks, []).blocks)).toHaveLength(count)
})

test.each([
  { name: 'with room for the next one are a list', texts: ['Wool', 'Felt', 'Dyes'], count: 0 },
  {
    name: 'of which one fills its column are a heading',
    texts: ['The Mills of the Valley of the Upper River and of Its Sides,', 'Their Wool', 'Dyes'],
    count: 1,
  },
  { name: 'in large type are a title', texts: ['Wool', 'Felt', 'Dyes'], size: 20, count: 1 },
])('three lines of a heading $name', ({ texts: own, size = 10, count }) => {
  const block = blockOf(
    own.map((text, at) => styledLine([run(text)], { y: 100 + 2 * size * at, size })),
  )
  expect(labelled([block], ['heading', 'heading on', 'heading on']).headings.size).toBe(count)
})

test('an item that was split at a line end is joined again', () => {
  const cut = [blockOf(lines('• wheels of')), blockOf(lines('12 spokes'))]
  const { blocks, items } = labelled(cut, ['item', 'item on'])
  expect(texts(blocks)).toEqual(['• wheels of 12 spokes'])
  expect([...items].map(textOf)).toEqual(['• wheels of 12 spokes'])
})

test.each([
  { name: 'code below text is a separate block', text: 'run it with', columnEnd: 300, blocks: 2 },
  {
    name: 'a wrapped name in code continues its block',
    text: 'run it with',
    columnEnd: 60,
    blocks: 1,
  },
  { name: 'code below a colon is a separate block', text: 'run it by:', columnEnd: 60, blocks: 2 },
  {
    name: 'code on a filled background is a separate block',
    text: 'run it with',
    columnEnd: 60,
    filled: 1,
    blocks: 2,
  },
])('$name', ({ text, columnEnd, filled, blocks }) => {
  const lines = [
    styledLine([run(text, bodyStyle)]),
    styledLine([run('make all', monoStyle)], { y: 112 }),
  ]
  const block = blockOf(lines, { columnEnd })
  const found = labelled([block], ['paragraph', 'paragraph on'], ({ index }) => index === filled)
  expect(texts(found.blocks)).toHaveLength(blocks)
})

test('text below two lines of code is a separate block, even if its first word did not fit above', () => {
  const lines = ['wheel = 4', 'vats = 2'].map((text, index) =>
    styledLine([run(text, monoStyle)], { y: 100 + 12 * index }),
  )
  const text = styledLine([run('Both are numbers')], { y: 124 })
  const block = blockOf([...lines, text], { columnEnd: 50 })
  const { blocks } = labelled([block], ['paragraph', 'paragraph on', 'paragraph on'])
  expect(texts(blocks)).toEqual(['wheel = 4 vats = 2', 'Both are numbers'])
})

test('a heading may continue with a name in code', () => {
  const block = blockOf([
    styledLine([run('6 Using the wheel and', bodyStyle)]),
    styledLine([run('turn_wheel(rounds)', monoStyle)], { y: 112 }),
  ])
  expect(texts(labelled([block], ['heading', 'heading on']).blocks)).toHaveLength(1)
})

test('a block whose lines continue each other is unchanged', () => {
  const block = blockOf(lines('They turn', 'all day.'))
  expect(labelled([block], ['paragraph', 'paragraph on']).blocks).toEqual([[block]])
})

test('paragraphs of short lines in one block are joined, whatever the number of their lines', () => {
  const block = blockOf(lines('The Paper Mill', '12 River Road', 'Old Town', 'Phone 12 34'))
  const { blocks } = labelled([block], ['paragraph', 'paragraph on', 'paragraph on', 'paragraph'])
  expect(blocks).toEqual([[block]])
})

const across = 'The mill on the river grinds the corn of the valley and of the hills above.'

test.each([
  { name: 'after a sentence that lines without indent end', xs: [50, 50, 65], count: 2 },
  { name: 'below another first line and above a line without indent', xs: [65, 65, 50], count: 2 },
  { name: 'not for a hanging line', xs: [50, 65, 65], count: 1 },
  { name: 'not for text beside a figure', xs: [150, 150, 50], count: 1 },
  { name: 'not for the lines of a quotation', xs: [65, 65, 65], count: 1 },
])('the indent of a first line begins a paragraph: $name', ({ xs, count }) => {
  const own = xs.map((x, index) => styledLine([run(across)], { x, y: 100 + 12 * index }))
  const block = blockOf(own, { columnStart: 50, columnEnd: 100 })
  const labels: LineLabel[] = ['paragraph', 'paragraph on', 'paragraph on']
  expect(texts(labelled([block], labels).blocks)).toHaveLength(count)
})
