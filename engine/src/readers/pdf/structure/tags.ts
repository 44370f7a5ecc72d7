/** Reads the structure tree as evidence: how far it can be trusted, which lines it joins, and in which order. */
import type { TagElement } from '../content/index.ts'
import type { Word } from '../layout/index.ts'
import { isCodePart } from './code.ts'
import { readsLikeHeading } from './heading-text.ts'
import type { FoundHeading } from './headings.ts'
import {
  type LayoutBlock,
  type StructurePage,
  type TextBlock,
  textOf,
  together,
} from './layout-blocks.ts'
import { findMarker } from './markers.ts'
import { structureSettings as settings } from './settings.ts'
import { objectIndexOf } from './styled-lines.ts'
import { isOneBlockTag } from './tag-types.ts'

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

/**
 * Returns true if tagged headings and visible headings mostly agree. Visible ones that are tagged as paragraphs count against the
 * tags; the title that the metadata names, items, cells and text outside of any block, as browsers tag terms and labels, do not.
 */
export function agreeTags(seen: readonly FoundHeading[], found: readonly FoundHeading[]): boolean {
  const blocks = new Set<TextBlock>(found.map(({ block }) => block))
  const tagged = found.filter(({ tagLevel, outlineDepth }) => tagLevel ?? outlineDepth !== 0)
  const others = seen.filter(({ block }) => !blocks.has(block))
  const both = seen.length - others.length
  const contrary = others.filter(({ block }) => isTaggedParagraph(block)).length
  const readable = tagged.filter(({ block, text }) => readsLikeHeading(block, text)).length
  const areSeen = seen.length < settings.few || (both > 0 && both >= contrary)
  return areSeen && readable >= settings.nearlyAll * tagged.length && tagged.length > 0
}

function isTaggedParagraph({ lines }: TextBlock): boolean {
  const tag = lines[0]?.tag
  return !tag || (tag.type === 'P' && !tag.within.some((type) => type === 'L' || type === 'Table'))
}

/** Joins blocks of one heading, item or paragraph that the layout split at an indent, a short line or a wide gap. */
export function joinTagged(blocks: readonly LayoutBlock[]): LayoutBlock[] {
  const joined: LayoutBlock[] = []
  for (const block of blocks) {
    const before = joined.at(-1)
    if (before && block.type === 'text' && before.type === 'text' && isOneBlock(before, block)) {
      joined[joined.length - 1] = together(before, block)
    } else joined.push(block)
  }
  return joined
}

function isOneBlock(before: TextBlock, next: TextBlock): boolean {
  const tag = before.lines.at(-1)?.tag
  if (!tag || next.lines[0]?.tag !== tag) return false
  if (!isOneBlockTag(tag) && !(tag.type === 'P' && isFilled(before, next))) return false
  if (before.page !== next.page || before.column !== next.column) return false
  if (isCodePart(before) || isCodePart(next)) return false
  return next.spaceBefore <= settings.apartEms && findMarker(textOf(next)) === undefined
}

/** Returns true if the last line of a block has no room for the first word of the next one: its text goes on there. */
function isFilled({ lines, columnEnd }: TextBlock, next: TextBlock): boolean {
  const [last, first] = [lines.at(-1), next.lines[0]]
  return (
    last !== undefined &&
    first !== undefined &&
    (last.limit ?? columnEnd) - last.x1 < first.firstWordWidth
  )
}

/** Sorts the blocks of a page by their elements; a block without one stays after the block before it. */
export function inTagOrder(page: StructurePage, blocks: readonly LayoutBlock[]): LayoutBlock[] {
  let last = -1
  const placed = blocks.map((block) => {
    last = orderOf(block, page) ?? last
    return { block, order: last }
  })
  return placed.toSorted((a, b) => a.order - b.order).map(({ block }) => block)
}

function orderOf(block: LayoutBlock, page: StructurePage): number | undefined {
  if (block.type === 'text') return block.lines.find(({ tag }) => tag)?.tag?.order
  const { words } = block.type === 'table' ? block.table : block.formula
  for (const word of words) {
    const tag = tagOf(page, word)
    if (tag) return tag.order
  }
  return undefined
}
