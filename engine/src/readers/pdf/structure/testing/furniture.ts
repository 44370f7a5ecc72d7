/** For tests: the furniture of pages from their fragments. */
import type { LineFragment } from '../../layout/index.ts'
import { fragment } from '../../layout/testing/layout.ts'
import { findFurniture } from '../furniture.ts'

/** Pages of 600 × 800 with these fragments and some text between. */
export function furnitureOf(...pages: readonly LineFragment[][]): string[] {
  const described = pages.map((fragments, index) => ({
    number: index + 1,
    width: 600,
    height: 800,
    fragments: [...fragments, fragment(`body of page ${'x'.repeat(index + 1)}`, 50, 400)],
  }))
  const found = findFurniture(described)
  return described.flatMap(({ fragments }) =>
    fragments.flatMap((one) => {
      const kind = found.get(one)
      return kind ? [`${kind} ${one.text}`] : []
    }),
  )
}
