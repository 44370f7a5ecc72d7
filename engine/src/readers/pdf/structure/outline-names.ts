/** Finds the headings that the document's outline (bookmarks) names. */
import { isAscii } from '../ascii.ts'
import type { OutlineEntry } from '../content/index.ts'
import { isTooLong, sectionNumber } from './heading-text.ts'
import { sizeOf, type TextBlock, textOf } from './layout-blocks.ts'

/**
 * Finds the entry of the outline for each block whose text and page it has. If several blocks do, as where a contents list is
 * above the sections, the entry means the block nearest to its place. The title of the document means the largest block.
 */
export function namedByOutline(
  blocks: readonly TextBlock[],
  outline: readonly OutlineEntry[],
): ReadonlyMap<TextBlock, OutlineEntry> {
  const named = new Map<TextBlock, OutlineEntry>()
  if (outline.length === 0) return named
  const entries = Map.groupBy(outline, ({ title, place }) => `${place?.page} ${outlineKey(title)}`)
  const short = blocks.filter((block) => !isTooLong(block, textOf(block)))
  const alike = Map.groupBy(short, (block) => `${block.page} ${outlineKey(textOf(block))}`)
  for (const [key, own] of alike) {
    const found = entries.get(key) ?? []
    const unplaced = found.find(({ depth, place }) => depth > 0 && place?.y === undefined)
    if (unplaced) for (const block of own) named.set(block, unplaced)
    const title = found.find(({ depth }) => depth === 0)
    if (title) named.set(largestOf(own), title)
    const placed = found.flatMap((entry) => {
      const y = entry.place?.y
      return y === undefined ? [] : [{ ...entry, y }]
    })
    nameNearest(own, placed, named)
  }
  return named
}

function largestOf(blocks: readonly TextBlock[]): TextBlock {
  return blocks.reduce((largest, block) => (sizeOf(block) > sizeOf(largest) ? block : largest))
}

type PlacedEntry = OutlineEntry & { readonly y: number }

/** Names the block nearest to each entry. Sorts both, because a hostile file may have thousands of equal titles on a page. */
function nameNearest(
  blocks: readonly TextBlock[],
  entries: readonly PlacedEntry[],
  named: Map<TextBlock, OutlineEntry>,
): void {
  const sorted = blocks.toSorted((a, b) => a.box.y0 - b.box.y0)
  const distance = (at: number, y: number) =>
    Math.abs((sorted[at]?.box.y0 ?? Number.POSITIVE_INFINITY) - y)
  let at = 0
  for (const entry of entries.toSorted((a, b) => a.y - b.y)) {
    while (at + 1 < sorted.length && distance(at + 1, entry.y) <= distance(at, entry.y)) at++
    const block = sorted[at]
    if (block) named.set(block, entry)
  }
}

/**
 * Returns only the letters and digits of a title: section numbers, blanks and ligatures may differ between outline and
 * page.
 */
export function outlineKey(text: string): string {
  const title = text.normalize('NFKC').replace(sectionNumber, '').toLowerCase()
  return title.replace(isAscii(title) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, '')
}

/** Returns only the letters and digits of a text. */
export function textKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
