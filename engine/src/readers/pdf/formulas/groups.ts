/** Groups neighbouring fragments and rulings of a page: each group may be a displayed formula. */
import type { BBox } from '../../../model/index.ts'
import { boxAround, boxOfRuling } from '../boxes.ts'
import type { Ruling } from '../content/index.ts'
import { createDisjointSets } from '../disjoint-sets.ts'
import type { SeenFragment } from './evidence.ts'
import { formulaLimits as limits, formulaSettings as settings } from './settings.ts'

/** Neighbouring fragments and bars. */
export interface Group {
  fragments: SeenFragment[]
  readonly bars: Ruling[]
  box: BBox
  /** Height of the em of its largest fragment. */
  size: number
}

/** A fragment or a bar. */
interface Item {
  readonly seen?: SeenFragment
  readonly bar?: Ruling
  readonly box: BBox
  readonly size: number
}

/** Returns groups that may be formulas. */
export function groupFragments(
  fragments: readonly SeenFragment[],
  rulings: readonly Ruling[],
): Group[] {
  const bars = rulings.filter(isBar)
  if (bars.length === 0 && !fragments.some(({ kind }) => kind === 'math')) return []
  if (bars.length > limits.items) return []
  const items: Item[] = bars.map((bar) => ({ bar, box: boxOfRuling(bar), size: 0 }))
  const named = bars.filter((bar) => fragments.some((seen) => defines(seen, bar)))
  for (const seen of fragments) {
    const isOwn = seen.kind === 'math' || seen.kind === 'neutral'
    const isAtOne =
      (seen.kind === 'text' && bars.some((bar) => isAtBar(seen, bar))) ||
      named.some((bar) => isAtBar(seen, bar) || defines(seen, bar))
    if (isOwn || isAtOne) items.push({ seen, box: seen.box, size: seen.size })
  }
  if (items.length > limits.items) return []
  return groupNear(items).map(groupOf).filter(isGroup)
}

function isBar({ isHorizontal, from, to }: Ruling): boolean {
  return isHorizontal && to - from <= settings.barPoints && to - from > 2
}

/** Returns true if words lie above or below a bar, within its width: a fraction of named quantities. */
function isAtBar({ box, size }: SeenFragment, { from, to, at }: Ruling): boolean {
  const isWithin = box.x0 > from - size / 2 && box.x1 < to + size / 2
  return isWithin && Math.max(at - box.y1, box.y0 - at) < settings.row * size
}

/** Matches a name and an equals sign, perhaps before a factor. */
const nameOfFraction = /[\p{L}\d)]\s*=(?:.*[·×])?$/u

/** Returns true for text that ends in an equals sign right before a bar, at its height: the name of a fraction of quantities. */
function defines(
  { fragment: { text, baseline }, box, size }: SeenFragment,
  { from, at }: Ruling,
): boolean {
  const gap = from - box.x1
  const rise = baseline - settings.axis * size - at
  const isBeside = gap > 0 && gap < settings.half * size
  return isBeside && Math.abs(rise) < settings.sameLine * size && nameOfFraction.test(text)
}

/** Groups items that are near each other, directly or through others. */
function groupNear(items: readonly Item[]): Item[][] {
  const sorted = items.toSorted((a, b) => a.box.y0 - b.box.y0)
  const connected = createDisjointSets(sorted.length)
  const largest = Math.max(...items.map(({ size }) => size))
  for (const [index, item] of sorted.entries()) {
    const reach = item.box.y1 + settings.row * largest
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next] as Item
      if (other.box.y0 > reach) break
      if (areNear(item, other)) connected.join(index, next)
    }
  }
  return connected.sets().map((indices) => indices.map((index) => sorted[index] as Item))
}

function areNear(a: Item, b: Item): boolean {
  if (a.bar && b.bar) return false
  const size = Math.max(a.size, b.size)
  const x = Math.max(a.box.x0 - b.box.x1, b.box.x0 - a.box.x1)
  const y = Math.max(a.box.y0 - b.box.y1, b.box.y0 - a.box.y1)
  const hasBar = a.bar !== undefined || b.bar !== undefined
  if (y <= 0) return x < (hasBar ? settings.half : settings.beside) * size
  return x <= 0 && y < (hasBar ? settings.row : settings.half) * size
}

function groupOf(items: readonly Item[]): Group {
  return {
    fragments: items.flatMap(({ seen }) => seen ?? []),
    bars: items.flatMap(({ bar }) => bar ?? []),
    box: boxAround(items.map(({ box }) => box)),
    size: Math.max(...items.map(({ size }) => size)),
  }
}

export function isInLimits({ fragments, bars }: Group): boolean {
  return Math.max(fragments.length, bars.length) <= limits.groupFragments
}

/** Returns true for a group with a part of a formula, or with a fraction: a bar, and a relation with a variable or a name. */
function isGroup(group: Group): boolean {
  const { fragments, bars } = group
  if (!isInLimits(group)) return false
  const has = (what: 'weak' | 'variables') => fragments.some(({ evidence }) => evidence[what] > 0)
  const isFraction = bars.length > 0 && has('weak') && has('variables')
  return isFraction || isNamed(group) || fragments.some(({ kind }) => kind === 'math')
}

/** Returns true for a fraction of named quantities behind its own name: `Recall = ` before a bar with text above and below. */
export function isNamed({ fragments, bars }: Group): boolean {
  return bars.some((bar) => {
    const at = fragments.filter((seen) => isAtBar(seen, bar))
    const sides = [at.some(({ box }) => box.y1 <= bar.at), at.some(({ box }) => box.y0 >= bar.at)]
    return !sides.includes(false) && fragments.some((seen) => defines(seen, bar))
  })
}

export function addFragment(group: Group, seen: SeenFragment): void {
  group.fragments = [...group.fragments, seen]
  group.box = boxAround([group.box, seen.box])
}

/** Joins a group with other groups and fragments. */
export function joinGroups(group: Group, others: readonly (Group | SeenFragment)[]): Group {
  const parts = others.map((other) =>
    'fragment' in other
      ? { fragments: [other], bars: [], box: other.box, size: other.size }
      : other,
  )
  const all = [group, ...parts]
  return {
    fragments: all.flatMap(({ fragments }) => fragments),
    bars: all.flatMap(({ bars }) => bars),
    box: boxAround(all.map(({ box }) => box)),
    size: Math.max(...all.map(({ size }) => size)),
  }
}
