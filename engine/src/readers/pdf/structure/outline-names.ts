/** Finds the headings that the document's outline (bookmarks) names. */
import { isAscii } from '../ascii.ts'
import type { OutlineEntry } from '../content/index.ts'
import { isTooLong, sectionNumber } from './heading-text.ts'
import { type TextBlock, textOf } from './layout-blocks.ts'

/**
 * Finds the entry of the outline for each block whose text and page it has. If several blocks do, as where a contents list is
 * above the sections, the one nearest to the entry's place is meant.
 */
export function namedByOutline(
  blocks: readonly TextBlock[],
  outline: readonly OutlineEntry[],
): ReadonlyMap<TextBlock, OutlineEntry> {
  const named = new Map<TextBlock, OutlineEntry>()
  if (outline.length === 0) return named
  const entries = Map.groupBy(outline, ({ title }) => outlineKey(title))
  const candidates = new Map<OutlineEntry, TextBlock[]>()
  for (const block of blocks) {
    const text = textOf(block)
    if (isTooLong(block, text)) continue
    for (const entry of entries.get(outlineKey(text)) ?? []) {
      if (entry.place?.page !== block.page) continue
      const own = candidates.get(entry)
      if (own) own.push(block)
      else candidates.set(entry, [block])
    }
  }
  for (const [entry, own] of candidates) {
    for (const block of nearestTo(entry.place?.y, own)) named.set(block, entry)
  }
  return named
}

function nearestTo(y: number | undefined, blocks: readonly TextBlock[]): readonly TextBlock[] {
  if (y === undefined || blocks.length < 2) return blocks
  const distances = blocks.map(({ box }) => Math.abs(box.y0 - y))
  return blocks.filter((_, at) => distances[at] === Math.min(...distances))
}

/**
 * Returns only the letters and digits of a title: section numbers, blanks and ligatures may differ between outline and
 * page.
 */
export function outlineKey(text: string): string {
  const title = text.normalize('NFKC').replace(sectionNumber, '').toLowerCase()
  return title.replace(isAscii(title) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, '')
}
