import { expect, test } from 'vitest'
import { findNumbered } from './numbered-headings.ts'
import { paragraphUnit, unit } from './testing.ts'
import { textOf, type Unit } from './units.ts'

const p = () => paragraphUnit()

test.each<{ name: string; units: Unit[]; sections: string[] }>([
  {
    name: 'sections and their subsections, in order',
    units: [unit('1 Wool'), unit('1.1 Shearing'), p(), unit('1.2 Washing'), p(), unit('2 Cloth')],
    sections: ['1 Wool', '1.1 Shearing', '1.2 Washing'],
  },
  {
    name: 'a section whose first one is not printed',
    units: [unit('3 Wool'), unit('3.2 Washing'), p(), unit('3.3 Dyeing'), p(), unit('3.4 Sale')],
    sections: ['3 Wool', '3.2 Washing', '3.3 Dyeing', '3.4 Sale'],
  },
  {
    name: 'no numbers of one part alone: they are as often items',
    units: [unit('1. Wool'), unit('2. Cloth'), unit('3. Thread')],
    sections: [],
  },
  {
    name: 'no versions without a section before them',
    units: [unit('2.8 Summer'), p(), unit('2.6 Spring'), p(), unit('2.4 Winter')],
    sections: [],
  },
  {
    name: 'no clauses that are sentences',
    units: [
      unit('1 Terms'),
      unit('1.1 The mill is to be kept by its miller.'),
      unit('1.2 The miller is to be paid by the sack.'),
    ],
    sections: [],
  },
  {
    name: 'no entries of a table of contents',
    units: [unit('1 Wool 3'), unit('1.1 Shearing 4'), unit('1.2 Washing 7'), unit('2 Cloth 9')],
    sections: [],
  },
  {
    name: 'no lines close under others',
    units: [
      unit('1 Wool'),
      ...['1.1 Ewe', '1.2 Ram'].map((own) => unit(own, undefined, {}, { spaceBefore: 0.2 })),
    ],
    sections: [],
  },
])('findNumbered: $name', ({ units, sections }) => {
  expect([...findNumbered(units)].map(textOf).toSorted()).toEqual(sections)
})
