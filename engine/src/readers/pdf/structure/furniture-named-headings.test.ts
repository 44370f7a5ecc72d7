import { expect, test } from 'vitest'
import { fragment } from '../layout/testing/layout.ts'
import { furnitureOf } from './testing/furniture.ts'

test.each([
  {
    name: 'the numbers of headings that begin pages are text, although they count with the pages',
    pages: ['Wool', 'Felt', 'Cloth'].map((title, at) => [
      fragment(`${at + 1}`, 50, 80, 16),
      fragment(`${title} of the valley`, 80, 80, 16),
      fragment(`${title} is made in the valley and sold on the coast`, 50, 300),
    ]),
    furniture: [],
  },
  {
    name: 'headings that begin each page are text if the running heads name them in smaller type',
    pages: [1, 2, 3, 4].map((number) => [
      fragment(`Problem ${number}`, 480, 40),
      fragment(`Problem ${number}`, 50, 70, 14),
    ]),
    furniture: [1, 2, 3, 4].map((number) => `header Problem ${number}`),
  },
  {
    name: 'a letterhead that repeats its name in larger type, which is text on the first page',
    pages: [1, 2, 3].map(() => [
      fragment('Wool & Felt', 480, 40),
      fragment('Wool & Felt', 50, 60, 12),
    ]),
    furniture: [1, 2, 3, 4, 5].map(() => 'header Wool & Felt'),
  },
])('headings that begin pages: $name', ({ pages, furniture }) => {
  expect(furnitureOf(...pages)).toEqual(furniture)
})
