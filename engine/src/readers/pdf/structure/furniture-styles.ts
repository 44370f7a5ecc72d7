/** Counts the texts within the pages by their style: headings at the top of pages have the style of headings within them. */
import type { LineFragment } from '../layout/index.ts'
import type { Candidate, FurniturePage } from './furniture-candidates.ts'
import { structureSettings as settings } from './settings.ts'

/** Returns the number of texts within the pages in the style of a candidate; 0 for the style of most text. */
export type CountOfStyle = (candidate: Candidate) => number

/** @param outer The texts at the edges of the pages, which are not counted. */
export function countStyles(
  pages: readonly FurniturePage[],
  outer: ReadonlySet<LineFragment>,
): CountOfStyle {
  const counts = new Map<string, number>()
  const letters = new Map<string, number>()
  for (const page of pages) {
    for (const fragment of page.fragments) {
      if (outer.has(fragment)) continue
      const key = styleOfFragment(page, fragment)
      counts.set(key, (counts.get(key) ?? 0) + 1)
      letters.set(key, (letters.get(key) ?? 0) + fragment.text.length)
    }
  }
  const [usual] = [...letters].reduce((most, own) => (own[1] > most[1] ? own : most), ['', 0])
  return ({ page, fragment }) => {
    const key = styleOfFragment(page, fragment)
    return key === usual ? 0 : (counts.get(key) ?? 0)
  }
}

export function styleOfFragment(
  { objects }: FurniturePage,
  { size, object }: LineFragment,
): string {
  return `${Math.round(size / settings.sizeStep)} ${objects?.[object]?.font.name ?? ''}`
}
