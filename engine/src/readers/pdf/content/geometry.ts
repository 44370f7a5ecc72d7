/** Computes the displayed size of a page from its boxes and rotation, and the matrix from user space to top-left points. */
import type { Engine } from './engine.ts'

/** A transformation: x' = a·x + c·y + e, y' = b·x + d·y + f (ISO 32000-1, 8.3.4). */
export interface Matrix {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

export interface PageGeometry {
  /** Size in points as displayed: rotated and cropped. */
  readonly width: number
  readonly height: number
  /** Maps default user space to points from the displayed page's top-left corner, y downwards. */
  readonly toPage: Matrix
}

interface Box {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

/**
 * @param box The visible part, in user space.
 * @param quarterTurns Clockwise, as in /Rotate (ISO 32000-1, 7.7.3.3).
 */
function pageGeometry(box: Box, quarterTurns: number): PageGeometry {
  const { left, bottom, right, top } = box
  const width = right - left
  const height = top - bottom
  switch (((quarterTurns % 4) + 4) % 4) {
    case 1:
      return {
        width: height,
        height: width,
        toPage: { a: 0, b: 1, c: 1, d: 0, e: -bottom, f: -left },
      }
    case 2:
      return { width, height, toPage: { a: -1, b: 0, c: 0, d: 1, e: right, f: -bottom } }
    case 3:
      return {
        width: height,
        height: width,
        toPage: { a: 0, b: -1, c: -1, d: 0, e: top, f: right },
      }
    default:
      return { width, height, toPage: { a: 1, b: 0, c: 0, d: -1, e: -left, f: top } }
  }
}

/** US Letter, for a page whose boxes are empty or absurd. */
const fallback: Box = { left: 0, bottom: 0, right: 612, top: 792 }

export function readGeometry(engine: Engine, page: number): PageGeometry {
  const { pdfium, scratch } = engine
  const known = pdfium.FPDF_GetPageBoundingBox(page, scratch) !== 0
  const { floats } = engine.heap()
  const at = scratch >> 2
  const [left = 0, top = 0, right = 0, bottom = 0] = floats.subarray(at, at + 4)
  const box = known && right > left && top > bottom ? { left, bottom, right, top } : fallback
  return pageGeometry(box, pdfium.FPDFPage_GetRotation(page))
}
