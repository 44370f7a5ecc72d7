import { expect, test } from 'vitest'
import { blockOf, boldStyle, italicStyle, run, styledLine } from '../testing/lines.ts'
import { flow, section, treesWith } from '../testing/sequences.ts'
import { labelLines } from './decode.ts'

const bold = (text: string) => blockOf([styledLine([run(text, boldStyle)], { size: 14 })])
const italic = (text: string) => blockOf([styledLine([run(text, italicStyle)], { y: 124 })])

test.each([
  { name: 'is one', last: section('The sluice of the mill'), label: 'heading' },
  {
    name: 'above other text is none',
    last: [bold('The sluice of the mill'), italic('So the miller says.')],
    label: 'paragraph',
  },
])('a line that looks like two sure headings $name', ({ last, label }) => {
  const sections = ['The wheel of the mill', 'The stones of the mill'].map(section)
  const headings = sections.map(([heading]) => heading)
  const lines = flow([...sections.flat(), ...last], {}, headings)
  const found = [...labelLines(lines, treesWith(-5))]
  expect(found.findLast(([{ line }]) => line.size === 14)?.[1]).toBe(label)
})
