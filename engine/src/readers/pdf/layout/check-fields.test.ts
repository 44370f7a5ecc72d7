import { expect, test } from 'vitest'
import type { BBox } from '../../../model/index.ts'
import { withCheckFields } from './check-fields.ts'
import { type Letter, pageOfLetters } from './testing/letters.ts'

/** A box of a field on a baseline. */
const field = (x: number, y: number, isChosen = false, side = 8) => ({
  ...{ x0: x, y0: y - side, x1: x + side, y1: y },
  isChosen,
})

const lines = [
  { x: 32, y: 100 },
  { x: 32, y: 120, text: 'B' },
]

test.each<{ name: string; letters: Letter[]; fields: ReturnType<typeof field>[]; text: string }>([
  {
    name: 'fields before words',
    letters: lines,
    fields: [field(20, 100), field(20, 120, true)],
    text: '☐A☒B',
  },
  {
    name: 'fields after words',
    letters: lines,
    fields: [field(41, 100, true), field(41, 120)],
    text: 'A☒B☐',
  },
  {
    name: 'the label of a field is on its right if there is text on both sides',
    letters: [
      { x: 10, y: 100 },
      { x: 32, y: 100, text: 'B' },
    ],
    fields: [field(18, 100)],
    text: 'A☐B',
  },
  {
    name: 'a field far from text',
    letters: lines,
    fields: [field(200, 100, true)],
    text: 'AB☒',
  },
  {
    name: 'a field on no line',
    letters: lines,
    fields: [field(20, 300)],
    text: 'AB☐',
  },
  {
    name: 'the box and the bullet that the page prints for a field',
    letters: [{ x: 21, y: 100, text: '□' }, { x: 21, y: 120, text: '•' }, ...lines],
    fields: [field(20, 100), field(20, 120, true)],
    text: '  ☐A☒B',
  },
  {
    name: 'a label within its field stays',
    letters: lines,
    fields: [field(28, 100, true, 14)],
    text: '☒AB',
  },
  {
    name: 'a word that ends within a field is before it',
    letters: [
      { x: 10, y: 100 },
      { x: 15, y: 100, text: ':' },
    ],
    fields: [field(12, 100, true, 14)],
    text: 'A:☒',
  },
])('withCheckFields: $name', ({ letters, fields, text }) => {
  const { glyphs } = withCheckFields({ ...pageOfLetters(letters, {}), checkFields: fields })
  expect(String.fromCodePoint(...glyphs.codes.subarray(0, glyphs.count))).toBe(text)
})

test('a sign has the baseline of the text beside it and a blank on both sides', () => {
  const letters = [
    { x: 10, y: 100 },
    { x: 26, y: 100 },
  ]
  const page = { ...pageOfLetters(letters, {}), checkFields: [field(15, 103, false, 11)] }
  const { glyphs } = withCheckFields(page)
  expect(glyphs.originY[1]).toBe(100)
  expect(glyphs.x0[1]).toBeGreaterThan(17)
  expect(glyphs.x1[1]).toBeLessThan(24)
})

test('the square that the page draws for a field is no ruling', () => {
  const { x0, y0, x1, y1 }: BBox = field(20, 100)
  const thickness = 0.5
  const rulings = [
    { isHorizontal: true, at: y0, from: x0, to: x1, thickness },
    { isHorizontal: true, at: y1, from: x0, to: x1, thickness },
    { isHorizontal: false, at: x0, from: y0, to: y1, thickness },
    { isHorizontal: false, at: x1, from: y0, to: y1, thickness },
    { isHorizontal: true, at: 130, from: 10, to: 200, thickness },
  ]
  const page = { ...pageOfLetters(lines, { rulings }), checkFields: [field(20, 100)] }
  expect(withCheckFields(page).drawings.rulings).toEqual(rulings.slice(4))
})
