/** Sorts layout blocks into the order of the structure tree. */

import type { LayoutBlock, StructurePage } from './layout-blocks.ts'
import { tagOf } from './trust-tags.ts'

/** @returns The blocks of each page; those without a tag stay after the block before them. */
export function inTagOrder(
  units: readonly (readonly LayoutBlock[])[],
  pages: readonly StructurePage[],
): readonly (readonly LayoutBlock[])[] {
  return units.map((own, index) => {
    const page = pages[index]
    return page ? inOrderOf(page, own) : own
  })
}

function inOrderOf(page: StructurePage, units: readonly LayoutBlock[]): readonly LayoutBlock[] {
  let last = -1
  const placed = units.map((unit) => {
    last = orderOf(unit, page) ?? last
    return { unit, order: last }
  })
  return placed.toSorted((a, b) => a.order - b.order).map(({ unit }) => unit)
}

function orderOf(unit: LayoutBlock, page: StructurePage): number | undefined {
  if (unit.type === 'text') return unit.lines.find(({ tag }) => tag)?.tag?.order
  const { words } = unit.type === 'table' ? unit.table : unit.formula
  for (const word of words) {
    const tag = tagOf(page, word)
    if (tag) return tag.order
  }
  return undefined
}
