import { expect, test } from 'vitest'
import { findContents } from './contents.ts'
import { type TextBlock, textOf } from './layout-blocks.ts'
import { bodyStyle, boldStyle, paragraphBlock, textBlock } from './testing/lines.ts'

const p = () => paragraphBlock()
const large = (text: string) => textBlock(text, bodyStyle, { size: 14 })

test.each<{ name: string; blocks: TextBlock[]; entries: string[] }>([
  {
    name: 'titles below each other that are repeated in larger type are entries',
    blocks: [
      textBlock('1. Wool'),
      textBlock('2. Mills'),
      p(),
      large('1. Wool'),
      p(),
      large('2. Mills'),
    ],
    entries: ['1. Wool', '2. Mills'],
  },
  {
    name: 'titles below each other that are repeated in bold type are entries',
    blocks: [
      textBlock('Wool'),
      textBlock('Mills'),
      textBlock('Wool', boldStyle),
      textBlock('Mills', boldStyle),
    ],
    entries: ['Wool', 'Mills'],
  },
  {
    name: 'headings of an abstract, which have text below them, are not entries',
    blocks: [
      textBlock('Aims'),
      p(),
      textBlock('Results'),
      p(),
      large('Aims'),
      p(),
      large('Results'),
    ],
    entries: [],
  },
  {
    name: 'titles that are repeated in the same type are not entries',
    blocks: [large('Wool'), large('Mills'), p(), large('Wool'), p(), large('Mills')],
    entries: [],
  },
])('findContents: $name', ({ blocks, entries }) => {
  expect([...findContents(blocks)].map(textOf)).toEqual(entries)
})
