import { expect, test } from 'vitest'
import type { Ruling } from '../content/index.ts'
import { type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import { partNotes } from './note-rules.ts'
import { pairNotes } from './notes.ts'
import { blockOf, bodyStyle, paragraphBlock, run, styledLine, textBlock } from './testing/lines.ts'

const rule = (more: Partial<Ruling> = {}): Ruling => ({
  isHorizontal: true,
  at: 195,
  from: 0,
  to: 75,
  thickness: 0.1,
  ...more,
})

const text = 'The mills of the valley ground the corn of three villages and of the town'
const referring = () =>
  blockOf([styledLine([run(text), run('1', bodyStyle, { script: 'super' }), run(' a day.')])])
const note = () => textBlock('1 So the miller says.', bodyStyle, { y: 207 })

function countNotes(blocks: readonly TextBlock[], above: Ruling): number {
  const below = new Set<LayoutBlock>()
  const parts = partNotes(blocks, [above], below)
  return pairNotes(parts, { bodySize: 10, isHeading: () => false, below }).size
}

test.each([
  { name: 'in the size of the text', above: rule(), found: 1 },
  { name: 'below a rule as long as the column, no note', above: rule({ to: 300 }), found: 0 },
  { name: 'below a rule elsewhere, no note', above: rule({ from: 150, to: 225 }), found: 0 },
  { name: 'far below a rule, no note', above: rule({ at: 150 }), found: 0 },
])('pairNotes: a text below a rule, $name', ({ above, found }) => {
  expect(countNotes([referring(), paragraphBlock(), note()], above)).toBe(found)
})

test('pairNotes: text below a note shows that the rule above the note does not end the text', () => {
  const own = textBlock('1 So the miller says.', bodyStyle, { y: 127 })
  const blocks = [referring(), own, paragraphBlock({ y: 90 })]
  expect(countNotes(blocks, rule({ at: 115 }))).toBe(0)
})

test('partNotes: each number at the left edge begins a note', () => {
  const lines = ['1 So says', '5 out of six.', '2 Or so.', '3 Well.'].map((own, index) =>
    styledLine([run(own)], { y: 207 + 12 * index }),
  )
  const parts = partNotes([paragraphBlock(), blockOf(lines)], [rule()], new Set())
  const texts = parts.map((part) => (part.type === 'text' ? textOf(part) : ''))
  expect(texts.slice(1)).toEqual(['1 So says 5 out of six.', '2 Or so.', '3 Well.'])
})
