/** A ruled region → the same with the column heads that stand above its first ruling. */
import { columnPlaces } from './column-boundaries.ts'
import { isProse, opensCaption } from './prose.ts'
import { lineOfSegments, type Region } from './region.ts'
import { placeSegments } from './rows.ts'
import type { TextLine } from './segments.ts'

/** Heads are at most this many ems above the ruling or each other, from baseline to line. */
const MAX_GAP_EMS = 1.9
/** Lines of heads above the ruling. */
const MAX_LINES = 4
/** So many of the columns must have a head there. */
const MIN_SHARE = 0.6

/**
 * Takes the lines right above a region whose segments stand over its columns, most of them, one over each.
 *
 * @param lines All lines that no table has taken.
 */
export function extendUpwards(region: Region, lines: readonly TextLine[]): Region {
  if (region.kind === 'unruled') return region
  const places = columnPlaces(region)
  if (places.length < 1) return region
  const { box } = region
  const above = lines.filter(
    ({ baseline }) => baseline < box.y0 + 1 && baseline > box.y0 - MAX_LINES * 20,
  )
  const taken: TextLine[] = []
  let top = box.y0
  for (const line of above.toReversed().slice(0, MAX_LINES)) {
    const within = lineOfSegments(
      line,
      line.segments.filter(({ x0, x1 }) => x1 > box.x0 - 2 && x0 < box.x1 + 2),
    )
    if (!within) continue
    if (top - line.baseline > MAX_GAP_EMS * line.size || !areHeads(within, places, region)) break
    taken.unshift(within)
    top = line.baseline - line.size
  }
  const covered = new Set(taken.flatMap((line) => placed(line, places)))
  if (covered.size < MIN_SHARE * (places.length + 1) || covered.size < 2) return region
  return { ...region, box: { ...box, y0: top }, lines: [...taken, ...region.lines] }
}

function placed(line: TextLine, places: readonly number[]): number[] {
  return placeSegments(line.segments, places).map(({ first }) => first)
}

function areHeads(line: TextLine, places: readonly number[], { box }: Region): boolean {
  if (opensCaption(line) || line.segments.some(isProse)) return false
  if (line.segments.length < 2) return false
  return (
    line.segments.every(({ x0, x1 }) => x0 > box.x0 - 3 && x1 < box.x1 + 3) &&
    placeSegments(line.segments, places).every(({ first, last }) => first === last)
  )
}
