/** Finds entries of tables of contents that have no page numbers, as on web pages. */

import { isTooLong } from './heading-text.ts'
import { type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import { outlineKey } from './outline-names.ts'
import { structureSettings as settings } from './settings.ts'

/** Finds titles below each other that all come again in larger or bolder type. */
export function findContents(blocks: readonly LayoutBlock[]): ReadonlySet<TextBlock> {
  const later = new Map<string, TextBlock>()
  const announced = new Set<LayoutBlock>()
  for (const block of blocks.toReversed()) {
    if (block.type !== 'text') continue
    const text = textOf(block)
    if (isTooLong(block, text)) continue
    const key = outlineKey(text)
    const heading = later.get(key)
    if (key !== '' && heading && isMoreProminent(heading, block)) announced.add(block)
    if (!heading || isMoreProminent(block, heading)) later.set(key, block)
  }
  const isEntry = (block: LayoutBlock, index: number): block is TextBlock =>
    announced.has(block) &&
    [blocks[index - 1], blocks[index + 1]].some((other) => other && announced.has(other))
  return new Set(blocks.filter(isEntry))
}

function isMoreProminent({ lines: [a] }: TextBlock, { lines: [b] }: TextBlock): boolean {
  if (!a || !b) return false
  if (a.size > (1 + settings.sameSize) * b.size) return true
  return a.size >= b.size && a.bold >= settings.solid && b.bold <= 1 - settings.solid
}
