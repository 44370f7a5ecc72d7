import { expect, test } from 'vitest'
import { depthsByKind } from './number-kinds.ts'

test.each<{ name: string; texts: string[]; depths: (number | undefined)[] }>([
  {
    name: 'roman numbers, capitals and digits have three depths',
    texts: ['Abstract', 'I. Wool', 'A. Ewes', '1. Old', '2. Young', 'B. Rams', 'II. Cloth'],
    depths: [undefined, 0, 1, 2, 2, 1, 0],
  },
  {
    name: 'appendices with a label are below no number',
    texts: [
      'I. Wool',
      'A. Ewes',
      'B. Rams',
      'Appendix A: Old',
      'Appendix B: Young',
      'II. Cloth',
      'A. Felt',
    ],
    depths: [0, 1, 1, undefined, undefined, 0, 1],
  },
  {
    name: 'small Roman numbers are below small letters',
    texts: [
      '1. Wool',
      'a) Ewes',
      'i. Old',
      'ii. Young',
      'v. Lame',
      'b) Rams',
      'i. Old',
      '2. Cloth',
    ],
    depths: [0, 1, 2, 2, 2, 1, 2, 0],
  },
  {
    name: 'sections that every chapter counts anew are below it, with their subsections',
    texts: ['Chapter 1. Wool', '1. Ewes', '1.1. Old', 'Chapter 2. Cloth', '1. Felt', 'Notes'],
    depths: [0, 1, 2, 0, 1, undefined],
  },
  {
    name: 'sections that go on with the number of their chapter have no depths',
    texts: ['Chapter 1. Wool', '1.1 Ewes', '1.2 Rams', 'Chapter 2. Cloth', '2.1 Felt'],
    depths: [undefined, undefined, undefined, undefined, undefined],
  },
  {
    name: 'one kind of number has no depths',
    texts: ['1 Wool', '2 Cloth'],
    depths: [undefined, undefined],
  },
  {
    name: 'an appendix has no depths',
    texts: ['1 Wool', '2 Cloth', 'A Tables', 'B Maps'],
    depths: [undefined, undefined, undefined, undefined],
  },
  {
    name: 'headings without numbers have no depths',
    texts: ['Wool', 'Cloth'],
    depths: [undefined, undefined],
  },
])('depthsByKind: $name', ({ texts, depths }) => {
  expect(depthsByKind(texts)).toEqual(depths)
})
