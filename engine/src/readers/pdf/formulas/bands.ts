/** Joins the parts of a displayed formula that wide blanks separate, and the words between them. */
import { edgesOf, isLevelWith, proseAround } from './columns.ts'
import type { SeenFragment } from './evidence.ts'
import { type Group, isInLimits, joinGroups } from './groups.ts'
import { isNumber } from './numbers.ts'
import { formulaLimits as limits, formulaSettings as settings } from './settings.ts'

/**
 * Joins a group with all other parts of its column at the same height, because wide blanks and words separate the parts of a
 * formula.
 *
 * @param groupOf The group of each fragment that has one.
 * @returns `undefined` if nothing else is at that height, if a line of text or a row of a table is, or if the parts are too many.
 */
export function bandOf(
  group: Group,
  fragments: readonly SeenFragment[],
  groupOf: ReadonlyMap<SeenFragment, Group>,
): Group | undefined {
  const column = edgesOf(proseAround(group, fragments, group.size))
  if (!column) return undefined
  let band = group
  for (;;) {
    const own = new Set(band.fragments)
    const parts = fragments.filter(
      (seen) =>
        !own.has(seen) &&
        isLevelWith(seen, band) &&
        seen.box.x1 > column.x0 &&
        seen.box.x0 < column.x1 &&
        !isNumber(seen.fragment),
    )
    if (parts.length === 0) return band === group ? undefined : band
    if (parts.length > limits.groupFragments) return undefined
    const isOther = (seen: SeenFragment) =>
      isOfLine(seen, band) || (!groupOf.has(seen) && isFigure(seen, band))
    if (parts.some(isOther)) return undefined
    const joined = new Set(parts.map((seen) => groupOf.get(seen) ?? seen))
    band = joinGroups(band, [...joined])
    if (!isInLimits(band)) return undefined
  }
}

/** Returns true for words of a line of text: before a formula, or many of them a usual blank away from one of its parts. */
function isOfLine(seen: SeenFragment, group: Group): boolean {
  if (seen.kind !== 'prose' && seen.kind !== 'text') return false
  if (seen.box.x0 < group.box.x0) return seen.kind === 'prose' || !relation.test(seen.fragment.text)
  if (seen.kind === 'text') return false
  return gapsBefore(seen, group).some((gap) => gap > 0 && gap < settings.row * group.size)
}

/** Returns true for a number far from the parts of a formula, as in a row of a table. */
function isFigure(seen: SeenFragment, group: Group): boolean {
  if (!/^[-−+]?[.,]?\d[\d.,]*%?$/.test(seen.fragment.text)) return false
  return gapsBefore(seen, group).every((gap) => gap > settings.beside * group.size)
}

/** Returns the blanks between a fragment and the level parts of a group left of it. */
function gapsBefore({ box }: SeenFragment, { fragments }: Group): number[] {
  const level = fragments.filter((own) => {
    const common = Math.min(own.box.y1, box.y1) - Math.max(own.box.y0, box.y0)
    return common > Math.min(own.box.y1 - own.box.y0, box.y1 - box.y0) / 2
  })
  return level.map((own) => box.x0 - own.box.x1)
}

/**
 * Returns true for conditions after a formula, and for text before it with a relation: the name that it defines.
 */
export function isOfFormula({ box, fragment }: SeenFragment, group: Group): boolean {
  return box.x0 > group.box.x0 || relation.test(fragment.text)
}

const relation = /[=≈≤≥<>∝]/u
