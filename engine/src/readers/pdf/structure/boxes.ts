/** Boxes → the box around them. */
import type { BBox } from '../../../model/index.ts'

export function boxOf(boxes: readonly BBox[]): BBox {
  return {
    x0: Math.min(...boxes.map(({ x0 }) => x0)),
    y0: Math.min(...boxes.map(({ y0 }) => y0)),
    x1: Math.max(...boxes.map(({ x1 }) => x1)),
    y1: Math.max(...boxes.map(({ y1 }) => y1)),
  }
}
