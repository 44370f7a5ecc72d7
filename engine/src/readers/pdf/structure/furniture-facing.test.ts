import { expect, test } from 'vitest'
import { fragment } from '../layout/testing/layout.ts'
import { furnitureOf } from './testing/furniture.ts'

const endAt = (text: string, x1: number) => fragment(text, x1 - fragment(text, 0, 40).x1, 40)
const left = fragment('84 Felt, 2020', 50, 40)

test.each([
  {
    name: 'heads of facing pages have their numbers at the outer sides',
    heads: [left, endAt('The making of felt 85', 552)],
    found: true,
  },
  {
    name: 'a number that does not count with the pages is of the text',
    heads: [left, endAt('The making of felt 97', 552)],
    found: false,
  },
  {
    name: 'a number that is not at the outer side is of the text, as in a form',
    heads: [left, endAt('31 Number of vats 85', 400)],
    found: false,
  },
  {
    name: 'headings that count with the pages begin with their number',
    heads: [fragment('1 Felt', 50, 40), fragment('2 The making of felt', 50, 40)],
    found: false,
  },
  {
    name: 'a caption is of the text',
    heads: [fragment('1 Felt', 50, 40), endAt('Table 2', 550)],
    found: false,
  },
])('findFurniture: $name', ({ heads, found }) => {
  const furniture = heads.map(({ text }) => `header ${text}`)
  expect(furnitureOf(...heads.map((head) => [head]))).toEqual(found ? furniture : [])
})
