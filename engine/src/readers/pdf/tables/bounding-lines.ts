/** Leaves out boxes that bound no cells: those of inline code, keys and labels, and the background of the page. */
import type { BBox } from '../../../model/index.ts'
import { boxAround, isBoxIn } from '../boxes.ts'
import type { Drawings } from '../content/index.ts'
import { textBoxOf, type Word } from '../layout/index.ts'
import { type Component, findComponents, joinRulings, type Lines } from './rulings.ts'
import { tableLimits as limits, tableSettings as settings } from './settings.ts'

/** Returns the rulings and edges of fills that may bound cells. A fill behind all text is the background of the page. */
export function boundingLines(drawings: Drawings, words: readonly Word[]): Lines {
  if (drawings.rulings.length + drawings.fills.length === 0) return { horizontal: [], vertical: [] }
  const isInLine = inLineTest(words, drawings.fills.slice(0, limits.fills))
  const text = boxAround(words.map((word) => textBoxOf(word)))
  const fills = drawings.fills.filter((fill) => !isInLine(fill) && !isBoxIn(text, fill))
  const lines = joinRulings({ ...drawings, fills }, words)
  const components = findComponents(lines)
  const inline = components.filter(
    (one) => isOneBox(one) && (isInCell(one, components) || isInLine(one.box)),
  )
  if (inline.length === 0) return lines
  const out = new Set(inline.flatMap(({ horizontal, vertical }) => [...horizontal, ...vertical]))
  return {
    horizontal: lines.horizontal.filter((ruling) => !out.has(ruling)),
    vertical: lines.vertical.filter((ruling) => !out.has(ruling)),
  }
}

/** Returns true for the lines of one box. It may lack a side, because rulings hide the edges of fills near them. */
function isOneBox({ horizontal, vertical }: Component): boolean {
  return [horizontal, vertical].every(({ length }) => length > 0 && length <= 2)
}

function isLow({ y0, y1 }: BBox): boolean {
  return y1 - y0 <= 2 * settings.linePoints
}

/** Returns true if a box is within a larger grid without touching it. */
function isInCell({ box }: Component, components: readonly Component[]): boolean {
  const isAround = (other: Component) => other.vertical.length > 2 && isBoxIn(box, other.box, -1)
  return isLow(box) && components.some(isAround)
}

/**
 * @returns A test that is true for a box that words of a line fill, if another word of the line is close beside it. The cells of a
 *   table touch each other.
 */
function inLineTest(words: readonly Word[], fills: readonly BBox[]): (box: BBox) => boolean {
  const byPlace = Map.groupBy(words, ({ baseline }) => Math.round(baseline))
  return (box) => {
    if (!isLow(box)) return false
    for (let place = Math.ceil(box.y0); place <= box.y1; place++) {
      const line = byPlace.get(place) ?? []
      const inside = line.filter(({ x0, x1 }) => x0 + x1 > 2 * box.x0 && x0 + x1 < 2 * box.x1)
      const [first, last] = [inside[0], inside.at(-1)]
      if (!first || !last) continue
      if (!isTight(box, first, last) || !line.some((word) => isNextTo(word, box))) return false
      return !fills.some((fill) => isBeside(fill, box))
    }
    return false
  }
}

/** Returns true if a box has no more room at the sides of words than half of an em. */
function isTight(box: BBox, { x0, size }: Word, { x1 }: Word): boolean {
  return Math.max(x0 - box.x0, box.x1 - x1) <= settings.half * size
}

/** Returns true if two boxes of one height are side by side without a blank between them. */
function isBeside(a: BBox, b: BBox): boolean {
  const isInRow = Math.abs(a.y0 - b.y0) + Math.abs(a.y1 - b.y1) <= 2 * settings.touchPoints
  return isInRow && Math.abs(Math.max(a.x0 - b.x1, b.x0 - a.x1)) <= settings.snapPoints
}

function isNextTo({ x0, x1, size }: Word, box: BBox): boolean {
  const gap = Math.max(box.x0 - x1, x0 - box.x1)
  return gap > -settings.touchPoints && gap <= settings.half * size
}
