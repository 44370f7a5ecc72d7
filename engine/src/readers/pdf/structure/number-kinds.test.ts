import { expect, test } from 'vitest'
import { depthsByKind } from './number-kinds.ts'

test.each<{ name: string; texts: string[]; depths: number[] }>([
  {
    name: 'roman numbers, capitals, digits',
    texts: ['Abstract', 'I. Wool', 'A. Ewes', '1. Old', '2. Young', 'B. Rams', 'II. Cloth'],
    depths: [0, 0, 1, 2, 2, 1, 0],
  },
  { name: 'one kind', texts: ['1 Wool', '2 Cloth'], depths: [0, 0] },
  { name: 'an appendix', texts: ['1 Wool', '2 Cloth', 'A Tables', 'B Maps'], depths: [0, 0, 0, 0] },
  { name: 'none', texts: ['Wool', 'Cloth'], depths: [0, 0] },
])('depthsByKind: $name', ({ texts, depths }) => {
  expect(depthsByKind(texts)).toEqual(depths)
})
