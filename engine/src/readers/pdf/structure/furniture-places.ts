/** Finds the pages that have a text at the same height: what repeats there may be furniture. */
import type { Candidate } from './furniture-candidates.ts'
import { structureSettings as settings } from './settings.ts'

export interface Places {
  /** The candidates of each key, by side and height. */
  readonly candidates: ReadonlyMap<string, readonly Candidate[]>
  /** Results of `pagesAt`: a text of every page would otherwise be compared with that of every page. */
  readonly pages: Map<string, ReadonlySet<number>>
}

function placeOf({ kind, key, fragment }: Candidate, offset: number): string {
  const height = Math.round(fragment.baseline / settings.samePlacePoints) + offset
  return `${kind} ${fragment.frame.angleDegrees} ${height} ${key}`
}

export function placesOf(candidates: readonly Candidate[]): Places {
  const byPlace = Map.groupBy(candidates, (candidate) => placeOf(candidate, 0))
  return { candidates: byPlace, pages: new Map() }
}

/** Returns the pages that have the text of a candidate at its height. */
export function pagesAt(candidate: Candidate, places: Places): ReadonlySet<number> {
  const found = new Set<number>()
  const { numbers, page } = candidate
  const own = numbers.length > 0 ? `${page.number} ${numbers.join(' ')}` : ''
  const key = `${own} ${placeOf(candidate, 0)}`
  const known = places.pages.get(key)
  if (known) return known
  for (const offset of [-1, 0, 1]) {
    for (const other of places.candidates.get(placeOf(candidate, offset)) ?? []) {
      if (hasNumbersOf(candidate, other)) found.add(other.page.number)
    }
  }
  places.pages.set(key, found)
  return found
}

/** Returns true if the numbers of two texts are equal or count with the pages, unlike those of two rows of a table. */
function hasNumbersOf(own: Candidate, other: Candidate): boolean {
  const pages = other.page.number - own.page.number
  return own.numbers.every((number, index) => {
    const difference = (other.numbers[index] ?? number) - number
    return difference === 0 || difference === pages
  })
}

/** Returns a candidate that is found at its height with any text. */
export function withAnyText(candidate: Candidate): Candidate {
  return { ...candidate, key: '', numbers: [] }
}
