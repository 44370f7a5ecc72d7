/** Makes a paragraph of each line of a page's running headers and footers. */
import { type Furniture, type Provenance, paragraph } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import {
  areMostlyLeftwards,
  groupByFrame,
  groupIntoLines,
  type LineFragment,
  toPageBox,
  uprightFrame,
} from '../layout/index.ts'
import type { FurnitureKind, FurniturePage } from './furniture-candidates.ts'

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
