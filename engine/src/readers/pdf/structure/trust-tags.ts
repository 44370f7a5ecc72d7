/** Pages with structure trees → whether the tags are the author's word for headings. */
import type { StructurePage } from './units.ts'

/** Share of the letters that must be in tagged text. */
const MIN_COVER = 0.85
/** Headings are at most that share of it: some programs tag everything as a heading. */
const MAX_HEADING_SHARE = 0.3

const headingType = /^(?:H[1-6]?|Title)$/

export function trustTags(pages: readonly StructurePage[]): boolean {
  let letters = 0
  let tagged = 0
  let headings = 0
  for (const { words, objects, tags } of pages) {
    for (const { text, object } of words) {
      letters += text.length
      const tag = tags?.get(objects[object]?.markedContentId ?? -1)
      if (!tag) continue
      tagged += text.length
      if (headingType.test(tag.type)) headings += text.length
    }
  }
  return tagged >= MIN_COVER * letters && headings > 0 && headings <= MAX_HEADING_SHARE * tagged
}
