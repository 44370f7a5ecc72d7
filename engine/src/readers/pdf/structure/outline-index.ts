/** Finds entries of the document's outline (bookmarks) by the text of a heading. */
import { isAscii } from '../ascii.ts'
import type { OutlineEntry } from '../content/index.ts'
import { sectionNumber } from './heading-text.ts'

/** Groups entries by {@link outlineKey}. */
export function outlineIndex(outline: readonly OutlineEntry[]): Map<string, OutlineEntry[]> {
  return Map.groupBy(outline, ({ title }) => outlineKey(title))
}

/**
 * Returns only the letters and digits of a title: section numbers, blanks and ligatures may differ between outline and
 * page.
 */
export function outlineKey(text: string): string {
  const title = text.normalize('NFKC').replace(sectionNumber, '').toLowerCase()
  return title.replace(isAscii(title) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, '')
}
