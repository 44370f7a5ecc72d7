/** Lines that touch each other around text → regions of ruled tables. */
import type { BBox } from '../../../model/index.ts'
import type { Ruling } from '../content/index.ts'
import { type Region, regionOf } from './region.ts'
import { type Component, EDGE, findComponents, type Lines } from './rulings.ts'
import type { TextLine } from './segments.ts'

/** A table is at least this wide and high, in points; less is a box to tick, a logo. */
const MIN_WIDTH_POINTS = 40
const MIN_HEIGHT_POINTS = 14
/** Boxes stacked with less than this many points between them, with the same sides, are one table. */
const STACK_GAP_POINTS = 6
const SAME_SIDE_POINTS = 4

/**
 * Finds regions bounded by lines that touch: fully ruled tables, and frames that may hold one.
 *
 * @returns Larger ones first.
 */
export function findRuledRegions(rulings: Lines, lines: readonly TextLine[]): Region[] {
  const components = findComponents(rulings).filter(
    ({ level, plumb }) => level.length > 0 && plumb.length > 0,
  )
  return stack(components.map(({ box }: Component) => box))
    .filter(isLarge)
    .sort((a, b) => areaOf(b) - areaOf(a))
    .map((box) => kindOf(regionOf(box, lines, rulings, 'ruled')))
    .filter((region) => region.lines.length > 0)
}

/** Plumb lines inside are together as long as that share of the height at least; bars of a chart are shorter. */
const MIN_INNER_SHARE = 0.5

/** A frame without plumb lines inside says as little of columns as rules do. */
function kindOf(region: Region): Region {
  const { box, plumb } = region
  const isInner = ({ at, from, to, thickness }: Ruling) =>
    at > box.x0 + SAME_SIDE_POINTS &&
    at < box.x1 - SAME_SIDE_POINTS &&
    (thickness !== EDGE || to - from >= MIN_INNER_SHARE * (box.y1 - box.y0))
  const length = plumb.filter(isInner).reduce((sum, { from, to }) => sum + to - from, 0)
  const isGrid = length >= MIN_INNER_SHARE * (box.y1 - box.y0)
  return isGrid ? region : { ...region, kind: 'halfRuled' }
}

function isLarge({ x0, y0, x1, y1 }: BBox): boolean {
  return x1 - x0 >= MIN_WIDTH_POINTS && y1 - y0 >= MIN_HEIGHT_POINTS
}

export function areaOf({ x0, y0, x1, y1 }: BBox): number {
  return Math.max(0, x1 - x0) * Math.max(0, y1 - y0)
}

/** Joins boxes of the same width that stand on each other. */
function stack(boxes: readonly BBox[]): BBox[] {
  const stacked: BBox[] = []
  for (const box of [...boxes].sort((a, b) => a.y0 - b.y0)) {
    const at = stacked.findLastIndex((other) => standsOn(other, box))
    const above = stacked[at]
    if (above) stacked[at] = { ...above, y1: Math.max(above.y1, box.y1) }
    else stacked.push(box)
  }
  return stacked
}

function standsOn(above: BBox, below: BBox): boolean {
  const gap = below.y0 - above.y1
  return (
    gap > -STACK_GAP_POINTS &&
    gap < STACK_GAP_POINTS &&
    Math.abs(above.x0 - below.x0) < SAME_SIDE_POINTS &&
    Math.abs(above.x1 - below.x1) < SAME_SIDE_POINTS
  )
}
