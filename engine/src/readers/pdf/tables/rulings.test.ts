import { expect, test } from 'vitest'
import { noDrawings as nothing } from '../content/index.ts'
import { words } from '../layout/testing/layout.ts'
import { findComponents, joinRulings } from './rulings.ts'
import { gridLines, horizontal, vertical } from './testing/pages.ts'

const gray = 0xccccccff

test.each([
  {
    name: 'dashes on one line are joined',
    drawings: {
      ...nothing,
      rulings: [horizontal(100, 50, 60), horizontal(100.4, 62, 80), horizontal(100, 81, 90)],
    },
    lines: [[100, 50, 90]],
  },
  {
    name: 'distant lines on one axis stay separate',
    drawings: { ...nothing, rulings: [horizontal(100, 50, 60), horizontal(100, 70, 90)] },
    lines: [
      [100, 50, 60],
      [100, 70, 90],
    ],
  },
  {
    name: 'a line that only underlines words is not a ruling',
    drawings: { ...nothing, rulings: [horizontal(101.5, 50, 70)] },
    lines: [],
  },
  {
    name: 'a line below the first letters of a word underlines them',
    drawings: { ...nothing, rulings: [horizontal(101.5, 50, 60)] },
    lines: [],
  },
  {
    name: 'a line that extends beyond the word is a ruling',
    drawings: { ...nothing, rulings: [horizontal(101.5, 50, 90)] },
    lines: [[102, 50, 90]],
  },
  {
    name: 'adjacent fills of one colour have outer edges only',
    drawings: {
      ...nothing,
      fills: [
        { x0: 50, y0: 10, x1: 80, y1: 30, color: gray },
        { x0: 80, y0: 10, x1: 120, y1: 30, color: gray },
      ],
    },
    lines: [
      [10, 50, 120],
      [30, 50, 120],
    ],
  },
  {
    name: 'the edge of a fill beside a drawn line is not a ruling',
    drawings: {
      ...nothing,
      rulings: [horizontal(8, 45, 125), horizontal(33, 45, 125)],
      fills: [{ x0: 50, y0: 10, x1: 120, y1: 30, color: gray }],
    },
    lines: [
      [8, 45, 125],
      [33, 45, 125],
    ],
  },
])('joinRulings: $name', ({ drawings, lines }) => {
  const { horizontal: found } = joinRulings(drawings, words('link', 50, 100))
  expect(found.map(({ at, from, to }) => [Math.round(at), from, to])).toEqual(lines)
})

test('findComponents: grids that do not touch are separate', () => {
  const rulings = [...gridLines([0, 50], [0, 20]), ...gridLines([100, 150], [0, 20])]
  const lines = joinRulings({ ...nothing, rulings: [...rulings, vertical(300, 0, 50)] }, [])
  const boxes = findComponents(lines).map(({ box }) => [box.x0, box.x1])
  expect(boxes).toEqual([
    [0, 50],
    [100, 150],
    [300, 300],
  ])
})
