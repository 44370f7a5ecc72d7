/** Computes the areas and unions of boxes and the boxes of rulings, and tests positions. */
import type { BBox } from '../../model/index.ts'

/** A horizontal line at a height, or a vertical one at an x. */
interface Line {
  readonly isHorizontal: boolean
  readonly at: number
  readonly from: number
  readonly to: number
}

/** Returns the box of a ruling: flat, or as thick as it is drawn. */
export function boxOfRuling({ isHorizontal, at, from, to }: Line, thickness = 0): BBox {
  const [near, far] = [at - thickness / 2, at + thickness / 2]
  return isHorizontal
    ? { x0: from, x1: to, y0: near, y1: far }
    : { x0: near, x1: far, y0: from, y1: to }
}

/** Returns the area of a box in square points; 0 for a box that is upside down. */
export function areaOfBox({ x0, y0, x1, y1 }: BBox): number {
  return Math.max(0, x1 - x0) * Math.max(0, y1 - y0)
}

/** Returns the area that two boxes share. */
export function commonArea(a: BBox, b: BBox): number {
  return areaOfBox({
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  })
}

/** Returns true if the centre of a box lies within another box. */
export function isCentreIn({ x0, y0, x1, y1 }: BBox, around: BBox): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  return x > around.x0 && x < around.x1 && y > around.y0 && y < around.y1
}

/** Returns true if a box lies within another one, or at most `tolerance` outside of it. */
export function isBoxIn({ x0, y0, x1, y1 }: BBox, around: BBox, tolerance = 0): boolean {
  return (
    x0 >= around.x0 - tolerance &&
    y0 >= around.y0 - tolerance &&
    x1 <= around.x1 + tolerance &&
    y1 <= around.y1 + tolerance
  )
}

/** Returns the box around boxes. */
export function boxAround(boxes: readonly BBox[]): BBox {
  let x0 = Number.POSITIVE_INFINITY
  let y0 = Number.POSITIVE_INFINITY
  let x1 = Number.NEGATIVE_INFINITY
  let y1 = Number.NEGATIVE_INFINITY
  for (const box of boxes) {
    x0 = Math.min(x0, box.x0)
    y0 = Math.min(y0, box.y0)
    x1 = Math.max(x1, box.x1)
    y1 = Math.max(y1, box.y1)
  }
  return { x0, y0, x1, y1 }
}
