import { expect, test } from 'vitest'
import { type LayoutBlock, textOf } from './layout-blocks.ts'
import { findNumbered } from './numbered-headings.ts'
import { blockOf, monoStyle, paragraphBlock, run, styledLine, textBlock } from './testing/lines.ts'

const p = () => paragraphBlock()
const named = (number: string, name: string) =>
  blockOf([styledLine([run(number), run(name, monoStyle)])])

test.each<{ name: string; blocks: LayoutBlock[]; sections: string[] }>([
  {
    name: 'sections with consecutive subsections are found',
    blocks: [
      textBlock('1 Wool'),
      textBlock('1.1 Shearing'),
      p(),
      textBlock('1.2 Washing'),
      p(),
      textBlock('2 Cloth'),
    ],
    sections: ['1 Wool', '1.1 Shearing', '1.2 Washing'],
  },
  {
    name: 'a section without its first subsection is found',
    blocks: [
      textBlock('3 Wool'),
      textBlock('3.2 Washing'),
      p(),
      textBlock('3.3 Dyeing'),
      p(),
      textBlock('3.4 Sale'),
    ],
    sections: ['3 Wool', '3.2 Washing', '3.3 Dyeing', '3.4 Sale'],
  },
  {
    name: 'sections with roman numbers and letters are found',
    blocks: [
      textBlock('IV. Wool'),
      textBlock('IV-A. Shearing'),
      p(),
      textBlock('IV-B. Washing'),
      textBlock('4.3 Dyeing'),
    ],
    sections: ['IV-A. Shearing', 'IV-B. Washing', 'IV. Wool'],
  },
  {
    name: 'names in the type of code may begin with any sign',
    blocks: [textBlock('1 Wool'), named('1.1 ', '--shear'), p(), named('1.2 ', '@wash')],
    sections: ['1 Wool', '1.1 --shear', '1.2 @wash'],
  },
  {
    name: 'small letters in the type of the text do not begin a title',
    blocks: [textBlock('1 Wool'), textBlock('1.1 --shear'), p(), textBlock('1.2 wash')],
    sections: [],
  },
  {
    name: 'numbers of one part are not found, because they may be items',
    blocks: [textBlock('1. Wool'), textBlock('2. Cloth'), textBlock('3. Thread')],
    sections: [],
  },
  {
    name: 'version numbers without a section before them are not found',
    blocks: [textBlock('2.8 Summer'), p(), textBlock('2.6 Spring'), p(), textBlock('2.4 Winter')],
    sections: [],
  },
  {
    name: 'clauses that are sentences are not found',
    blocks: [
      textBlock('1 Terms'),
      textBlock('1.1 The mill is to be kept by its miller.'),
      textBlock('1.2 The miller is to be paid by the sack.'),
    ],
    sections: [],
  },
  {
    name: 'entries of a table of contents are not found',
    blocks: [
      textBlock('1 Wool 3'),
      textBlock('1.1 Shearing 4'),
      textBlock('1.2 Washing 7'),
      textBlock('2 Cloth 9'),
    ],
    sections: [],
  },
  {
    name: 'lines close below others are not found',
    blocks: [
      textBlock('1 Wool'),
      ...['1.1 Ewe', '1.2 Ram'].map((own) => textBlock(own, undefined, {}, { spaceBefore: 0.2 })),
    ],
    sections: [],
  },
])('findNumbered: $name', ({ blocks, sections }) => {
  expect([...findNumbered(blocks)].map(textOf).toSorted()).toEqual(sections)
})
