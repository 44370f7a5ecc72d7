import { expect, test } from 'vitest'
import { depthsByKind } from './number-kinds.ts'

test.each<{ name: string; texts: string[]; depths: (number | undefined)[] }>([
  {
    name: 'roman numbers, capitals and digits have three depths',
    texts: ['Abstract', 'I. Wool', 'A. Ewes', '1. Old', '2. Young', 'B. Rams', 'II. Cloth'],
    depths: [undefined, 0, 1, 2, 2, 1, 0],
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
