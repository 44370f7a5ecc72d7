/** Finds and places turned text on pages of upright text, such as the labels of axes: each stands beside the text next to it. */
import type { BBox } from '../../../model/index.ts'
import { createDisjointSets } from '../disjoint-sets.ts'
import type { LineFragment } from '../layout/index.ts'
import { structureSettings as settings } from './settings.ts'

/** Returns true for a page with little turned text beside upright text. */
export function hasTurnedLabels(fragments: readonly LineFragment[]): boolean {
  let [turned, upright] = [0, 0]
  for (const { text, frame } of fragments) {
    if (frame.angleDegrees === 0) upright += text.length
    else turned += text.length
  }
  return turned > 0 && turned < settings.turnedShare * upright
}

/** Groups fragments of one direction that are close to each other: the labels of charts above each other are on one line. */
export function splitLabels(fragments: readonly LineFragment[]): LineFragment[][] {
  if (fragments.length > settings.turnedFragments) return [[...fragments]]
  const sets = createDisjointSets(fragments.length)
  for (const [at, one] of fragments.entries()) {
    for (let before = 0; before < at; before++) {
      const other = fragments[before]
      if (other && areNear(one, other)) sets.join(before, at)
    }
  }
  return sets.sets().map((own) => own.flatMap((at) => fragments[at] ?? []))
}

/** Returns true for parts of one label: the numbers of an axis are further from each other. */
function areNear(one: LineFragment, other: LineFragment): boolean {
  const areTicks = number.test(one.text) && number.test(other.text)
  const reach = areTicks ? settings.tickEms : 1
  return distance(one, other) < reach * Math.max(one.size, other.size)
}

const number = /^[-−\d.,]+$/

/** A block of a page; those of text have a box and lines. */
interface Block {
  readonly box?: BBox
  readonly lines?: readonly { readonly fragments: readonly LineFragment[] }[]
}

/**
 * Returns the blocks of a page with each turned one next to the nearest upright one. Those in the margins stay last: stamps.
 *
 * @param width Width of the page in points.
 */
export function placeLabels<Own extends Block>(blocks: readonly Own[], width: number): Own[] {
  const upright = blocks.filter((block) => !isTurned(block) && block.lines !== undefined)
  const [left, right] = [
    Math.min(width * settings.sideShare, ...upright.map(({ box = nowhere }) => box.x0)),
    Math.max(width * (1 - settings.sideShare), ...upright.map(({ box = nowhere }) => box.x1)),
  ]
  const isLabel = (block: Own) => {
    const { x0, x1 } = block.box ?? nowhere
    return isTurned(block) && x1 > left && x0 < right
  }
  const labels = blocks.filter(isLabel)
  if (labels.length > settings.turnedFragments) return [...blocks]
  const placed = blocks.filter((block) => !isLabel(block))
  for (const label of labels) {
    let nearest: Own | undefined
    let least = Number.POSITIVE_INFINITY
    for (const block of upright) {
      const far = distance(block.box ?? nowhere, label.box ?? nowhere)
      if (far >= least) continue
      nearest = block
      least = far
    }
    const isAbove = nearest && middle(label) < middle(nearest)
    const at = nearest ? placed.indexOf(nearest) + (isAbove ? 0 : 1) : placed.length
    placed.splice(at, 0, label)
  }
  return placed
}

const nowhere: BBox = { x0: 0, y0: 0, x1: 0, y1: 0 }

function isTurned({ lines }: Block): boolean {
  return (lines?.[0]?.fragments[0]?.frame.angleDegrees ?? 0) !== 0
}

function middle({ box: { y0, y1 } = nowhere }: Block): number {
  return (y0 + y1) / 2
}

function distance(a: BBox, b: BBox): number {
  const x = Math.max(a.x0 - b.x1, b.x0 - a.x1, 0)
  return x + Math.max(a.y0 - b.y1, b.y0 - a.y1, 0)
}
