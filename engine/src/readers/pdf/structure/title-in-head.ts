/** Finds the title of a document in its running head: reports print their title on every page. */
import { type LineFragment, typicalSize } from '../layout/index.ts'
import type { FurnitureKind, FurniturePage } from './furniture-candidates.ts'
import { styleOfFragment } from './furniture-styles.ts'
import { structureSettings as settings } from './settings.ts'

/**
 * Returns the title in the running head of the first page, with the lines below it; no lines if the page has a larger text.
 *
 * It is the largest text of the page, and larger than most text or in a style of its own. Lines with numbers that count with the
 * pages, and lines smaller than the text, are no part of it.
 */
export function titleInHead(
  [first, ...others]: readonly FurniturePage[],
  furniture: ReadonlyMap<LineFragment, FurnitureKind>,
): LineFragment[] {
  if (!first) return []
  const upright = first.fragments.filter(({ frame }) => frame.angleDegrees === 0)
  const head = upright.filter((own) => furniture.get(own) === 'header')
  if (head.length === 0) return []
  const usual = typicalSize(upright)
  const least = Math.max(...upright.map(({ size }) => size)) / (1 + settings.sameSize)
  const texts = upright.filter((own) => !furniture.has(own))
  const styles = new Set(texts.map((own) => styleOfFragment(first, own)))
  const title = head.find(
    (own) =>
      own.size >= least &&
      (own.size > usual * (1 + settings.sameSize) || !styles.has(styleOfFragment(first, own))),
  )
  if (!title) return []
  const repeated = new Set(others.flatMap(({ fragments }) => fragments.map(({ text }) => text)))
  return head.filter(
    ({ y1, size, text }) =>
      y1 > title.y0 && size >= usual * (1 - settings.sameSize) && repeated.has(text),
  )
}
