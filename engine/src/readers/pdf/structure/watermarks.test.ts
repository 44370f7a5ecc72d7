import { expect, test } from 'vitest'
import type { LineFragment } from '../layout/index.ts'
import { fragment } from '../layout/testing/layout.ts'
import { findWatermarks } from './watermarks.ts'

const lines = [300, 320, 340, 360, 380, 400].map((baseline) =>
  fragment('the readers of each town hold a card', 100, baseline),
)

/** Text that rises by 45 degrees and begins at (x, y). */
function slanted(text: string, x: number, y: number, size: number): LineFragment {
  const part = Math.SQRT1_2
  const frame = { angleDegrees: 315, cos: part, sin: -part }
  return { ...fragment(text, (x - y) * part, (x + y) * part, size), frame }
}

function watermarksOf(...pages: readonly LineFragment[][]): string[] {
  const described = pages.map((fragments, index) => ({
    number: index + 1,
    width: 600,
    height: 800,
    fragments,
  }))
  return findWatermarks(described).map(({ text }) => text)
}

test.each<{ name: string; pages: LineFragment[][]; watermarks: string[] }>([
  {
    name: 'large slanted text across lines',
    pages: [[slanted('DRAFT', 120, 450, 60), ...lines]],
    watermarks: ['DRAFT'],
  },
  {
    name: 'the same text on a page with little text',
    pages: [
      [slanted('DRAFT', 120, 450, 60), ...lines],
      [slanted('DRAFT', 120, 450, 60), fragment('The end', 100, 100)],
    ],
    watermarks: ['DRAFT', 'DRAFT'],
  },
  {
    name: 'no slanted title beside the lines',
    pages: [[slanted('SALE', 320, 750, 60), ...lines]],
    watermarks: [],
  },
  {
    name: 'no small label of a chart',
    pages: [[slanted('Knowledge', 120, 400, 9), ...lines]],
    watermarks: [],
  },
])('findWatermarks: $name', ({ pages, watermarks }) => {
  expect(watermarksOf(...pages)).toEqual(watermarks)
})
