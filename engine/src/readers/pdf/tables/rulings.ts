/** Turns drawn rulings and edges of fills into the visible lines: snapped, joined, without duplicates. */

import type { BBox } from '../../../model/index.ts'
import { boxAround, isBoxIn } from '../boxes.ts'
import type { Drawings, Fill, Ruling } from '../content/index.ts'
import { createDisjointSets } from '../disjoint-sets.ts'
import type { Word } from '../layout/index.ts'
import { tableLimits as limits, tableSettings as settings } from './settings.ts'

/** The lines of a page, including the edges of fills. */
export interface Lines {
  readonly horizontal: readonly Ruling[]
  readonly vertical: readonly Ruling[]
}

export function joinRulings({ rulings, fills }: Drawings, words: readonly Word[]): Lines {
  const underlined = underlineTest(words)
  const drawn = rulings.slice(0, limits.rulings).filter((ruling) => !underlined(ruling))
  const edges = visibleFills(fills)
    .flatMap(edgesOf)
    .filter((edge) => !drawn.some((ruling) => isBeside(edge, ruling)))
  const all = [...drawn, ...edges]
  return {
    horizontal: joinAlong(all.filter(({ isHorizontal }) => isHorizontal)),
    vertical: joinAlong(all.filter(({ isHorizontal }) => !isHorizontal)),
  }
}

const placeOf = ({ baseline }: Word) => Math.round(baseline)

/**
 * @returns A test that is true for rulings that underline words, mostly links: they begin and end with the words. One end
 * may be within a word, because brackets and commas next to a link are part of its words. Such a ruling must be below the
 * baseline: dashes of a dashed ruling on it also end within words.
 */
function underlineTest(words: readonly Word[]): (ruling: Ruling) => boolean {
  const byPlace = Map.groupBy(words, placeOf)
  return ({ isHorizontal, at, from, to }) => {
    if (!isHorizontal) return false
    for (let place = Math.floor(at) - 4; place <= Math.ceil(at); place++) {
      const near = (byPlace.get(place) ?? []).filter(
        ({ baseline, size }) => at >= baseline && at - baseline <= settings.underlineEms * size,
      )
      const begins = near.some(({ x0 }) => Math.abs(x0 - from) <= settings.snapPoints)
      const ends = near.some(({ x1 }) => Math.abs(x1 - to) <= settings.snapPoints)
      if (begins && ends) return true
      const isWithin = (x: number) =>
        near.some(({ x0, x1, baseline }) => x > x0 && x < x1 && at > baseline)
      if ((begins && isWithin(to)) || (ends && isWithin(from))) return true
    }
    return false
  }
}

function isCellLike({ x0, y0, x1, y1 }: Fill): boolean {
  return x1 - x0 >= settings.minShapePoints && y1 - y0 >= settings.minShapePoints
}

/** Returns the visible fills: joins those of one colour that share a whole side, and drops those inside another one. */
function visibleFills(fills: readonly Fill[]): Fill[] {
  const areas: Fill[] = []
  for (const fill of fills.filter(isCellLike).slice(0, limits.fills)) {
    let grown = fill
    for (let at = areas.length - 1; at >= 0; at--) {
      const other = areas[at] as Fill
      if (other.color !== fill.color) continue
      const union = unionOf(other, grown)
      if (!union) continue
      grown = union
      areas.splice(at, 1)
    }
    areas.push(grown)
  }
  return areas
}

/** Returns the union of two fills if it is a rectangle. */
function unionOf(a: Fill, b: Fill): Fill | undefined {
  const tolerance = settings.touchPoints
  const union = boxAround([a, b])
  const isSame = (one: number, other: number) => Math.abs(one - other) <= tolerance
  const isStacked =
    isSame(a.x0, b.x0) &&
    isSame(a.x1, b.x1) &&
    union.y1 - union.y0 <= a.y1 - a.y0 + b.y1 - b.y0 + tolerance
  const isInRow =
    isSame(a.y0, b.y0) &&
    isSame(a.y1, b.y1) &&
    union.x1 - union.x0 <= a.x1 - a.x0 + b.x1 - b.x0 + tolerance
  const isRectangle = isStacked || isInRow || isBoxIn(b, a, tolerance) || isBoxIn(a, b, tolerance)
  return isRectangle ? { ...union, color: a.color } : undefined
}

function isBeside(edge: Ruling, ruling: Ruling): boolean {
  if (
    edge.isHorizontal !== ruling.isHorizontal ||
    Math.abs(edge.at - ruling.at) > settings.paddingPoints
  ) {
    return false
  }
  const common = Math.min(edge.to, ruling.to) - Math.max(edge.from, ruling.from)
  return common >= 0.5 * (edge.to - edge.from)
}

/** Returns true for a drawn line, false for the edge of a filled area. */
export function isDrawn({ thickness }: Ruling): boolean {
  return thickness >= 0
}

function edgesOf({ x0, y0, x1, y1 }: BBox): Ruling[] {
  const thickness = -1
  return [
    { isHorizontal: true, at: y0, from: x0, to: x1, thickness },
    { isHorizontal: true, at: y1, from: x0, to: x1, thickness },
    { isHorizontal: false, at: x0, from: y0, to: y1, thickness },
    { isHorizontal: false, at: x1, from: y0, to: y1, thickness },
  ]
}

/** Joins rulings of one direction that lie on one line and touch. */
function joinAlong(rulings: readonly Ruling[]): Ruling[] {
  const joined: Ruling[] = []
  for (const group of groupByPlace(rulings)) {
    const at = weightedPlace(group)
    let open: Ruling | undefined
    for (const ruling of group.sort((a, b) => a.from - b.from)) {
      if (open && ruling.from <= open.to + settings.nearPoints) {
        const [to, thickness] = [
          Math.max(open.to, ruling.to),
          Math.max(open.thickness, ruling.thickness),
        ]
        open = { ...open, to, thickness }
        continue
      }
      if (open) joined.push(open)
      open = { ...ruling, at }
    }
    if (open) joined.push(open)
  }
  return joined
}

function groupByPlace(rulings: readonly Ruling[]): Ruling[][] {
  const groups: Ruling[][] = []
  for (const ruling of [...rulings].sort((a, b) => a.at - b.at)) {
    const group = groups.at(-1)
    const [first] = group ?? []
    if (group && first && ruling.at - first.at <= settings.snapPoints) group.push(ruling)
    else groups.push([ruling])
  }
  return groups
}

/** Returns the mean position weighted by length, which is that of the long line, not of ticks beside it. */
function weightedPlace(group: readonly Ruling[]): number {
  let length = 0
  let sum = 0
  for (const { at, from, to } of group) {
    length += to - from
    sum += at * (to - from)
  }
  return length > 0 ? sum / length : (group[0]?.at ?? 0)
}

/**
 * Joins rules at one height with small gaps: below a head, a fragment may be drawn for each of its columns.
 *
 * @param horizontal Rules as `joinRulings` returns them: those of one height have the same position.
 * @returns Rules from top to bottom, then from left to right.
 */
export function joinFragments(horizontal: readonly Ruling[]): Ruling[] {
  const rules: Ruling[] = []
  for (const rule of [...horizontal].sort((a, b) => a.at - b.at || a.from - b.from)) {
    const last = rules.at(-1)
    const gap = last?.at === rule.at ? rule.from - last.to : Number.NaN
    if (last && gap >= 0 && gap <= settings.fragmentGapPoints) {
      rules[rules.length - 1] = { ...last, to: rule.to }
    } else rules.push(rule)
  }
  return rules
}

/** A set of lines that touch each other. */
export interface Component {
  readonly horizontal: readonly Ruling[]
  readonly vertical: readonly Ruling[]
  readonly box: BBox
}

/** Groups lines that touch each other; an isolated line is a group. */
export function findComponents({ horizontal, vertical }: Lines): Component[] {
  if (horizontal.length * vertical.length > limits.pairs) return []
  const all = [...horizontal, ...vertical]
  const connected = createDisjointSets(all.length)
  for (let i = 0; i < horizontal.length; i++) {
    for (let j = 0; j < vertical.length; j++) {
      if (touch(horizontal[i] as Ruling, vertical[j] as Ruling))
        connected.join(i, horizontal.length + j)
    }
  }
  return connected.sets().map((indices) => {
    const members = indices.map((index) => all[index] as Ruling)
    const horizontals = members.filter(({ isHorizontal }) => isHorizontal)
    const verticals = members.filter(({ isHorizontal }) => !isHorizontal)
    return { horizontal: horizontals, vertical: verticals, box: boxOf(horizontals, verticals) }
  })
}

function touch(horizontal: Ruling, vertical: Ruling): boolean {
  return (
    vertical.at >= horizontal.from - settings.nearPoints &&
    vertical.at <= horizontal.to + settings.nearPoints &&
    horizontal.at >= vertical.from - settings.nearPoints &&
    horizontal.at <= vertical.to + settings.nearPoints
  )
}

function boxOf(horizontal: readonly Ruling[], vertical: readonly Ruling[]): BBox {
  const xs = [...horizontal.flatMap(({ from, to }) => [from, to]), ...vertical.map(({ at }) => at)]
  const ys = [...vertical.flatMap(({ from, to }) => [from, to]), ...horizontal.map(({ at }) => at)]
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}
