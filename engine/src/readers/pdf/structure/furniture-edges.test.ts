/** Running heads and feet that are far from the edges of the page. */
import { expect, test } from 'vitest'
import type { LineFragment } from '../layout/index.ts'
import { fragment } from '../layout/testing/layout.ts'
import { findFurniture } from './furniture.ts'

/** Pages with text of different lengths between a head and a foot. */
const sheets = (edges: (page: number) => LineFragment[]) =>
  [1, 2, 3, 4].map((number) => [
    ...edges(number),
    fragment(`Text of page ${'x'.repeat(number)}`, 50, 300),
  ])

test.each<{ name: string; edges: (page: number) => LineFragment[]; count: number }>([
  {
    name: 'the foot of a small page on a large sheet',
    edges: (page) => [
      fragment('felt', 50, 480),
      fragment(`${page}`, 200, 480),
      fragment('version 2', 300, 480),
    ],
    count: 12,
  },
  {
    name: 'page numbers alone below a wide margin',
    edges: (page) => [fragment(`${page}`, 300, 95)],
    count: 4,
  },
  {
    name: 'a letterhead that reaches out of the margin',
    edges: () => [
      fragment('Felt & Sons', 300, 70),
      fragment('Mill Road', 300, 82),
      fragment('felt.example', 300, 94),
    ],
    count: 12,
  },
])('findFurniture: $name', ({ edges, count }) => {
  const pages = sheets(edges).map((fragments, at) => ({
    number: at + 1,
    width: 400,
    height: 600,
    fragments,
  }))
  expect(findFurniture(pages).size).toBe(count)
})

test.each([
  { name: 'of a table are text', rows: 3, kept: true },
  { name: 'above less text are furniture', rows: 2, kept: false },
])('four heads at the top of every page $name', ({ rows, kept }) => {
  const columns = [50, 150, 250, 350]
  const pages = [1, 2, 3].map((number) => ({
    number,
    width: 400,
    height: 600,
    fragments: [
      ...columns.map((x0, at) => fragment(`${'wool felt cloth dyes'.split(' ')[at]}`, x0, 40)),
      ...Array.from({ length: rows }, (_, row) =>
        columns.map((x0, at) => fragment(`${'x'.repeat(number)} ${row} ${at}`, x0, 80 + row * 14)),
      ).flat(),
    ],
  }))
  expect(findFurniture(pages).size).toBe(kept ? 0 : 12)
})
