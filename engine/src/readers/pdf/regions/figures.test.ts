import { expect, test } from 'vitest'
import { type Drawings, noDrawings, type Ruling } from '../content/index.ts'
import { figuresOf } from './figures.ts'

const box = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1, y1 })
const down = (at: number, from: number, to: number): Ruling => {
  return { isLevel: false, at, from, to, thickness: 1 }
}

test.each<{ name: string; drawings: Partial<Drawings>; figures: object[] }>([
  {
    name: 'a picture',
    drawings: { images: [box(100, 100, 300, 200)] },
    figures: [box(100, 100, 300, 200)],
  },
  { name: 'an icon is none', drawings: { images: [box(100, 100, 120, 120)] }, figures: [] },
  { name: 'a background is none', drawings: { images: [box(0, 0, 600, 700)] }, figures: [] },
  {
    name: 'boxes that lines connect are one',
    drawings: {
      shapes: [box(100, 100, 300, 140), box(100, 180, 300, 220)],
      rulings: [down(200, 140, 180)],
    },
    figures: [box(100, 100, 300, 220)],
  },
  {
    name: 'a line that touches one of them connects nothing',
    drawings: {
      shapes: [box(100, 100, 300, 170), box(100, 240, 300, 310)],
      rulings: [down(200, 170, 200)],
    },
    figures: [box(100, 100, 300, 170), box(100, 240, 300, 310)],
  },
])('figures: $name', ({ drawings, figures }) => {
  expect(figuresOf({ width: 600, height: 800, drawings: { ...noDrawings, ...drawings } })).toEqual(
    figures,
  )
})
