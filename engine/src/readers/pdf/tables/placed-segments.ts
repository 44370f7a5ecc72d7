/** Finds the columns that the segments of a line are in. */
import type { Segment } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

/** Positions of column boundaries: segments with centres between two of them are in one column. */
export type Boundaries = readonly number[]

/** A segment and the columns that it covers, first and last. */
export interface PlacedSegment {
  readonly segment: Segment
  readonly first: number
  readonly last: number
}

/** Finds the columns of a line's segments; a segment does not cover the column in which the next one begins. */
export function placeSegments(
  segments: readonly Segment[],
  boundaries: Boundaries,
): PlacedSegment[] {
  const placed: { segment: Segment; first: number; last: number }[] = []
  for (const segment of segments) {
    const slack = Math.min(settings.touchPoints, (segment.x1 - segment.x0) * 0.25)
    const start = countUpTo(boundaries, segment.x0 + slack)
    let last = start
    while (last < boundaries.length && (boundaries[last] ?? 0) < segment.x1 - slack) last++
    const before = placed.at(-1)
    let first = start
    if (before && before.last >= first) {
      const centre = (segment.x0 + segment.x1) / 2
      first = Math.max(before.first, Math.min(last, countUpTo(boundaries, centre)))
      if (first > before.first) before.last = first - 1
      else if (before.first < last) {
        before.last = before.first
        first = before.first + 1
      } else before.last = before.first
    }
    placed.push({ segment, first, last: Math.max(first, last) })
  }
  return placed
}

function countUpTo(boundaries: Boundaries, at: number): number {
  let count = 0
  while (count < boundaries.length && (boundaries[count] ?? 0) <= at) count++
  return count
}
