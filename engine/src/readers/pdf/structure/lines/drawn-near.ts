/** Finds drawings near a line: rulings above and below it, its underline, fills behind it, figures around it. */

import type { BBox } from '../../../../model/index.ts'
import { areaOfBox } from '../../boxes.ts'
import type { Ruling } from '../../content/index.ts'
import type { StructurePage } from '../layout-blocks.ts'
import type { LineSequence, SequenceLine } from './sequence.ts'
import { featureSettings as learnt } from './settings.ts'

const horizontalRulings = new WeakMap<StructurePage, readonly Ruling[]>()

/** Returns the horizontal rulings of a page, sorted: a form has thousands, and each line needs them three times. */
function rulingsOf(page: StructurePage): readonly Ruling[] {
  const known = horizontalRulings.get(page)
  if (known) return known
  const sorted = page.drawings.rulings
    .filter(({ isHorizontal }) => isHorizontal)
    .toSorted((one, other) => one.at - other.at)
  horizontalRulings.set(page, sorted)
  return sorted
}

/** Returns the index of the first ruling below a height. */
function firstBelow(rulings: readonly Ruling[], y: number): number {
  let [from, to] = [0, rulings.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((rulings[middle] as Ruling).at > y) to = middle
    else from = middle + 1
  }
  return from
}

/** Returns the page of an upright line. */
function pageOf({ line, block }: SequenceLine, { facts }: LineSequence): StructurePage | undefined {
  return line.fragments[0]?.frame.angleDegrees === 0 ? facts.pages.get(block.page) : undefined
}

export function horizontalRuling(at: SequenceLine, flow: LineSequence, isAbove: boolean): number {
  const page = pageOf(at, flow)
  const { line } = at
  if (!page) return learnt.far
  const rulings = rulingsOf(page)
  const into = learnt.overlapEms * line.size
  const step = isAbove ? -1 : 1
  const start = isAbove
    ? firstBelow(rulings, line.y0 + into) - 1
    : firstBelow(rulings, line.y1 - into)
  for (let index = start; ; index += step) {
    const ruling = rulings[index]
    const distance = ruling
      ? (isAbove ? line.y0 - ruling.at : ruling.at - line.y1) / line.size
      : learnt.far
    if (!ruling || distance >= learnt.far) return learnt.far
    if (ruling.to >= line.x0 && ruling.from <= line.x1) return distance
  }
}

export function isUnderlined(at: SequenceLine, flow: LineSequence): boolean {
  const page = pageOf(at, flow)
  const { line } = at
  if (!page) return false
  const ends = learnt.underlineEndsEms * line.size
  const rulings = rulingsOf(page)
  for (let index = firstBelow(rulings, line.baseline); index < rulings.length; index++) {
    const { at: y, from, to } = rulings[index] as Ruling
    if (y - line.baseline > learnt.underlineDepthEms * line.size) return false
    if (Math.abs(from - line.x0) < ends && Math.abs(to - line.x1) < ends) return true
  }
  return false
}

export function isFilled(at: SequenceLine, flow: LineSequence): boolean {
  const page = pageOf(at, flow)
  if (!page) return false
  const { x0, x1, baseline, size } = at.line
  const y = baseline - size / 3
  const x = x0 + Math.min(x1 - x0, size) / 2
  // Fills that cover most of a page are its background.
  const most = 0.5 * page.width * page.height
  return page.drawings.fills.some((fill) => areaOfBox(fill) < most && isIn(x, y, fill))
}

function isIn(x: number, y: number, { x0, y0, x1, y1 }: BBox): boolean {
  return x > x0 && x < x1 && y > y0 && y < y1
}

export function isInFigure({ block, line }: SequenceLine, { facts }: LineSequence): boolean {
  const { x0, x1, y0, y1 } = block.box
  const isUpright = line.fragments[0]?.frame.angleDegrees === 0
  const y = isUpright ? line.baseline : (y0 + y1) / 2
  return (facts.figures.get(block.page) ?? []).some((box) => isIn((x0 + x1) / 2, y, box))
}
