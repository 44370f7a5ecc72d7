/** Finds furniture on a single page, where nothing repeats. */
import { groupIntoRows, type LineFragment, typicalSize } from '../layout/index.ts'
import {
  bareNumber,
  type FurnitureKind,
  type FurniturePage,
  sideCandidates,
} from './furniture-candidates.ts'
import { structureSettings as settings } from './settings.ts'

/**
 * Finds furniture on a single page: a bare page number at the edge, and stamps of archives and
 * publishers.
 */
export function findOnSinglePage(page: FurniturePage): Map<LineFragment, FurnitureKind> {
  const found = new Map<LineFragment, FurnitureKind>()
  for (const candidate of sideCandidates(page)) {
    if (isStamp(candidate.fragment)) found.set(candidate.fragment, 'header')
  }
  const upright = page.fragments.filter(({ frame }) => frame.angleDegrees === 0)
  const rows = groupIntoRows(upright)
  const limit = settings.muchLarger * typicalSize(page.fragments)
  for (const kind of ['header', 'footer'] as const) {
    const inwards = kind === 'header' ? rows : rows.toReversed()
    for (let index = 0; index < Math.min(settings.furnitureRows, inwards.length); index++) {
      const row = inwards[index] as LineFragment[]
      const rest = row.filter((fragment) => !isStamp(fragment))
      const [number] = rest
      const isNumber = rest.length === 1 && number && number.size <= limit && isPageNumber(number)
      const isOuter = isAtEdge(row, page) || (kind === 'footer' && isApart(row, inwards[index + 1]))
      if (!isOuter || !(rest.length === 0 || isNumber)) break
      for (const fragment of row) found.set(fragment, kind)
    }
  }
  keepOnlyText(page, found)
  return found
}

export function isAtEdge(row: readonly LineFragment[], { height }: FurniturePage): boolean {
  const margin = height * settings.marginShare
  return row.every(({ y0, y1 }) => y1 < margin || y0 > height - margin)
}

function isApart(
  [fragment]: readonly LineFragment[],
  inner: readonly LineFragment[] = [],
): boolean {
  const [above] = inner
  if (!fragment || !above) return false
  return fragment.y0 - above.y1 > settings.apartEms * fragment.size
}

function isPageNumber({ text }: LineFragment): boolean {
  return loneNumber.test(text) && !isYear(text)
}

/** Matches a number with a few marks about it, such as `– 3 –`; not `(-) ↦ 0`, a line of code. */
export const loneNumber = /^[^\p{L}\p{N}]{0,3}\d{1,4}[^\p{L}\p{N}]{0,3}$/u

function isYear(text: string): boolean {
  return /^[^\p{L}\p{N}]*(?:1[5-9]|20)\d\d[^\p{L}\p{N}]*$/u.test(text)
}

/** Matches the stamps of archives and publishers on delivered pages; the wording alone is proof. */
const stamp =
  /^\W*(?:(?:this (?:content|article) (?:was )?)?downloaded (?:from|by|on|at|via)\b|download date\b|authori[sz]ed licensed use limited to\b|(?:electronic )?copy available at\b|published by .{3,60}, (?:19|20)\d\d$)/i

export function isStamp({ text }: LineFragment): boolean {
  return stamp.test(text)
}

/** Returns true for the number that arXiv prints in the margin of a first page. A page alone keeps it, as it keeps running heads. */
export function isNumberOfPreprint({ text }: LineFragment): boolean {
  return /^arxiv:\S+ +\[[\w.-]+\] +\d/i.test(text)
}

/**
 * Removes the furniture of a page without other text, except its number: the rest is the page's text.
 *
 * @param heads The running heads, which remain furniture on blank pages.
 */
export function keepOnlyText(
  page: FurniturePage,
  found: Map<LineFragment, FurnitureKind>,
  heads: ReadonlySet<LineFragment> = new Set(),
): void {
  if (page.fragments.some((fragment) => !found.has(fragment))) return
  for (const fragment of page.fragments) {
    if (!heads.has(fragment) && !bareNumber.test(fragment.text)) found.delete(fragment)
  }
}
