/** Sorts layout blocks into the order of the structure tree. */

import type { LayoutBlock, StructurePage } from './layout-blocks.ts'
import { tagOf } from './trust-tags.ts'

/** @returns The blocks of each page; a block without a tag stays after the block before it. */
export function inTagOrder(
  blocks: readonly (readonly LayoutBlock[])[],
  pages: readonly StructurePage[],
): readonly (readonly LayoutBlock[])[] {
  return blocks.map((own, index) => {
    const page = pages[index]
    return page ? inOrderOf(page, own) : own
  })
}

function inOrderOf(page: StructurePage, blocks: readonly LayoutBlock[]): readonly LayoutBlock[] {
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
