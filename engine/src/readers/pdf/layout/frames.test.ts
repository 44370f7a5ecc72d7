import { expect, test } from 'vitest'
import { type Frame, framesInOrder, uprightFrame } from './frames.ts'

/** Text that runs upwards. */
const turned: Frame = { angleDegrees: 270, cos: 0, sin: -1 }

const text = {
  text: 'Most of the text of the page',
  frame: uprightFrame,
  x0: 60,
  y0: 90,
  x1: 300,
  y1: 100,
}
/** Text at `x` of the page, from its foot upwards. */
const stamp = (x: number) => ({
  text: 'A stamp',
  frame: turned,
  x0: -400,
  y0: x - 10,
  x1: -300,
  y1: x,
})

test.each([
  { name: 'left of the other text comes before it', x: 30, order: ['A stamp', text.text] },
  { name: 'at another position comes after the other text', x: 350, order: [text.text, 'A stamp'] },
])('framesInOrder: rotated text $name', ({ x, order }) => {
  const groups = framesInOrder([text, stamp(x)])
  expect(groups.map(([first]) => first?.text)).toEqual(order)
})
