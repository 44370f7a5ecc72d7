/** Pictures and drawings of pages → the boxes of figures. */

import type { BBox } from '../../../model/index.ts'
import type { Drawings, Ruling } from '../content/index.ts'
import { boxAround } from '../layout/index.ts'

/** A figure is at least this wide and high, in points: less is an icon or a rule … */
const MIN_POINTS = 60
/** … and covers at most that share of the page: more is a background, or a scan. */
const MAX_SHARE = 0.6
/** Parts of one drawing are this near, in points. */
const NEAR_POINTS = 6
/** Boxes that are put together; a map has thousands. */
const MAX_BOXES = 400

/** What figures are told from. */
export interface DrawnPage {
  readonly number: number
  readonly drawings: Drawings
  readonly width: number
  readonly height: number
}

export function figuresOfPages(pages: readonly DrawnPage[]): Map<number, BBox[]> {
  return new Map(pages.map((page) => [page.number, figuresOf(page)]))
}

export function figuresOf({ drawings, width, height }: Omit<DrawnPage, 'number'>): BBox[] {
  const boxes = [...drawings.images, ...drawings.shapes].filter(
    (box) => areaOf(box) <= MAX_SHARE * width * height,
  )
  if (boxes.length === 0 || boxes.length > MAX_BOXES) return []
  const connectors = drawings.rulings.map(boxOfRuling).filter((ruling) => connects(ruling, boxes))
  return merge([...boxes, ...connectors]).filter(
    (box) =>
      box.x1 - box.x0 >= MIN_POINTS &&
      box.y1 - box.y0 >= MIN_POINTS &&
      areaOf(box) <= MAX_SHARE * width * height,
  )
}

function boxOfRuling({ isLevel, at, from, to }: Ruling): BBox {
  return isLevel ? { x0: from, y0: at, x1: to, y1: at } : { x0: at, y0: from, x1: at, y1: to }
}

/** A line from one part of a drawing to another is of it: the boxes of a flow chart are far from each other. */
function connects({ x0, y0, x1, y1 }: BBox, boxes: readonly BBox[]): boolean {
  const start = boxes.findIndex((box) => isNear({ x0, y0, x1: x0, y1: y0 }, box))
  if (start < 0) return false
  const end = { x0: x1, y0: y1, x1, y1 }
  return boxes.some((box, index) => index !== start && isNear(end, box))
}

function areaOf({ x0, y0, x1, y1 }: BBox): number {
  return (x1 - x0) * (y1 - y0)
}

function merge(boxes: readonly BBox[]): BBox[] {
  const merged: BBox[] = []
  for (const box of boxes) {
    let whole = box
    for (let index = merged.length - 1; index >= 0; index--) {
      const other = merged[index] as BBox
      if (!isNear(whole, other)) continue
      whole = boxAround([whole, other])
      merged.splice(index, 1)
    }
    merged.push(whole)
  }
  return merged
}

function isNear(a: BBox, b: BBox): boolean {
  return (
    a.x0 - NEAR_POINTS < b.x1 &&
    b.x0 - NEAR_POINTS < a.x1 &&
    a.y0 - NEAR_POINTS < b.y1 &&
    b.y0 - NEAR_POINTS < a.y1
  )
}
