import { expect, test } from 'vitest'
import { isOnBar, withoutBackgrounds } from './backgrounds.ts'
import { linesOf, rowsOfWords } from './testing/pages.ts'

// The words are from 100 to 120 and from 300 to 325, on a baseline at 100.
const lines = linesOf(rowsOfWords([{ 100: 'felt', 300: 'wires' }]))

test.each([
  { name: 'inline code', shape: { x0: 97, y0: 90, x1: 123, y1: 104 }, isKept: false },
  {
    name: 'inline code that continues from the previous line',
    shape: { x0: 40, y0: 90, x1: 123, y1: 104 },
    isKept: false,
  },
  { name: 'a box of a flow chart', shape: { x0: 95, y0: 80, x1: 125, y1: 120 }, isKept: true },
  { name: 'a flat curve', shape: { x0: 90, y0: 95, x1: 500, y1: 105 }, isKept: true },
  { name: 'a dot', shape: { x0: 200, y0: 95, x1: 206, y1: 101 }, isKept: true },
])('withoutBackgrounds: $name', ({ shape, isKept }) => {
  expect(withoutBackgrounds([shape], lines)).toEqual(isKept ? [shape] : [])
})

test.each([
  { name: 'much wider', fill: { x0: 90, y0: 88, x1: 400, y1: 104 }, is: true },
  { name: 'as wide', fill: { x0: 98, y0: 88, x1: 122, y1: 104 }, is: false },
  { name: 'much higher', fill: { x0: 90, y0: 60, x1: 400, y1: 104 }, is: false },
])('isOnBar: a fill that is $name', ({ fill, is }) => {
  const [line] = linesOf(rowsOfWords([{ 100: 'felt' }]))
  expect(line && isOnBar(line, [fill])).toBe(is)
})
