/** Joins the lines of one equation that has its number beside their middle, as `split` and `aligned` of LaTeX's amsmath set it. */
import { createDisjointSets } from '../disjoint-sets.ts'
import { isLevelWith } from './columns.ts'
import type { SeenFragment } from './evidence.ts'
import { type Group, isInLimits, joinGroups } from './groups.ts'
import { isNumber } from './numbers.ts'
import { formulaSettings as settings } from './settings.ts'

/** Joins groups below each other that share one number. Lines with numbers of their own are equations of their own. */
export function joinAtNumbers(
  groups: readonly Group[],
  fragments: readonly SeenFragment[],
): Group[] {
  const numbers = fragments.filter((seen) => isNumber(seen.fragment))
  if (numbers.length === 0) return [...groups]
  return stacksOf(groups).flatMap((stack) => {
    const [first, ...rest] = stack
    if (!first || rest.length === 0) return stack
    const whole = joinGroups(first, rest)
    const level = numbers.filter((seen) => isLevelWith(seen, whole) && seen.box.x0 > whole.box.x1)
    const [number] = level
    const isOne = number && level.length === 1 && isAtMiddle(number, whole) && isInLimits(whole)
    return isOne ? [whole] : stack
  })
}

/** Returns the groups below each other, with no more room between them than lines of an equation have. */
function stacksOf(groups: readonly Group[]): Group[][] {
  const sorted = groups.toSorted((a, b) => a.box.y0 - b.box.y0)
  const connected = createDisjointSets(sorted.length)
  for (const [index, { box, size }] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next] as Group
      if (other.box.y0 - box.y1 > settings.leading * size) break
      const isBelow = other.box.y0 > box.y1 - settings.drift * size
      if (isBelow && other.box.x0 < box.x1 && other.box.x1 > box.x0) connected.join(index, next)
    }
  }
  return connected.sets().map((indices) => indices.map((index) => sorted[index] as Group))
}

function isAtMiddle({ box, size }: SeenFragment, { box: { y0, y1 } }: Group): boolean {
  return Math.abs(box.y0 + box.y1 - y0 - y1) < 2 * settings.half * size
}
