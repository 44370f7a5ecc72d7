/** Finds the rulings that separate cells. */
import type { Ruling } from '../content/index.ts'
import { tableSettings as settings } from './settings.ts'

/** Returns the positions of inner rulings, without those that bound the region. */
export function hardSeparators(
  rulings: readonly Ruling[],
  start: number,
  end: number,
  min: number,
): number[] {
  const places: number[] = []
  const lengths = new Map<number, number>()
  for (const { at, from, to } of [...rulings].sort((a, b) => a.at - b.at)) {
    if (at < start + settings.stripPoints || at > end - settings.stripPoints) continue
    const last = places.at(-1)
    if (last !== undefined && at - last < settings.stripPoints) {
      lengths.set(last, (lengths.get(last) ?? 0) + to - from)
    } else {
      places.push(at)
      lengths.set(at, to - from)
    }
  }
  return places.filter((at) => (lengths.get(at) ?? 0) >= min)
}

/** Returns true if rulings at a position cover most of the distance between two points. */
export function hasSeparator(
  rulings: readonly Ruling[],
  at: number,
  from: number,
  to: number,
  share: number = settings.half,
): boolean {
  let covered = 0
  for (const ruling of rulings) {
    if (Math.abs(ruling.at - at) > settings.nearPoints) continue
    covered += Math.max(0, Math.min(ruling.to, to) - Math.max(ruling.from, from))
  }
  return covered >= share * (to - from)
}
