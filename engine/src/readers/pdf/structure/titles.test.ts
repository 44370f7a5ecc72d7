/** The title of a document and its lines. */
import { expect, test } from 'vitest'
import { findLevels } from './heading-levels.ts'
import { findHeadings } from './headings.ts'
import type { TextBlock } from './layout-blocks.ts'
import { boldStyle, headingOptions, paragraphBlock, textBlock, under } from './testing/lines.ts'

const large = (text: string, size: number, page = 1) => textBlock(text, boldStyle, { size, page })
/** A heading of 14 letters in the middle of its column. */
const centred = (text: string) => textBlock(text, boldStyle, { size: 12, x: 108 })
const rest = () => [large('Vats', 14, 2), paragraphBlock({ page: 2 })]

test.each<{ name: string; blocks: TextBlock[]; levels: [string, number][] }>([
  {
    name: 'the only centred heading is the title',
    blocks: [
      centred('Mills and Wool'),
      ...['Wool', 'Felt', 'Cloth'].flatMap((own) => [large(own, 12), paragraphBlock()]),
    ],
    levels: [
      ['Mills and Wool', 0],
      ['Wool', 1],
      ['Felt', 1],
      ['Cloth', 1],
    ],
  },
  {
    name: 'of several centred headings none is the title',
    blocks: ['Mills and Wool', 'Felt and Cloth', 'Silk and Paper', 'Flax and Linen'].flatMap(
      (own) => [centred(own), paragraphBlock()],
    ),
    levels: [
      ['Mills and Wool', 1],
      ['Felt and Cloth', 1],
      ['Silk and Paper', 1],
      ['Flax and Linen', 1],
    ],
  },
  {
    name: 'all lines of a cover in its style are titles',
    blocks: [large('Felt', 20), large('The User Manual', 20), large('Anna Weber', 14), ...rest()],
    levels: [
      ['Felt', 0],
      ['The User Manual', 0],
      ['Vats', 1],
    ],
  },
  {
    name: 'a label in its style is none',
    blocks: [large('The User Manual', 20), large('Note:', 20), large('Bern', 14), ...rest()],
    levels: [
      ['The User Manual', 0],
      ['Vats', 1],
    ],
  },
  {
    name: 'the heading of the contents is none',
    blocks: [large('Felt', 20), large('Table of Contents', 16), paragraphBlock(), ...rest()],
    levels: [
      ['Felt', 1],
      ['Table of Contents', 1],
      ['Vats', 2],
    ],
  },
  {
    name: 'the first heading is the title above larger chapters',
    blocks: [large('Felt', 14), large('1 Wool', 20, 2), large('2 Vats', 20, 3)],
    levels: [
      ['Felt', 0],
      ['1 Wool', 1],
      ['2 Vats', 1],
    ],
  },
  {
    name: 'the first of several titles that begin alike is none',
    blocks: [
      ...[large('Sheet 1', 20), paragraphBlock(), large('1 Wool', 20, 2), paragraphBlock()],
      ...[large('2 Vats', 20, 3), paragraphBlock(), large('Sheet 2', 20, 3), paragraphBlock()],
    ],
    levels: [
      ['Sheet 1', 1],
      ['1 Wool', 1],
      ['2 Vats', 1],
      ['Sheet 2', 1],
    ],
  },
  {
    name: 'an introduction is no title above larger chapters',
    blocks: [large('Introduction', 14), large('1 Wool', 20, 2), large('2 Vats', 20, 3)],
    levels: [
      ['Introduction', 1],
      ['1 Wool', 1],
      ['2 Vats', 1],
    ],
  },
])('findLevels: $name', ({ blocks, levels }) => {
  expect(levelsOf(blocks)).toEqual(levels)
})

function levelsOf(blocks: readonly TextBlock[], tagLevel?: number): [string | undefined, number][] {
  const placed = under(blocks)
  const headings = findHeadings(placed, headingOptions).map((heading, at) =>
    at > 0 && tagLevel !== undefined ? { ...heading, tagLevel } : heading,
  )
  const options = { bodySize: 10, pageWidth: 600, pageHeight: 800, pageCount: 3, running: [] }
  return [...findLevels(headings, { ...options, blocks: placed })].map(([block, level]) => [
    block.lines[0]?.text,
    level,
  ])
}

test('findLevels: a first heading without a tag is the title above tagged ones', () => {
  const blocks = [large('The User Manual', 20), paragraphBlock(), large('Felt', 14), ...rest()]
  expect(levelsOf(blocks, 1)).toEqual([
    ['The User Manual', 0],
    ['Felt', 1],
    ['Vats', 1],
  ])
})
