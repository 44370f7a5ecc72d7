import { expect, test } from 'vitest'
import type { BBox } from '../../model/index.ts'
import { cpuNow } from '../../testing/time.ts'
import { inReadingOrder } from './reading-order.ts'

interface Shape {
  readonly name: string
  readonly box?: BBox
}

/** Inches, as in PowerPoint's panes. */
function at(name: string, x: number, y: number, width: number, height: number): Shape {
  return { name, box: { x0: x * 72, y0: y * 72, x1: (x + width) * 72, y1: (y + height) * 72 } }
}

function unplaced(name: string): Shape {
  return { name }
}

test.each([
  {
    name: 'from top to bottom',
    shapes: [at('b', 1, 3, 8, 1), at('a', 1, 1, 8, 1)],
    order: 'a b',
  },
  {
    name: 'shapes of one row whose tops differ slightly',
    shapes: [at('b', 4, 1, 2, 1), at('a', 1, 1.1, 2, 1), at('c', 7, 0.95, 2, 1)],
    order: 'a b c',
  },
  {
    name: 'two columns, each with its heading',
    shapes: [
      at('right', 5.2, 2, 4, 0.5),
      at('left', 0.5, 2, 4, 0.5),
      at('right text', 5.2, 2.5, 4, 3),
      at('left text', 0.5, 2.5, 4, 3),
    ],
    order: 'left,left text,right,right text',
  },
  {
    name: 'a line over two columns, and one below them',
    shapes: [
      at('below', 0.5, 6, 9, 0.5),
      at('right', 5.2, 2, 4, 3.5),
      at('left', 0.5, 2, 4, 3.8),
      at('above', 0.5, 1, 9, 0.5),
    ],
    order: 'above left right below',
  },
  {
    name: 'rows that consist of a number and its text',
    shapes: [
      at('1', 1, 1, 0.5, 0.5),
      at('2', 1, 1.6, 0.5, 0.5),
      at('one', 2, 1, 6, 0.5),
      at('two', 2, 1.6, 6, 0.5),
    ],
    order: '1 one 2 two',
  },
  {
    name: 'cards, column by column',
    shapes: [
      at('A', 1, 1, 2, 0.4),
      at('B', 3.5, 1, 2, 0.4),
      at('a', 1, 1.4, 2, 2),
      at('b', 3.5, 1.4, 2, 2),
    ],
    order: 'A a B b',
  },
  {
    name: 'a grid of equal shapes follows the order of the file',
    shapes: [
      at('1', 1, 1, 2, 1),
      at('2', 1, 2.5, 2, 1),
      at('3', 4, 1, 2, 1),
      at('4', 4, 2.5, 2, 1),
    ],
    order: '1 2 3 4',
  },
  {
    name: 'a grid of equal shapes in random file order is split at the wider gap',
    shapes: [
      at('4', 4, 2.2, 2, 1),
      at('1', 1, 1, 2, 1),
      at('3', 4, 1, 2, 1),
      at('2', 1, 2.2, 2, 1),
    ],
    order: '1 2 3 4',
  },
  {
    name: 'frames that overlap slightly',
    shapes: [at('right', 4.4, 1, 4, 4), at('left', 0.5, 1, 4, 4), at('below', 0.5, 4.9, 8, 1)],
    order: 'left right below',
  },
  {
    name: 'items on a card follow the card',
    shapes: [at('label', 2, 2, 2, 0.5), at('card', 1, 1, 6, 4), at('second', 2, 3, 2, 0.5)],
    order: 'card label second',
  },
  {
    name: 'a picture behind all shapes does not hide the columns',
    shapes: [
      at('right', 5, 2, 4, 2),
      at('right too', 5, 4.2, 4, 2),
      at('left', 0.5, 2.5, 4, 2),
      at('background', 0, 0, 10, 7.5),
    ],
    order: 'background,left,right,right too',
  },
  {
    name: 'cards that touch, each with its label',
    shapes: [
      at('label 2', 1.5, 4.5, 2, 0.5),
      at('label 1', 1.5, 1.5, 2, 0.5),
      at('card 2', 1, 3.5, 4, 3),
      at('card 1', 1, 1, 4, 3),
    ],
    order: 'card 1,label 1,card 2,label 2',
  },
  {
    name: 'shapes at the same position follow the order of the file',
    shapes: [at('a', 1, 1, 2, 2), at('b', 1, 1, 2, 2)],
    order: 'a b',
  },
  {
    name: 'a shape without a position follows the previous shape of the file',
    shapes: [unplaced('first'), at('b', 1, 3, 2, 1), unplaced('after b'), at('a', 1, 1, 2, 1)],
    order: 'first,a,b,after b',
  },
])('inReadingOrder: $name', ({ shapes, order }) => {
  const names = inReadingOrder(shapes).map((shape) => shape.name)
  expect(names).toEqual(order.split(order.includes(',') ? ',' : ' '))
})

test('reads columns from the right for right-to-left text', () => {
  const shapes = [at('b', 1, 1, 3, 2), at('a', 5, 1, 3, 2), at('c', 1, 4, 7, 1)]
  expect(inReadingOrder(shapes, true).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

test('yields every shape once and quickly, wherever shapes are', () => {
  const random = (seed: number): number => (Math.abs(Math.sin(seed) * 10_000) % 1) * 10
  const shapes = Array.from({ length: 5_000 }, (_, index) =>
    index % 7 === 0
      ? unplaced(`${index}`)
      : at(`${index}`, random(index), random(index + 0.3), random(index + 0.6) / 40, 0.02),
  )
  const started = cpuNow()
  const sorted = inReadingOrder(shapes)
  expect(cpuNow() - started).toBeLessThan(2_000)
  expect(new Set(sorted)).toEqual(new Set(shapes))
  expect(sorted).toHaveLength(shapes.length)
})
