import { expect, test } from 'vitest'
import { findLevels } from './heading-levels.ts'
import { findHeadings, type HeadingOptions } from './headings.ts'
import type { TextBlock } from './layout-blocks.ts'
import { boldStyle, headingOptions, paragraphBlock, textBlock, under } from './testing/lines.ts'

const p = () => paragraphBlock()

const levelOptions = { bodySize: 10, pageWidth: 600, pageHeight: 800 }
const large = (text: string, size: number, page = 1) => textBlock(text, boldStyle, { size, page })

test.each<{
  name: string
  blocks: TextBlock[]
  levels: [string, number][]
  outline?: HeadingOptions['outline']
  running?: readonly string[]
  pageCount?: number
}>([
  {
    name: 'style ranks define the levels below the title',
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
    name: 'a title of one word comes before numbered sections',
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
    name: 'a title in the style of the numbered sections comes before the contents',
    blocks: [
      large('The Mills of the Valley', 12),
      large('Contents', 12),
      ...['1 Wool', '2 Cloth'].flatMap((own) => [large(own, 12), p()]),
    ],
    levels: [
      ['The Mills of the Valley', 0],
      ['Contents', 1],
      ['1 Wool', 1],
      ['2 Cloth', 1],
    ],
  },
  {
    name: 'a date in the style of the title is no heading',
    pageCount: 2,
    blocks: [
      large('The Mills of the Valley', 20),
      large('Printed: 31.01.2024', 20),
      ...['1 Wool', '2 Cloth'].flatMap((own) => [large(own, 12), p()]),
    ],
    levels: [
      ['The Mills of the Valley', 0],
      ['1 Wool', 1],
      ['2 Cloth', 1],
    ],
  },
  {
    name: 'a heading without a number has the level of numbered headings in its style',
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
    name: 'a heading larger than numbered subsections is one level above them',
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
    name: 'an abstract in larger type than the sections does not contain them',
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
    name: 'kinds of numbers define the levels in one style',
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
    name: 'kinds of numbers define the levels, although one kind has another style',
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
    name: 'section numbers define the levels in one style',
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
    name: 'a document whose largest style occurs twice has no title',
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
    name: 'the outline defines the levels',
    blocks: [large('One', 14), p(), large('Inner', 12), p()],
    outline: [
      { title: 'One', depth: 1, place: { page: 1 } },
      { title: 'Inner', depth: 3, place: { page: 1 } },
    ],
    levels: [
      ['One', 1],
      ['Inner', 3],
    ],
  },
  {
    name: 'the metadata names the title, and the outline defines the levels below',
    blocks: [large('Thesis', 24), large('On Mills', 16), p(), large('One', 14), p(), p()],
    outline: [
      { title: 'On mills', depth: 0, place: { page: 1 } },
      { title: 'One', depth: 2, place: { page: 1 } },
    ],
    levels: [
      ['On Mills', 0],
      ['One', 1],
    ],
  },
  {
    name: 'the metadata names the first of several sections of one style',
    blocks: [large('On Mills', 16), p(), large('On Rags', 16), p(), large('Inner', 12), p()],
    outline: [{ title: 'On mills', depth: 0, place: { page: 1 } }],
    levels: [
      ['On Mills', 1],
      ['On Rags', 1],
      ['Inner', 2],
    ],
  },
  {
    name: 'the name of a journal above the title is not a heading',
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
    name: 'words with a colon below a larger heading are no title',
    blocks: [large('Package Mills', 20), large('Parts of the mill:', 18), p(), large('One', 14)],
    levels: [
      ['Package Mills', 1],
      ['Parts of the mill:', 2],
      ['One', 3],
    ],
  },
  {
    name: 'the name of a journal in running headers is not the title',
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
    name: 'authors below the title in the style of the sections are not headings',
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
    name: 'of a cover only the title is a heading',
    pageCount: 3,
    blocks: [
      large('University of Old Mills', 20),
      large('How Sheets Were Couched on Felt', 20),
      large('Anna Weber', 14),
      large('Bern 2019', 12),
      large('Vats', 14, 2),
      paragraphBlock({ page: 2 }),
    ],
    levels: [
      ['How Sheets Were Couched on Felt', 0],
      ['Vats', 1],
    ],
  },
  {
    name: 'a first page of contents is not a cover',
    pageCount: 3,
    blocks: [
      large('Contents', 14),
      ...['Vats 2', 'Moulds 5', 'Felts 7'].map((own) => textBlock(own)),
      large('Vats', 14),
    ],
    levels: [
      ['Contents', 1],
      ['Vats', 1],
    ],
  },
  {
    name: 'headings of a document with short paragraphs are not front matter',
    blocks: [
      large('A Title of Words', 20),
      large('Executive Summary', 14),
      textBlock('Most of the mills by the river are complete.'),
      large('1 Wool', 14),
      textBlock('All the ewes are in the upper field.'),
      large('Ewes', 12),
      textBlock('The rams are in the lower field now.'),
    ],
    levels: [
      ['A Title of Words', 0],
      ['Executive Summary', 1],
      ['1 Wool', 1],
      ['Ewes', 2],
    ],
  },
  {
    name: 'numbered headings in smaller type are below headings without a number',
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
  {
    name: 'the numbers of clauses in smaller type that repeat those of the sections tell no level',
    blocks: [
      ...['1 Wool', '2 Cloth', 'A.1 Licence'].flatMap((own) => [large(own, 14), p()]),
      large('Names of sheep', 12),
      p(),
      ...['1. GRANTS', '2. LIMITS'].flatMap((own) => [large(own, 10), p()]),
    ],
    levels: [
      ['1 Wool', 1],
      ['2 Cloth', 1],
      ['A.1 Licence', 2],
      ['Names of sheep', 2],
      ['1. GRANTS', 3],
      ['2. LIMITS', 3],
    ],
  },
])('findLevels: $name', ({ blocks, levels, outline = [], running = [], pageCount = 2 }) => {
  const placed = under(blocks)
  const found = findLevels(findHeadings(placed, { ...headingOptions, outline }), {
    ...levelOptions,
    pageCount,
    running,
    blocks: placed,
  })
  expect([...found].map(([own, level]) => [own.lines[0]?.text, level])).toEqual(levels)
})

test('findLevels: the titles of slides have one level, however small a long one is set', () => {
  const title = (text: string, size: number, page: number) => [large(text, size, page), p()]
  const blocks = [
    ...title('Wool', 20, 1),
    ...title('Felt', 20, 2),
    ...title('A longer title', 16, 3),
    large('Below it', 18, 3),
  ].map((block) =>
    block.lines[0]?.text === 'Below it'
      ? { ...block, box: { ...block.box, y0: 300, y1: 318 } }
      : block,
  )
  const headings = findHeadings(blocks, headingOptions)
  const options = { ...levelOptions, pageWidth: 1000, pageCount: 3, blocks, running: [] }
  const levels = [...findLevels(headings, options).values()]
  expect(levels).toEqual([1, 1, 1, 2])
})
