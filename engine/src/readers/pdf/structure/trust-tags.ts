/** Decides if tags can be trusted: they must cover the text, and tagged headings must agree with visible ones. */
import type { TagElement } from '../content/index.ts'
import type { Word } from '../layout/index.ts'
import type { FoundHeading } from './headings.ts'
import type { StructurePage, TextBlock } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'
import { objectIndexOf } from './styled-lines.ts'

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
  return tagged > 0 && tagged >= settings.uniform * letters
}

/** Returns true if tagged headings and visible headings mostly agree. */
export function agreeTags(
  seen: readonly FoundHeading[],
  tagged: readonly FoundHeading[],
  readsLike: (heading: FoundHeading) => boolean,
): boolean {
  const blocks = new Set<TextBlock>(tagged.map(({ block }) => block))
  const both = seen.filter(({ block }) => blocks.has(block)).length
  const readable = tagged.filter(readsLike).length
  const areSeen = seen.length < settings.few || both >= seen.length / 2
  return areSeen && readable >= settings.nearlyAll * tagged.length && tagged.length > 0
}
