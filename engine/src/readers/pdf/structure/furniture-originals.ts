/** Leaves out pages that are copies of others or steps of one slide: all of their text repeats, and shows no running heads. */
import type { LineFragment } from '../layout/index.ts'
import { type FurniturePage, sidesOf } from './furniture-candidates.ts'
import { styleOfFragment } from './furniture-styles.ts'
import { structureSettings as settings } from './settings.ts'

/** Returns the pages whose repetitions show what is furniture. */
export function findOriginals(pages: readonly FurniturePage[]): readonly FurniturePage[] {
  return withoutSteps(withoutCopies(pages))
}

/**
 * Returns the pages without copies: of a document that has each page more than once, such as an invoice for the seller and the
 * customer, or of some pages, such as a letter to several people or the sheets of a form.
 */
function withoutCopies(pages: readonly FurniturePage[]): readonly FurniturePage[] {
  // Counting is cheap, and shows most pages to have no copy.
  const mayBeCopied = !hasSingle(Map.groupBy(pages, ({ fragments }) => fragments.length))
  const alike = mayBeCopied ? Map.groupBy(pages, textOfPage) : undefined
  if (!alike || hasSingle(alike)) return withoutAlike(pages)
  return [...alike.values()].flatMap(([first]) => first ?? [])
}

function hasSingle(groups: ReadonlyMap<unknown, readonly unknown[]>): boolean {
  return groups.values().some(({ length }) => length < 2)
}

/** Returns the text of a page without the numbers at its top and bottom, which count the pages. */
function textOfPage(page: FurniturePage): string {
  const outer = new Map(
    sidesOf(page).flatMap((side) => side.flat().map(({ fragment, key }) => [fragment, key])),
  )
  return page.fragments.map((fragment) => outer.get(fragment) ?? fragment.text).join('\n')
}

/**
 * Returns the pages without those that have the text of a page before between their upper and lower margins, in the same type.
 * Pages with most of their text in the margins, such as blank ones, are alike because of their running heads, and samples of
 * typefaces have one text on every page.
 */
function withoutAlike(pages: readonly FurniturePage[]): readonly FurniturePage[] {
  const known = new Set<string>()
  const originals = pages.filter((page) => {
    const { fragments, height } = page
    const margin = height * settings.marginShare
    const inner = fragments.filter(({ y0, y1 }) => y0 >= margin && y1 <= height - margin)
    if (2 * inner.length <= fragments.length) return true
    const text = inner.map((own) => `${styleOfFragment(page, own)} ${own.text}`).join('\n')
    const isCopy = known.has(text)
    known.add(text)
    return !isCopy
  })
  return originals.length === pages.length ? pages : originals
}

/**
 * Returns the pages without those whose texts are all on the next page, at the same places: steps in which a slide is built up.
 * They are one page, so what repeats on them alone is text.
 */
function withoutSteps(pages: readonly FurniturePage[]): readonly FurniturePage[] {
  const placeOf = ({ text, x0, baseline }: LineFragment) =>
    `${Math.round(x0)} ${Math.round(baseline)} ${text}`
  const last = pages.filter(({ fragments }, index) => {
    const next = pages[index + 1]
    const count = fragments.length
    if (!next || count === 0 || count > next.fragments.length) return true
    const places = new Set(next.fragments.map(placeOf))
    return !fragments.every((fragment) => places.has(placeOf(fragment)))
  })
  return last.length === pages.length ? pages : last
}
