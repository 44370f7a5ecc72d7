/** Finds the rulings that separate cells. */
import type { Ruling } from '../content/index.ts'

/** Columns and rows narrower than this many points hold no text: double rulings. */
const MIN_STRIP_POINTS = 4
/** Share of a cell's side that a ruling covers where it is a wall. */
const WALL_SHARE = 0.5
/** A wall is a ruling this near to the boundary, in points. */
export const SEPARATOR_POINTS = 3

/** Returns the places of inner rulings, without those that bound the region. */
export function hardSeparators(
  rulings: readonly Ruling[],
  start: number,
  end: number,
  min: number,
): number[] {
  const places: number[] = []
  const lengths = new Map<number, number>()
  for (const { at, from, to } of [...rulings].sort((a, b) => a.at - b.at)) {
    if (at < start + MIN_STRIP_POINTS || at > end - MIN_STRIP_POINTS) continue
    const last = places.at(-1)
    if (last !== undefined && at - last < MIN_STRIP_POINTS) {
      lengths.set(last, (lengths.get(last) ?? 0) + to - from)
    } else {
      places.push(at)
      lengths.set(at, to - from)
    }
  }
  return places.filter((at) => (lengths.get(at) ?? 0) >= min)
}

/** Returns true if rulings at a place cover most of the distance between two points. */
export function hasSeparator(
  rulings: readonly Ruling[],
  at: number,
  from: number,
  to: number,
  share = WALL_SHARE,
): boolean {
  let covered = 0
  for (const ruling of rulings) {
    if (Math.abs(ruling.at - at) > SEPARATOR_POINTS) continue
    covered += Math.max(0, Math.min(ruling.to, to) - Math.max(ruling.from, from))
  }
  return covered >= share * (to - from)
}
