/** Finds drawings near a line: rulings above and below it, its underline, fills behind it, figures around it. */

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

export function horizontalRuling(at: SequenceLine, flow: LineSequence, isAbove: boolean): number {
  const page = flow.facts.pages.get(at.block.page)
  const { line } = at
  if (!page || line.fragments[0]?.frame.angleDegrees !== 0) return learnt.far
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

export function isUnderlined({ line, block }: SequenceLine, flow: LineSequence): boolean {
  const page = flow.facts.pages.get(block.page)
  if (!page || line.fragments[0]?.frame.angleDegrees !== 0) return false
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
  const page = flow.facts.pages.get(at.block.page)
  if (!page || at.line.fragments[0]?.frame.angleDegrees !== 0) return false
  const { x0, x1, baseline, size } = at.line
  const y = baseline - size / 3
  const x = x0 + Math.min(x1 - x0, size) / 2
  return page.drawings.fills.some(
    (fill) => isSmall(fill, page) && x > fill.x0 && x < fill.x1 && y > fill.y0 && y < fill.y1,
  )
}

/** Fills that cover most of a page are its background. */
function isSmall(
  {
    x0,
    x1,
    y0,
    y1,
  }: { readonly x0: number; readonly x1: number; readonly y0: number; readonly y1: number },
  { width, height }: StructurePage,
): boolean {
  return (x1 - x0) * (y1 - y0) < 0.5 * width * height
}

export function isInFigure({ block, line }: SequenceLine, { facts }: LineSequence): boolean {
  const x = (block.box.x0 + block.box.x1) / 2
  const y =
    line.fragments[0]?.frame.angleDegrees === 0 ? line.baseline : (block.box.y0 + block.box.y1) / 2
  for (const box of facts.figures.get(block.page) ?? []) {
    if (x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1) return true
  }
  return false
}
