/** Finds regions of ruled tables: rulings that touch each other, with text between. */
import type { BBox } from '../../../model/index.ts'
import { areaOfBox, isBoxIn } from '../boxes.ts'
import type { Ruling } from '../content/index.ts'
import { sumOf } from '../statistics.ts'
import { isFlush } from './flush.ts'
import { findHalfRuledRegions } from './half-ruled.ts'
import { opensCaption } from './prose.ts'
import { linesWithin, type Region, regionOf } from './region.ts'
import { type Component, findComponents, isDrawn, type Lines } from './rulings.ts'
import type { TextLine } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

/**
 * Finds regions bounded by lines that touch: fully ruled tables, and frames that may hold one.
 *
 * @returns Larger regions first.
 */
export function findRuledRegions(rulings: Lines, lines: readonly TextLine[]): Region[] {
  const components = findComponents(rulings).filter(
    ({ horizontal, vertical }) => horizontal.length > 0 && vertical.length > 0,
  )
  const regions = stack(components, lines)
    .filter(isLarge)
    .sort((a, b) => areaOfBox(b) - areaOfBox(a))
    .map((box) => kindOf(regionOf(box, lines, rulings, 'ruled')))
    .filter((region) => region.lines.length > 0)
  if (!regions.some(isShaded)) return regions
  const wider = findHalfRuledRegions({ horizontal: rulings.horizontal, vertical: [] }, lines)
  return regions.filter(
    (region) => !isShaded(region) || !wider.some((table) => isPart(region, table)),
  )
}

/** Returns true if only the edges of fills show the columns. */
function isShaded({ vertical }: Region): boolean {
  return !vertical.some(isDrawn)
}

/** Returns true if a region is a part of the rows of a larger table. */
function isPart({ box }: Region, { box: whole }: Region): boolean {
  const isLarger = whole.y1 - whole.y0 > settings.clearlyLarger * (box.y1 - box.y0)
  return isLarger && isBoxIn(box, whole, settings.stripPoints)
}

/**
 * Makes a frame without inner vertical rulings a half-ruled region, because it shows no more about columns than rules
 * do.
 */
function kindOf(region: Region): Region {
  const { box, vertical } = region
  const isInner = (ruling: Ruling) =>
    ruling.at > box.x0 + settings.stripPoints &&
    ruling.at < box.x1 - settings.stripPoints &&
    (isDrawn(ruling) || ruling.to - ruling.from >= settings.half * (box.y1 - box.y0))
  const length = sumOf(vertical.filter(isInner), ({ from, to }) => to - from)
  const isGrid = length >= settings.half * (box.y1 - box.y0)
  return isGrid ? region : { ...region, kind: 'halfRuled' }
}

/** Returns true for the box of a table; a smaller one is a check box or a logo. */
function isLarge({ x0, y0, x1, y1 }: BBox): boolean {
  return x1 - x0 >= settings.minWidthPoints && y1 - y0 >= settings.linePoints
}

interface Box {
  readonly box: BBox
  /** Positions of the vertical rulings. */
  readonly walls: readonly number[]
  /** True if it has drawn lines, false for a fill. */
  readonly isFrame: boolean
}

/** Joins boxes of the same height side by side: cells may have frames of their own, with a gap between. */
function abreast(components: readonly Component[]): Box[] {
  const rows: Box[] = []
  const boxes = components.map(({ box, vertical }) => ({
    box,
    walls: vertical.map(({ at }) => at),
    isFrame: vertical.some(isDrawn),
  }))
  for (const next of boxes.sort((a, b) => a.box.x0 - b.box.x0)) {
    const at = rows.findLastIndex((left) => areAbreast(left, next))
    const { box, walls } = rows[at] ?? next
    if (at < 0) rows.push(next)
    else rows[at] = { ...next, box: { ...box, x1: next.box.x1 }, walls: [...walls, ...next.walls] }
  }
  return rows
}

function areAbreast({ box: left, isFrame }: Box, { box: right, isFrame: isOther }: Box): boolean {
  if (!isFrame || !isOther) return false
  const gap = right.x0 - left.x1
  if (gap <= 0 || gap > settings.paddingPoints) return false
  return (
    Math.abs(left.y0 - right.y0) < settings.nearPoints &&
    Math.abs(left.y1 - right.y1) < settings.nearPoints
  )
}

/** Joins boxes of the same width on top of each other. */
function stack(components: readonly Component[], lines: readonly TextLine[]): BBox[] {
  const stacked: Box[] = []
  for (const next of abreast(components).sort((a, b) => a.box.y0 - b.box.y0)) {
    const at = stacked.findLastIndex((other) => haveSameSides(other.box, next.box))
    const above = stacked[at]
    if (above && isRightAbove(above, next, lines)) {
      const box = { ...above.box, y1: Math.max(above.box.y1, next.box.y1) }
      stacked[at] = { ...next, box }
    } else stacked.push(next)
  }
  return stacked.map(({ box }) => box)
}

function haveSameSides(a: BBox, b: BBox): boolean {
  return (
    Math.abs(a.x0 - b.x0) < settings.stripPoints && Math.abs(a.x1 - b.x1) < settings.stripPoints
  )
}

function isRightAbove(above: Box, below: Box, lines: readonly TextLine[]): boolean {
  const gap = below.box.y0 - above.box.y1
  if (gap <= -settings.sidePoints || gap >= 2 * settings.linePoints) return false
  // A title on a bar is above a grid, not in it.
  if (above.isFrame !== below.isFrame && gap > settings.nearPoints) return false
  return gap < settings.sidePoints || isBand(above, below, lines)
}

/** Returns true if two boxes with the same columns have a single row of one text between them that is no larger heading. */
function isBand(above: Box, below: Box, lines: readonly TextLine[]): boolean {
  const { x0, x1, y1: y0 } = above.box
  const between = linesWithin(lines, { x0, x1, y0, y1: below.box.y0 - settings.nearPoints })
  const [only] = between
  if (!only || between.length > 1 || only.segments.length > 1 || opensCaption(only)) return false
  const rows = linesWithin(lines, above.box)
  if (rows.every(({ size }) => only.size >= settings.clearlyLarger * size)) return false
  return above.walls.length > 0 && above.walls.every((at) => isFlush(at, below.walls))
}
