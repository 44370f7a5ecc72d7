/** Parts a page from its running headers and footers: paragraphs of their lines, and the words outside of them. */
import { type Furniture, type Provenance, paragraph } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import {
  areMostlyLeftwards,
  groupByFrame,
  groupIntoLines,
  type LineFragment,
  toPageBox,
  uprightFrame,
  type Word,
} from '../layout/index.ts'
import type { FurnitureKind, FurniturePage } from './furniture-candidates.ts'
import type { StructurePage } from './layout-blocks.ts'

export function furnitureOf(
  { number, fragments }: FurniturePage,
  furniture: ReadonlyMap<LineFragment, FurnitureKind>,
  kind: FurnitureKind,
): Furniture[] {
  const own: LineFragment[] = []
  for (const fragment of fragments) if (furniture.get(fragment) === kind) own.push(fragment)
  return groupByFrame(own).map((group) => {
    const frame = group[0]?.frame ?? uprightFrame
    const placeOf = (lines: Parameters<typeof boxAround>[0]): Provenance[] => [
      { type: 'page', page: number, bbox: toPageBox(frame, boxAround(lines)) },
    ]
    const blocks = groupIntoLines(group, areMostlyLeftwards(group)).map((line) => {
      return { ...paragraph(line.text), provenance: placeOf([line]) }
    })
    return { type: 'furniture', kind, blocks, provenance: placeOf(group) }
  })
}

/** The words of a page outside of its furniture. */
export function wordsWithout(
  page: StructurePage,
  furniture: ReadonlyMap<LineFragment, FurnitureKind>,
): StructurePage['words'] {
  const taken = new Set<Word>()
  for (const fragment of page.fragments) {
    if (!furniture.has(fragment)) continue
    for (const word of page.wordsOf.get(fragment) ?? []) taken.add(word)
  }
  if (taken.size === 0) return page.words
  return page.words.filter((word) => !taken.has(word))
}
