/** Finds the column of running text around a displayed formula, and what is level with the formula in it. */
import { boxAround } from '../boxes.ts'
import type { SeenFragment } from './evidence.ts'
import type { Group } from './groups.ts'
import { formulaSettings as settings } from './settings.ts'

/** The column around a formula, derived from the running text above and below it. */
export interface ColumnEdges {
  readonly x0: number
  readonly x1: number
}

/** Returns the nearest running text above and below a group. */
export function proseAround(
  group: Pick<Group, 'box' | 'fragments'>,
  fragments: readonly SeenFragment[],
  size: number,
): SeenFragment[] {
  const middle = (group.box.x0 + group.box.x1) / 2
  const own = new Set(group.fragments)
  const beside = fragments.filter((seen) => {
    const isBeside = seen.box.x0 <= middle && seen.box.x1 >= middle
    return seen.kind === 'prose' && isBeside && !own.has(seen)
  })
  const distance = ({ box }: SeenFragment) => Math.max(group.box.y0 - box.y1, box.y0 - group.box.y1)
  return beside
    .filter((seen) => distance(seen) < settings.around * size)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, settings.aroundLines)
}

/** Returns the column of the nearest line and of the lines with the same start. */
export function edgesOf(prose: readonly SeenFragment[]): ColumnEdges | undefined {
  const [nearest] = prose
  if (!nearest) return undefined
  const own = prose.filter(
    ({ box }) => Math.abs(box.x0 - nearest.box.x0) < settings.beside * nearest.size,
  )
  return boxAround(own.map(({ box }) => box))
}

/** Columns by fragment, found once: many groups may be level with one fragment. */
const known = new WeakMap<SeenFragment, { readonly edges: ColumnEdges | undefined }>()

function columnOf(seen: SeenFragment, fragments: readonly SeenFragment[]): ColumnEdges | undefined {
  const before = known.get(seen)
  if (before) return before.edges
  const { box, size } = seen
  const edges = edgesOf(proseAround({ box, fragments: [seen] }, fragments, size))
  known.set(seen, { edges })
  return edges
}

/** Returns true for text and formulas of another column, beside one that contains the whole formula. */
export function isInOtherColumn(
  seen: SeenFragment,
  group: Group,
  column: ColumnEdges | undefined,
  fragments: readonly SeenFragment[],
): boolean {
  if (!column) return false
  const { box } = seen
  const isHeld = group.box.x0 > column.x0 - group.size && group.box.x1 < column.x1 + group.size
  if (!isHeld || !(box.x0 > column.x1 || box.x1 < column.x0)) return false
  if (seen.kind === 'prose') return true
  const own = columnOf(seen, fragments)
  return own !== undefined && (own.x0 > column.x1 || own.x1 < column.x0)
}

/** Returns true if the middle of a fragment is at the height of a group. */
export function isLevelWith({ box, size }: SeenFragment, group: Group): boolean {
  const middle = (box.y0 + box.y1) / 2
  return middle > group.box.y0 - 0.2 * size && middle < group.box.y1 + 0.2 * size
}

/** Returns true if a line that begins with the column ends where the fragment does: the lines near a formula may be short. */
export function endsLines(
  { box, size }: SeenFragment,
  column: ColumnEdges,
  fragments: readonly SeenFragment[],
): boolean {
  const near = settings.half * size
  return fragments.some(
    ({ kind, box: line }) =>
      kind === 'prose' && Math.abs(line.x0 - column.x0) < near && Math.abs(line.x1 - box.x1) < near,
  )
}
