/** Finds the columns of one frame's fragments, in reading order. */
import type { BBox } from '../../../model/index.ts'
import { areMostlyLeftwards } from './bidi.ts'
import { splitCells } from './cells.ts'
import type { Column } from './column.ts'
import type { LineFragment } from './fragments.ts'
import { findGutter, sidesOf } from './gutters.ts'
import { groupIntoRows } from './lines.ts'
import { layoutLimits as limits, layoutSettings as settings } from './settings.ts'

/**
 * Finds the columns of a frame's fragments, in reading order.
 *
 * @param pictures Boxes in the frame: a column ends where a picture crosses it.
 */
export function findColumns(
  fragments: readonly LineFragment[],
  pictures: readonly BBox[] = [],
): Column[] {
  return split(fragments, { pictures, leftwards: areMostlyLeftwards(fragments) }, 0)
}

interface Region {
  readonly pictures: readonly BBox[]
  readonly leftwards: boolean
}

function split(fragments: readonly LineFragment[], region: Region, depth: number): Column[] {
  if (fragments.length === 0) return []
  const { pictures, leftwards } = region
  const isSmall = depth < limits.depth && fragments.length <= limits.fragments
  const gutter = isSmall ? findGutter(fragments, pictures) : undefined
  if (!gutter) return splitCells(fragments, leftwards)
  const above = fragments.filter((fragment) => (fragment.y0 + fragment.y1) / 2 < gutter.y0)
  const below = fragments.filter((fragment) => (fragment.y0 + fragment.y1) / 2 > gutter.y1)
  const { left, right } = sidesOf(gutter, fragments)
  const [first, second] = leftwards ? [right, left] : [left, right]
  const { flowing, rest } = flowRoundInset(first, second, below)
  return [above, flowing, second, rest].flatMap((part) => split(part, region, depth + 1))
}

/**
 * Splits the text below two columns into the lines that continue the first column, if the second is an inset that it
 * flows round, and the rest.
 */
function flowRoundInset(
  first: readonly LineFragment[],
  second: readonly LineFragment[],
  below: readonly LineFragment[],
): { readonly flowing: readonly LineFragment[]; readonly rest: readonly LineFragment[] } {
  const rows = groupIntoRows(first)
  const [before, last] = [rows.at(-2)?.[0], rows.at(-1)?.[0]]
  const none = { flowing: first, rest: below }
  if (!before || !last || below.length === 0) return none
  const leading = last.baseline - before.baseline
  const insetEnd = Math.max(...second.map(({ baseline }) => baseline))
  if (leading <= 0 || insetEnd > last.baseline - leading / 2) return none
  const start = Math.min(...rows.slice(-settings.few).map((row) => row[0]?.x0 ?? 0))
  let end = last.baseline
  const goesOn: LineFragment[] = []
  for (const row of groupIntoRows(below)) {
    const [fragment] = row
    if (!fragment || fragment.baseline - end > (1 + settings.sameText) * leading) break
    const isOfText = Math.abs(fragment.size - last.size) <= settings.sameText * last.size
    if (!isOfText || Math.abs(fragment.x0 - start) > settings.same * fragment.size) break
    goesOn.push(...row)
    end = fragment.baseline
  }
  if (goesOn.length === 0) return none
  const taken = new Set(goesOn)
  return { flowing: [...first, ...goesOn], rest: below.filter((fragment) => !taken.has(fragment)) }
}
