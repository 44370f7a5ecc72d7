import { expect, test } from 'vitest'
import type { Fill } from '../content/index.ts'
import { noDrawings } from '../content/index.ts'
import { boundingLines } from './bounding-lines.ts'
import { gridLines, rowsOfWords } from './testing/pages.ts'

const fill = (x0: number, y0: number, x1: number, y1: number): Fill => ({
  x0,
  y0,
  x1,
  y1,
  color: 9,
})
const words = rowsOfWords([{ 100: 'press the', 150: 'return', 184: 'key' }, { 100: 'or leave it' }])
const key = [148, 90, 182, 104] as const

test.each([
  { name: 'a fill behind words of a line', fills: [fill(...key)], edges: 0 },
  { name: 'a fill far from the next word', fills: [fill(20, 90, 60, 104)], edges: 4 },
  { name: 'a fill with room beside its words', fills: [fill(148, 90, 300, 104)], edges: 4 },
  { name: 'a fill behind two lines', fills: [fill(90, 90, 144, 120)], edges: 4 },
  { name: 'a fill behind all words', fills: [fill(50, 50, 400, 400)], edges: 0 },
])('boundingLines: $name has $edges edges', ({ fills, edges }) => {
  const { horizontal, vertical } = boundingLines({ ...noDrawings, fills }, words)
  expect(horizontal.length + vertical.length).toBe(edges)
})

test('boundingLines: a box in a cell that touches no wall is left out', () => {
  const grid = gridLines([90, 200, 300], [80, 130])
  const box = gridLines([102, 128], [90, 104])
  const { horizontal, vertical } = boundingLines(
    { ...noDrawings, rulings: [...grid, ...box] },
    words,
  )
  expect([horizontal.length, vertical.length]).toEqual([2, 3])
})
