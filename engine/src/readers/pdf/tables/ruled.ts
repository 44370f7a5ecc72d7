/** Finds regions of ruled tables: rulings that touch each other, with text between. */
import type { BBox } from '../../../model/index.ts'
import { areaOfBox } from '../boxes.ts'
import type { Ruling } from '../content/index.ts'
import { findHalfRuledRegions } from './half-ruled.ts'
import { opensCaption } from './prose.ts'
import { linesWithin, type Region, regionOf } from './region.ts'
import { type Component, EDGE, findComponents, type Lines } from './rulings.ts'
import { partition, type TextLine } from './segments.ts'

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
export function findRuledRegions(given: Lines, lines: readonly TextLine[]): Region[] {
  const [components, pills] = partition(
    findComponents(given).filter(({ level, plumb }) => level.length > 0 && plumb.length > 0),
    (component, _, all) => !isPill(component, all),
  )
  const inPills = new Set(pills.flatMap(({ level, plumb }) => [...level, ...plumb]))
  const isGridLine = (ruling: Ruling) => !inPills.has(ruling)
  const rulings =
    pills.length === 0
      ? given
      : { level: given.level.filter(isGridLine), plumb: given.plumb.filter(isGridLine) }
  const regions = stack(components, lines)
    .filter(isLarge)
    .sort((a, b) => areaOfBox(b) - areaOfBox(a))
    .map((box) => kindOf(regionOf(box, lines, rulings, 'ruled')))
    .filter((region) => region.lines.length > 0)
  if (!regions.some(isShaded)) return regions
  const drawn = findHalfRuledRegions({ level: rulings.level.filter(isDrawn), plumb: [] }, lines)
  return regions.filter(
    (region) => !isShaded(region) || !drawn.some((table) => isPart(region, table)),
  )
}

/** Largest height of a box around words of one line, in points. */
const MAX_PILL_POINTS = 24

/** Returns true if a box floats inside a cell of a larger grid, as the background of inline code does. */
function isPill({ box, level, plumb }: Component, all: readonly Component[]): boolean {
  if (level.length > 2 || plumb.length > 2 || box.y1 - box.y0 > MAX_PILL_POINTS) return false
  return all.some(
    (other) =>
      other.plumb.length > 2 &&
      box.x0 > other.box.x0 + 1 &&
      box.x1 < other.box.x1 - 1 &&
      box.y0 > other.box.y0 + 1 &&
      box.y1 < other.box.y1 - 1,
  )
}

function isDrawn({ thickness }: Ruling): boolean {
  return thickness !== EDGE
}

/** Returns true if only the edges of fills show the columns. */
function isShaded({ plumb }: Region): boolean {
  return !plumb.some(isDrawn)
}

/** Least height of a table relative to the coloured cells that are part of it. */
const MIN_WHOLE_FACTOR = 1.25

/** Returns true if a region is some rows of a larger table between drawn rules. */
function isPart({ box }: Region, { box: whole }: Region): boolean {
  const isWithin =
    box.x0 > whole.x0 - SAME_SIDE_POINTS &&
    box.x1 < whole.x1 + SAME_SIDE_POINTS &&
    box.y0 > whole.y0 - SAME_SIDE_POINTS &&
    box.y1 < whole.y1 + SAME_SIDE_POINTS
  return isWithin && whole.y1 - whole.y0 > MIN_WHOLE_FACTOR * (box.y1 - box.y0)
}

/** Least total length of inner plumb rulings, as a share of the height; bars of a chart are shorter. */
const MIN_INNER_SHARE = 0.5

/** Makes a frame without inner plumb rulings a half-ruled region: it shows no more about columns than rules do. */
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

interface Box {
  readonly box: BBox
  /** Places of the plumb rulings. */
  readonly walls: readonly number[]
}

/** Joins boxes of the same width on top of each other. */
function stack(components: readonly Component[], lines: readonly TextLine[]): BBox[] {
  const stacked: Box[] = []
  const boxes = components.map(({ box, plumb }) => ({ box, walls: plumb.map(({ at }) => at) }))
  for (const next of boxes.sort((a, b) => a.box.y0 - b.box.y0)) {
    const at = stacked.findLastIndex((other) => haveSameSides(other.box, next.box))
    const above = stacked[at]
    if (above && standsOn(above, next, lines)) {
      const box = { ...above.box, y1: Math.max(above.box.y1, next.box.y1) }
      stacked[at] = { box, walls: next.walls }
    } else stacked.push(next)
  }
  return stacked.map(({ box }) => box)
}

function haveSameSides(a: BBox, b: BBox): boolean {
  return Math.abs(a.x0 - b.x0) < SAME_SIDE_POINTS && Math.abs(a.x1 - b.x1) < SAME_SIDE_POINTS
}

function standsOn(above: Box, below: Box, lines: readonly TextLine[]): boolean {
  const gap = below.box.y0 - above.box.y1
  if (gap <= -STACK_GAP_POINTS || gap >= MAX_BAND_POINTS) return false
  return gap < STACK_GAP_POINTS || isBand(above, below, lines)
}

/** A row without walls between two boxes, the heading of those below, is at most this many points high. */
const MAX_BAND_POINTS = 24
/** Columns of stacked boxes have their walls at the same places within this many points. */
const SAME_WALL_POINTS = 2

/** Returns true if two boxes with the same columns have a single row of one text between them. */
function isBand(above: Box, below: Box, lines: readonly TextLine[]): boolean {
  const { x0, x1, y1: y0 } = above.box
  const between = linesWithin(lines, { x0, x1, y0, y1: below.box.y0 - STACK_GAP_POINTS / 2 })
  const [only] = between
  if (!only || between.length > 1 || only.segments.length > 1 || opensCaption(only)) return false
  const isSame = (at: number) =>
    below.walls.some((other) => Math.abs(other - at) <= SAME_WALL_POINTS)
  return above.walls.length > 0 && above.walls.every(isSame)
}
