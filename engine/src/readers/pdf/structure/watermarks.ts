/** Finds watermarks: large slanted text across the text of a page. */
import { type LineFragment, typicalSize } from '../layout/index.ts'
import type { FurniturePage } from './furniture-candidates.ts'
import { structureSettings as settings } from './settings.ts'

/** Returns the watermarks of all pages, with those on pages where no text is below them. */
export function findWatermarks(pages: readonly FurniturePage[]): LineFragment[] {
  const texts = new Set<string>()
  const slanted: LineFragment[] = []
  for (const { fragments } of pages) {
    const own = fragments.filter(({ frame }) => frame.angleDegrees % 90 !== 0)
    if (own.length === 0) continue
    const least = settings.muchLarger * typicalSize(fragments)
    const upright = fragments.filter(({ frame }) => frame.angleDegrees === 0)
    for (const fragment of own) {
      if (fragment.size <= least) continue
      slanted.push(fragment)
      if (upright.some((other) => crosses(fragment, other))) texts.add(fragment.text)
    }
  }
  return slanted.filter(({ text }) => texts.has(text))
}

/** Returns true if the middle line of slanted text passes through the box of upright text: a segment is cut to the box. */
function crosses({ frame, x0, x1, y0, y1 }: LineFragment, upright: LineFragment): boolean {
  const { cos, sin } = frame
  const middle = (y0 + y1) / 2
  // The segment begins at (x, y) and advances by cos and sin for each point of its length. Neither is zero.
  const [x, y] = [x0 * cos - middle * sin, x0 * sin + middle * cos]
  const [left, right] = [(upright.x0 - x) / cos, (upright.x1 - x) / cos]
  const [top, bottom] = [(upright.y0 - y) / sin, (upright.y1 - y) / sin]
  const from = Math.max(0, Math.min(left, right), Math.min(top, bottom))
  const to = Math.min(x1 - x0, Math.max(left, right), Math.max(top, bottom))
  return from < to
}
