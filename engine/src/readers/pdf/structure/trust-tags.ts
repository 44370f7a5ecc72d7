/** Decides whether tags can be trusted: whether they cover the text, and whether tagged headings agree with visible ones. */
import type { TagElement } from '../content/index.ts'
import type { Word } from '../layout/index.ts'
import type { FoundHeading } from './headings.ts'
import type { StructurePage, TextBlock } from './layout-blocks.ts'
import { objectIndexOf } from './styled-lines.ts'

/** Share of the letters that must be in tagged text. */
const MIN_COVER = 0.85

/** The element that holds a word. */
export function tagOf(page: StructurePage, word: Word): TagElement | undefined {
  return page.tags?.get(page.objects[objectIndexOf(page, word)]?.markedContentId ?? -1)
}

/** Returns true if nearly all text is tagged. */
export function coverTags(pages: readonly StructurePage[]): boolean {
  if (pages.every(({ tags }) => !tags)) return false
  let letters = 0
  let tagged = 0
  for (const page of pages) {
    for (const word of page.words) {
      const { length } = word.text
      letters += length
      if (tagOf(page, word)) tagged += length
    }
  }
  return tagged > 0 && tagged >= MIN_COVER * letters
}

/** At least this share of the visible headings must be tagged as headings; authors leave decorative ones untagged … */
const MIN_SEEN = 0.5
/** … and with fewer visible headings than this, all may be untagged: a letter has its firm's name in large type. */
const FEW_SEEN = 3
/** At least this share of the tagged headings must read like headings. */
const MIN_READABLE = 0.7

/** Returns true if tagged headings and visible headings mostly agree. */
export function agreeTags(
  seen: readonly FoundHeading[],
  tagged: readonly FoundHeading[],
  readsLike: (heading: FoundHeading) => boolean,
): boolean {
  const units = new Set<TextBlock>(tagged.map(({ unit }) => unit))
  const both = seen.filter(({ unit }) => units.has(unit)).length
  const readable = tagged.filter(readsLike).length
  const areSeen = seen.length < FEW_SEEN || both >= MIN_SEEN * seen.length
  return areSeen && readable >= MIN_READABLE * tagged.length && tagged.length > 0
}
