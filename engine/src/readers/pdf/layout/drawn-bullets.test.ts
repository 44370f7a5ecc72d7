import { expect, test } from 'vitest'
import type { BBox } from '../../../model/index.ts'
import type { Drawings, Page } from '../content/index.ts'
import { withDrawnBullets } from './drawn-bullets.ts'
import { type Letter, pageOfLetters } from './testing/letters.ts'

/** A page of lines, each of two letters. */
function pageOf(lines: readonly Letter[], drawings: Partial<Drawings>): Page {
  const letters = lines.flatMap(({ x, y }) => [
    { x, y },
    { x: x + 5, y },
  ])
  return pageOfLetters(letters, drawings)
}

/** A disc whose middle is 3 points above a baseline. */
const disc = (x: number, baseline: number, side = 4): BBox => ({
  x0: x,
  y0: baseline - 3 - side / 2,
  x1: x + side,
  y1: baseline - 3 + side / 2,
})

const lines = [
  { x: 30, y: 100 },
  { x: 30, y: 120 },
]

test.each([
  {
    name: 'two discs before two lines are bullets',
    lines,
    shapes: [disc(20, 100), disc(20, 120)],
    text: '•AA•AA',
  },
  { name: 'one disc is not a bullet', lines, shapes: [disc(20, 100)], text: 'AAAA' },
  {
    name: 'discs at a larger distance from their text are bullets',
    lines,
    shapes: [disc(4, 100, 3), disc(4, 120, 3)],
    text: '•AA•AA',
  },
  {
    name: 'discs too far from the text are not bullets',
    lines,
    shapes: [disc(-5, 100), disc(-5, 120)],
    text: 'AAAA',
  },
  {
    name: 'discs that are too large are not bullets',
    lines,
    shapes: [disc(15, 100, 9), disc(15, 120, 9)],
    text: 'AAAA',
  },
  {
    name: 'discs off the height of the lines are not bullets',
    lines,
    shapes: [disc(20, 108), disc(20, 113)],
    text: 'AAAA',
  },
  {
    name: 'discs of a chart, most of them without text beside them, are not bullets',
    lines,
    shapes: [disc(20, 100), disc(20, 120), disc(60, 300), disc(70, 310), disc(80, 320)],
    text: 'AAAA',
  },
  {
    name: 'discs of a deeper list are bullets although buttons have their size',
    lines: [...lines, { x: 40, y: 140 }, { x: 40, y: 160 }],
    shapes: [disc(20, 100), disc(20, 120), disc(30, 140, 3), disc(30, 160, 3)],
    buttons: [disc(80, 300, 3), disc(90, 300, 3)],
    text: '•AA•AA•AA•AA',
  },
  {
    name: 'discs after text on the same line are not bullets',
    lines: [...lines, { x: 5, y: 100 }, { x: 5, y: 120 }],
    shapes: [disc(20, 100), disc(20, 120)],
    text: 'AAAAAAAA',
  },
])('withDrawnBullets: $name', ({ lines: own, shapes, buttons = [], text }) => {
  const page = pageOf(own, { shapes: [...shapes, ...buttons] })
  const { glyphs, drawings } = withDrawnBullets(page)
  expect(String.fromCharCode(...glyphs.codes.subarray(0, glyphs.count))).toBe(text)
  expect(drawings.shapes).toHaveLength(text.includes('•') ? buttons.length : shapes.length)
})

test('discs that are thin enough for rulings are bullets', () => {
  const rulings = lines.map(({ y }) => ({
    isHorizontal: true,
    at: y - 3,
    from: 20,
    to: 23,
    thickness: 3,
  }))
  const { glyphs, drawings } = withDrawnBullets(pageOf(lines, { rulings }))
  expect(String.fromCharCode(...glyphs.codes.subarray(0, glyphs.count))).toBe('•AA•AA')
  expect(drawings.rulings).toEqual([])
})

test('pictures of bullets may have a margin', () => {
  const images = [disc(15, 100, 12), disc(15, 120, 12)]
  const { glyphs, drawings } = withDrawnBullets(pageOf(lines, { images }))
  expect(String.fromCharCode(...glyphs.codes.subarray(0, glyphs.count))).toBe('•AA•AA')
  expect(drawings.images).toEqual([])
})

test('small numbers in discs are numbers of items', () => {
  const numbered = lines.flatMap(({ x, y }) => [
    { x: 12, y },
    { x, y },
  ])
  const page = pageOf(numbered, { shapes: [disc(10, 100, 14), disc(10, 120, 14)] })
  page.glyphs.codes.set([0x31, 0x30], 0)
  page.glyphs.codes.set([0x31, 0x31], 4)
  const { glyphs, drawings } = withDrawnBullets(page)
  const text = String.fromCharCode(...glyphs.codes.subarray(0, glyphs.count))
  expect(text).toBe('  10.AA  11.AA')
  expect(drawings.shapes).toEqual([])
})
