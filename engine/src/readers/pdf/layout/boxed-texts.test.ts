import { expect, test } from 'vitest'
import type { BBox } from '../../../model/index.ts'
import { noDrawings } from '../content/index.ts'
import { findColumnsAndBoxes } from './boxed-texts.ts'
import { fragment } from './testing/layout.ts'

const left = [fragment('Vats', 60, 100), fragment('of oak', 20, 130)]
const right = [fragment('Felts', 260, 100), fragment('of wool', 220, 130)]
const leftBox: BBox = { x0: 10, y0: 80, x1: 190, y1: 150 }
const rightBox: BBox = { x0: 210, y0: 80, x1: 390, y1: 150 }

function read(texts: typeof left, shapes: readonly BBox[]): string[] {
  const page = { width: 600, height: 800, drawings: { ...noDrawings, shapes } }
  return findColumnsAndBoxes(texts, page).map(({ fragments }) =>
    fragments.map(({ text }) => text).join('|'),
  )
}

const rows = [...left, ...right].sort((a, b) => a.baseline - b.baseline)
const acrossRows = ['Vats|Felts|of oak|of wool']

test('text in a box is read before the text in the box beside it', () => {
  expect(read(rows, [leftBox, rightBox])).toEqual(['Vats|of oak', 'Felts|of wool'])
})

test('a box over the title and one over the text are one', () => {
  const parts = [leftBox, rightBox].flatMap((box) => [
    { ...box, y1: 115 },
    { ...box, y0: 110 },
  ])
  expect(read(rows, parts)).toEqual(['Vats|of oak', 'Felts|of wool'])
})

test('boxes within a box are read one by one', () => {
  const around = { x0: 5, y0: 75, x1: 395, y1: 155 }
  const beside = fragment('a note', 450, 115)
  const read3 = read([...rows, beside], [around, leftBox, rightBox])
  expect(read3.filter((text) => text !== 'a note')).toEqual(['Vats|of oak', 'Felts|of wool'])
})

test.each([
  { name: 'without boxes', boxes: [] },
  { name: 'with boxes that text crosses', boxes: [{ ...leftBox, x1: 70 }] },
  { name: 'with thin boxes', boxes: [leftBox, rightBox].map((box) => ({ ...box, y1: 90 })) },
])('rows are read across $name', ({ boxes }) => {
  expect(read(rows, boxes)).toEqual(acrossRows)
})

test('the numbers of a chart are read across', () => {
  const numbers = [
    ...[fragment('12', 60, 100), fragment('340', 20, 130)],
    ...[fragment('56', 260, 100), fragment('780', 220, 130)],
  ].sort((a, b) => a.baseline - b.baseline)
  expect(read(numbers, [leftBox, rightBox])).toEqual(['12|56|340|780'])
})
