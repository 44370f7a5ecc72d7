import { expect, test } from 'vitest'
import type { BBox } from '../../../model/index.ts'
import type { Ruling } from '../content/index.ts'
import { withDrawnCheckBoxes } from './drawn-check-boxes.ts'
import { type Letter, pageOfLetters } from './testing/letters.ts'

function sidesOf({ x0, y0, x1, y1 }: BBox): Ruling[] {
  const thickness = 0.5
  return [
    { isHorizontal: true, at: y0, from: x0, to: x1, thickness },
    { isHorizontal: true, at: y1, from: x0, to: x1, thickness },
    { isHorizontal: false, at: x0, from: y0, to: y1, thickness },
    { isHorizontal: false, at: x1, from: y0, to: y1, thickness },
  ]
}

/** A square on a baseline. */
const square = (x: number, y: number, side = 8): BBox => ({
  x0: x,
  y0: y - side,
  x1: x + side,
  y1: y,
})

const lines = [
  { x: 32, y: 100 },
  { x: 32, y: 120 },
]

test.each<{
  name: string
  letters: Letter[]
  squares: BBox[]
  shapes?: BBox[]
  text: string
}>([
  {
    name: 'squares before words',
    letters: lines,
    squares: [square(20, 100), square(20, 120)],
    text: '☐A☐A',
  },
  {
    name: 'squares after words',
    letters: lines,
    squares: [square(40, 100), square(40, 120)],
    text: 'A☐A☐',
  },
  {
    name: 'a drawn cross',
    letters: lines,
    squares: [square(20, 100), square(20, 120)],
    shapes: [square(20, 100)],
    text: '☒A☐A',
  },
  {
    name: 'an x of the text as a cross',
    letters: [{ x: 21, y: 100, text: 'x' }, ...lines],
    squares: [square(20, 100), square(20, 120)],
    text: ' ☒A☐A',
  },
  {
    name: 'a letter in a square is not a cross',
    letters: [{ x: 21, y: 100, text: 'B' }, { x: 21, y: 120, text: 'C' }, ...lines],
    squares: [square(20, 100), square(20, 120)],
    text: 'BCAA',
  },
  {
    name: 'squares beside numbers are not check boxes',
    letters: lines.map((letter) => ({ ...letter, text: '3' })),
    squares: [square(20, 100), square(20, 120)],
    text: '33',
  },
  {
    name: 'squares of a size of which one has a pattern are not check boxes',
    letters: lines,
    squares: [square(20, 100), square(20, 120), square(20, 300)],
    shapes: Array.from({ length: 4 }, () => square(20, 300)),
    text: 'AA',
  },
  {
    name: 'a single square is not a check box',
    letters: lines,
    squares: [square(20, 100)],
    text: 'AA',
  },
  {
    name: 'squares far from words are not check boxes',
    letters: lines,
    squares: [square(2, 100), square(2, 120)],
    text: 'AA',
  },
  {
    name: 'squares of a small size are not check boxes',
    letters: lines,
    squares: [square(22, 100, 5), square(22, 120, 5)],
    text: 'AA',
  },
  {
    name: 'squares between lines are not check boxes',
    letters: lines,
    squares: [square(20, 110), square(20, 130)],
    text: 'AA',
  },
])('withDrawnCheckBoxes: $name', ({ letters, squares, shapes = [], text }) => {
  const { glyphs, drawings } = withDrawnCheckBoxes(
    pageOfLetters(letters, { shapes, rulings: squares.flatMap(sidesOf) }),
  )
  expect(String.fromCodePoint(...glyphs.codes.subarray(0, glyphs.count))).toBe(text)
  const areRead = /[☐☒]/u.test(text)
  expect(drawings.rulings).toHaveLength(areRead ? 0 : 4 * squares.length)
  expect(drawings.shapes).toHaveLength(areRead ? 0 : shapes.length)
})
