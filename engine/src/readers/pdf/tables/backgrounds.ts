/** Finds the backgrounds of words: rounded boxes behind inline code and keys are no drawings, and a title may be on a bar. */
import type { BBox } from '../../../model/index.ts'
import { sumOf } from '../statistics.ts'
import type { TextLine } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

export function withoutBackgrounds(
  shapes: readonly BBox[],
  lines: readonly TextLine[],
): readonly BBox[] {
  return shapes.filter((shape) => !lines.some((line) => isBehind(shape, line)))
}

/**
 * Returns true if a shape is about as high as a line and has words of the line over it. Where a browser wraps inline
 * code, the shape is wider than its visible part.
 */
function isBehind({ x0, y0, x1, y1 }: BBox, { segments, baseline, size }: TextLine): boolean {
  if (baseline <= y0 || baseline >= y1 || y1 - y0 > settings.maxLeadingEms * size) return false
  const words = segments.flatMap((segment) => segment.words)
  const covered = sumOf(words, (word) => Math.max(0, Math.min(x1, word.x1) - Math.max(x0, word.x0)))
  return covered >= settings.rare * (x1 - x0)
}

/** Returns true for a title on a bar: one text on a fill that is about as high as its line and much wider. */
export function isOnBar({ segments, baseline, size }: TextLine, fills: readonly BBox[]): boolean {
  const [only, ...more] = segments
  if (!only || more.length > 0) return false
  return fills.some(
    ({ x0, y0, x1, y1 }) =>
      y0 < baseline &&
      baseline < y1 &&
      x0 <= only.x0 &&
      only.x1 - x0 < settings.half * (x1 - x0) &&
      y1 - y0 <= settings.maxLeadingEms * size,
  )
}
