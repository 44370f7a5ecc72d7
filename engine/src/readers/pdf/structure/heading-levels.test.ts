import { expect, test } from 'vitest'
import { findLevels } from './heading-levels.ts'
import { findHeadings, type HeadingOptions } from './headings.ts'
import type { TextBlock } from './layout-blocks.ts'
import { boldStyle, headingOptions, paragraphBlock, textBlock, under } from './testing/lines.ts'

const p = () => paragraphBlock()

const levelOptions = { bodySize: 10, pageHeight: 800, pageCount: 2 }
const large = (text: string, size: number) => textBlock(text, boldStyle, { size })

test.each<{
  name: string
  blocks: TextBlock[]
  levels: [string, number][]
  outline?: HeadingOptions['outline']
  running?: readonly string[]
}>([
  {
    name: 'by the rank of style, below the title',
    blocks: [
      large('A Title of Words', 20),
      p(),
      large('One', 14),
      p(),
      large('Inner', 12),
      p(),
      large('Two', 14),
      p(),
    ],
    levels: [
      ['A Title of Words', 0],
      ['One', 1],
      ['Inner', 2],
      ['Two', 1],
    ],
  },
  {
    name: 'a title of one word before numbered sections',
    blocks: [
      large('Mills', 14),
      p(),
      ...['1 Wool', '1.1 Ewes', '2 Cloth'].flatMap((own) => [large(own, 12), p()]),
    ],
    levels: [
      ['Mills', 0],
      ['1 Wool', 1],
      ['1.1 Ewes', 2],
      ['2 Cloth', 1],
    ],
  },
  {
    name: 'what has no number as deep as what is numbered in its style',
    blocks: [
      large('A Title of Words', 20),
      ...['Abstract', '1 Wool', '2 Cloth', 'References'].flatMap((own) => [large(own, 12), p()]),
    ],
    levels: [
      ['A Title of Words', 0],
      ['Abstract', 1],
      ['1 Wool', 1],
      ['2 Cloth', 1],
      ['References', 1],
    ],
  },
  {
    name: 'what is larger above what is numbered as deep as the second level',
    blocks: [
      large('A Title of Words', 20),
      ...['Part the first', 'Wool', '1.1 Ewes', '1.2 Rams', 'Cloth'].flatMap((own) => [
        large(own, /^\d/.test(own) ? 12 : own.startsWith('Part') ? 18 : 14),
        p(),
      ]),
    ],
    levels: [
      ['A Title of Words', 0],
      ['Part the first', 1],
      ['Wool', 1],
      ['1.1 Ewes', 2],
      ['1.2 Rams', 2],
      ['Cloth', 1],
    ],
  },
  {
    name: 'an abstract set larger than the sections holds none of them',
    blocks: [
      large('A Title of Words', 20),
      large('Abstract', 14),
      p(),
      ...['Wool', 'Cloth'].flatMap((own) => [large(own, 12), p()]),
    ],
    levels: [
      ['A Title of Words', 0],
      ['Abstract', 1],
      ['Wool', 1],
      ['Cloth', 1],
    ],
  },
  {
    name: 'by kinds of numbers, in one style',
    blocks: ['I. Wool', 'A. Ewes', '1. Old', '2. Young', 'B. Rams', 'II. Cloth'].flatMap((own) => [
      large(own, 12),
      p(),
    ]),
    levels: [
      ['I. Wool', 1],
      ['A. Ewes', 2],
      ['1. Old', 3],
      ['2. Young', 3],
      ['B. Rams', 2],
      ['II. Cloth', 1],
    ],
  },
  {
    name: 'by kinds of numbers, one of them set in another style',
    blocks: [
      large('A Title of Words', 20),
      ...['I. Wool', 'A. Ewes', 'B. Rams', 'II. Felt', 'III. Cloth'].flatMap((own) => [
        large(own, own.startsWith('III') ? 11 : 12),
        p(),
      ]),
    ],
    levels: [
      ['A Title of Words', 0],
      ['I. Wool', 1],
      ['A. Ewes', 2],
      ['B. Rams', 2],
      ['II. Felt', 1],
      ['III. Cloth', 1],
    ],
  },
  {
    name: 'by number, in one style',
    blocks: [
      large('1 One', 12),
      p(),
      large('1.1 Inner', 12),
      p(),
      large('1.1.1 Innermost', 12),
      p(),
      large('2 Two', 12),
      p(),
    ],
    levels: [
      ['1 One', 1],
      ['1.1 Inner', 2],
      ['1.1.1 Innermost', 3],
      ['2 Two', 1],
    ],
  },
  {
    name: 'without a title where the largest style comes twice',
    blocks: [
      large('The First Part Here', 20),
      p(),
      large('The Second Part Here', 20),
      p(),
      large('Inner', 12),
      p(),
    ],
    levels: [
      ['The First Part Here', 1],
      ['The Second Part Here', 1],
      ['Inner', 2],
    ],
  },
  {
    name: 'by the outline',
    blocks: [large('One', 14), p(), large('Inner', 12), p()],
    outline: [
      { title: 'One', depth: 1, page: 1 },
      { title: 'Inner', depth: 3, page: 1 },
    ],
    levels: [
      ['One', 1],
      ['Inner', 3],
    ],
  },
  {
    name: 'the name of a journal over the title is no heading',
    blocks: [
      large('Letters', 24),
      large('A Title of Words', 20),
      p(),
      large('One', 14),
      p(),
      large('Two', 14),
      p(),
    ],
    levels: [
      ['A Title of Words', 0],
      ['One', 1],
      ['Two', 1],
    ],
  },
  {
    name: 'a journal named in running headers is not the title',
    blocks: [
      large('Annals of Old Mills', 24),
      large('A Title of Words', 20),
      p(),
      large('One', 14),
      p(),
    ],
    running: ['Annals of Old Mills 2006, 6:3'],
    levels: [
      ['A Title of Words', 0],
      ['One', 1],
    ],
  },
  {
    name: 'names under the title, set like the sections',
    blocks: [
      large('A Title of Words', 20),
      large('Anna B. Weber', 14),
      textBlock('1 Institute of Mills'),
      large('Summary', 14),
      p(),
      large('Two', 14),
      p(),
    ],
    levels: [
      ['A Title of Words', 0],
      ['Summary', 1],
      ['Two', 1],
    ],
  },
  {
    name: 'numbers that count among neighbours alone',
    blocks: [
      large('Methods', 14),
      p(),
      large('Animals', 12),
      p(),
      large('1) First group', 11),
      p(),
      large('2) Second group', 11),
      p(),
    ],
    levels: [
      ['Methods', 1],
      ['Animals', 2],
      ['1) First group', 3],
      ['2) Second group', 3],
    ],
  },
])('findLevels: $name', ({ blocks, levels, outline = [], running = [] }) => {
  const placed = under(blocks)
  const found = findLevels(findHeadings(placed, { ...headingOptions, outline }), {
    ...levelOptions,
    running,
    blocks: placed,
  })
  expect([...found].map(([own, level]) => [own.lines[0]?.text, level])).toEqual(levels)
})
