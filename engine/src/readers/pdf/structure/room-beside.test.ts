import { expect, test } from 'vitest'
import { obstaclesOf, withLimits } from './room-beside.ts'
import { bodyStyle, run, styledLine } from './testing/lines.ts'

const line = (text: string, y: number, x1: number) => ({
  ...styledLine([run(text, bodyStyle)], { x: 50, y }),
  x1,
})

const picture = { x0: 300, y0: 95, x1: 500, y1: 115 }

test('withLimits: lines beside a picture, and the one below its edge, end where the longest does', () => {
  const lines = [
    line('The water of the mill flows over', 100, 260),
    line('the wheel and then on to the sea', 112, 280),
    line('and to the islands of the south.', 124, 270),
    line('The mill stands still in winter, and nobody grinds the corn of the village', 136, 490),
  ]
  const limits = withLimits(lines, [picture]).map(({ limit }) => limit)
  expect(limits).toEqual([280, 280, 280, undefined])
})

test.each([
  { name: 'lines that begin with capitals are items', texts: ['The mill', 'The wheel'], x1: 280 },
  { name: 'narrow lines are labels', texts: ['the mill', 'the wheel'], x1: 90 },
  { name: 'lines with room are code', texts: ['mill =', 'wheel', 'the mill of the valley'], x1: 0 },
])('withLimits: $name', ({ texts, x1 }) => {
  const lines = texts.map((text, index) => line(text, 100 + 12 * index, x1 || 50 + 8 * text.length))
  expect(withLimits(lines, [picture]).every(({ limit }) => limit === undefined)).toBe(true)
})

test('obstaclesOf: only what begins within a column stands beside its lines', () => {
  const column = { x0: 50, y0: 90, x1: 500, y1: 200 }
  const caption = { x0: 300, y0: 120, x1: 500, y1: 130 }
  const next = { x0: 520, y0: 90, x1: 800, y1: 200 }
  expect(obstaclesOf(column, [picture, column, caption, next])).toEqual([picture, caption])
})
