/** Counts the lines of other text above and below a table on its page. */
import type { BBox } from '../../../model/index.ts'
import type { Frame } from '../layout/index.ts'
import { tableSettings as settings } from './settings.ts'
import type { TablePage } from './table.ts'

export function adjacentTable(
  { words }: TablePage,
  { angleDegrees }: Frame,
  { y0, y1 }: BBox,
): { readonly linesAbove: number; readonly linesBelow: number } {
  const above = new Set<number>()
  const below = new Set<number>()
  for (const { frame, baseline, size } of words) {
    if (frame.angleDegrees !== angleDegrees) continue
    const line = Math.round(baseline / settings.stripPoints)
    if (baseline < y0) above.add(line)
    else if (baseline - size > y1 - size / 2) below.add(line)
  }
  return { linesAbove: above.size, linesBelow: below.size }
}
