/** Finds the numbers of displayed equations at the edges of their column. */
import type { BBox } from '../../../model/index.ts'
import { boxAround, boxOfRuling } from '../boxes.ts'
import { type ColumnEdges, endsLines, isLevelWith } from './columns.ts'
import type { SeenFragment } from './evidence.ts'
import type { Group } from './groups.ts'
import { formulaSettings as settings } from './settings.ts'

const numberPattern = /^\(?(\(?[A-Z]?\.?\d{1,3}(?:[.\-–]\d{1,3}){0,2}[a-z]?\*?\)?)\)?$/

/** Returns the number without its parentheses. */
export function numberOf({ fragment }: SeenFragment): string | undefined {
  return /^\((.+)\)$/.exec(fragment.text.trim())?.[1]
}

/** Returns true for the number of an equation, in parentheses. */
export function isNumber({ text }: { readonly text: string }): boolean {
  return /^\(.*\)$/.test(text) && numberPattern.test(text)
}

/** Takes the number at an edge of the column out of a group: it is close to a formula that fills the column, or below it. */
export function takeNumber(
  group: Group,
  column: ColumnEdges,
  fragments: readonly SeenFragment[],
): SeenFragment | undefined {
  const number = group.fragments.find((seen) => {
    const near = settings.half * seen.size
    const isFirst = Math.abs(seen.box.x0 - column.x0) < near
    const isLast = Math.abs(seen.box.x1 - column.x1) < near || endsLines(seen, column, fragments)
    return isNumber(seen.fragment) && (isFirst || isLast)
  })
  if (!number) return undefined
  const rest = group.fragments.filter((seen) => seen !== number)
  if (rest.length === 0) return undefined
  const box = boxAround([...rest.map((seen) => seen.box), ...group.bars.map(boxOfRuling)])
  const isBelow = number.box.y0 > box.y1 - settings.drift * number.size
  const gap = Math.max(number.box.x0 - box.x1, box.x0 - number.box.x1)
  if (!isBelow && gap < settings.quad * number.size) return undefined
  group.fragments = rest
  group.box = isBelow
    ? { ...group.box, x0: box.x0, x1: box.x1, y1: box.y1 }
    : { ...group.box, x0: box.x0, x1: box.x1 }
  return number
}

/** Returns the number on a line of its own below a formula that fills the column. */
export function numberBelow(
  { box, size }: Group,
  column: ColumnEdges,
  fragments: readonly SeenFragment[],
): SeenFragment | undefined {
  return fragments.find((seen) => {
    const gap = seen.box.y0 - box.y1
    const isBelow = gap > -settings.drift * size && gap < settings.row * size
    const isAtEdge = Math.abs(seen.box.x1 - column.x1) < settings.half * size
    return (
      isNumber(seen.fragment) && isBelow && isAtEdge && seen.box.x0 - box.x1 < settings.quad * size
    )
  })
}

/** Splits a group of several equations that have numbers of their own: tall ones are near each other. */
export function splitAtNumbers(group: Group, fragments: readonly SeenFragment[]): Group[] {
  const { box, size } = group
  const numbers = fragments
    .filter((seen) => isNumber(seen.fragment) && isLevelWith(seen, group) && seen.box.x1 >= box.x1)
    .sort((a, b) => a.fragment.baseline - b.fragment.baseline)
  const [first] = numbers
  const isColumn = numbers.every(({ box: { x1 } }) => Math.abs(x1 - (first?.box.x1 ?? 0)) < size)
  if (numbers.length < 2 || !isColumn) return [group]
  const cuts = numbers.slice(1).map((number, index) => {
    const above = numbers[index] as SeenFragment
    return widestGap(group, above.fragment.baseline, number.fragment.baseline)
  })
  if (cuts.includes(undefined)) return [group]
  const partOf = ({ y0, y1 }: BBox) => cuts.filter((cut) => (cut ?? 0) < (y0 + y1) / 2).length
  return numbers.map((_, part) => partOfGroup(group, (own) => partOf(own) === part))
}

/** Returns the middle of the widest vertical gap between the parts of a group, between two heights. */
function widestGap({ fragments, bars }: Group, from: number, to: number): number | undefined {
  const boxes = [...fragments.map(({ box }) => box), ...bars.map(boxOfRuling)]
  let end = from
  let widest = 0
  let middle: number | undefined
  for (const { y0, y1 } of boxes.sort((a, b) => a.y0 - b.y0)) {
    if (end > from && y0 < to && y0 - end > widest) {
      widest = y0 - end
      middle = (y0 + end) / 2
    }
    if (y0 < to) end = Math.max(end, y1)
  }
  return middle
}

function partOfGroup(group: Group, isOwn: (box: BBox) => boolean): Group {
  const fragments = group.fragments.filter(({ box }) => isOwn(box))
  const bars = group.bars.filter((bar) => isOwn(boxOfRuling(bar)))
  const box = boxAround([...fragments.map((seen) => seen.box), ...bars.map(boxOfRuling)])
  return { fragments, bars, box, size: Math.max(0, ...fragments.map(({ size }) => size)) }
}
