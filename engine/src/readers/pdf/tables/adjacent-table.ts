/** A table on its page → how much other text stands above and below it. */
import type { BBox } from '../../../model/index.ts'
import type { Frame } from '../layout/index.ts'
import type { TablePage } from './table.ts'

/** Baselines this near, in points, are one line when lines are counted. */
const LINE_POINTS = 4

/** How many lines of text stand above and below a table on its page. */
export function adjacentTable(
  { words }: TablePage,
  { angleDegrees }: Frame,
  { y0, y1 }: BBox,
): { readonly linesAbove: number; readonly linesBelow: number } {
  const above = new Set<number>()
  const below = new Set<number>()
  for (const { frame, baseline, size } of words) {
    if (frame.angleDegrees !== angleDegrees) continue
    const line = Math.round(baseline / LINE_POINTS)
    if (baseline < y0) above.add(line)
    else if (baseline - size > y1 - size / 2) below.add(line)
  }
  return { linesAbove: above.size, linesBelow: below.size }
}
