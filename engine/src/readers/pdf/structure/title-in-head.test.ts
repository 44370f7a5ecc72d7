import { expect, test } from 'vitest'
import type { LineFragment } from '../layout/index.ts'
import { fragment } from '../layout/testing/layout.ts'
import { furnitureOf } from './testing/furniture.ts'

const body = fragment(
  'The mills of the valley spin wool and felt for the towns at the coast',
  50,
  200,
)

test.each<{ name: string; first: LineFragment[] }>([
  { name: 'of the size of the text', first: [body] },
  { name: 'below a larger title', first: [body, fragment('The mills', 50, 160, 20)] },
])('a running head $name is furniture on all pages', ({ first }) => {
  const head = () => fragment('Report of the mills', 50, 40, 10)
  const found = furnitureOf([head(), ...first], [head()], [head()])
  expect(found).toEqual([1, 2, 3].map(() => 'header Report of the mills'))
})

test('the largest text of a running head is the title, with the lines below it but without numbers that count', () => {
  const head = (page: number) => [
    fragment(`Page ${page}`, 500, 40),
    fragment('Report of the mills', 50, 40, 12),
    fragment('Wool and felt, 2024', 50, 55),
    fragment('printed for the members', 50, 68, 7),
  ]
  expect(furnitureOf([...head(1), body], [...head(2), body], [...head(3), body])).toEqual([
    'header Page 1',
    'header printed for the members',
    ...[2, 3].flatMap((page) => [
      `header Page ${page}`,
      'header Report of the mills',
      'header Wool and felt, 2024',
      'header printed for the members',
    ]),
  ])
})
