/** Computes the displayed size of a page from its boxes and rotation, and the matrix from user space to top-left points. */
import type { BBox } from '../../../model/index.ts'
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

const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

export interface PageGeometry {
  /** Size in points as displayed: rotated and cropped. */
  readonly width: number
  readonly height: number
  /** Maps default user space to points from the displayed page's top-left corner, y downwards. */
  readonly toPage: Matrix
}

/** A rectangle in user space. */
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
  const [across, up] = [right - left, top - bottom]
  switch (((quarterTurns % 4) + 4) % 4) {
    case 1:
      return { width: up, height: across, toPage: { a: 0, b: 1, c: 1, d: 0, e: -bottom, f: -left } }
    case 2:
      return {
        width: across,
        height: up,
        toPage: { a: -1, b: 0, c: 0, d: 1, e: right, f: -bottom },
      }
    case 3:
      return { width: up, height: across, toPage: { a: 0, b: -1, c: -1, d: 0, e: top, f: right } }
    default:
      return { width: across, height: up, toPage: { a: 1, b: 0, c: 0, d: -1, e: -left, f: top } }
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

/** Returns the matrix of an object, to the space of the page or form that holds it. */
export function readMatrix({ pdfium, scratch, heap }: Engine, object: number): Matrix {
  if (!pdfium.FPDFPageObj_GetMatrix(object, scratch)) return identity
  const at = scratch >> 2
  const { floats } = heap()
  // Destructuring a view costs more than the call.
  return {
    a: floats[at] ?? 1,
    b: floats[at + 1] ?? 0,
    c: floats[at + 2] ?? 0,
    d: floats[at + 3] ?? 1,
    e: floats[at + 4] ?? 0,
    f: floats[at + 5] ?? 0,
  }
}

/** Returns the box of an object on the page; `undefined` if PDFium does not know it. */
export function boxOfObject(
  { pdfium, scratch, heap }: Engine,
  object: number,
  toPage: Matrix,
): BBox | undefined {
  if (!pdfium.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) {
    return undefined
  }
  const at = scratch >> 2
  const [left = 0, bottom = 0, right = 0, top = 0] = heap().floats.subarray(at, at + 4)
  return boxOnPage(toPage, { left, top, right, bottom })
}

/** Combines two transformations: `a` first, then `b` (ISO 32000-1, 8.3.4). */
export function multiply(a: Matrix, b: Matrix): Matrix {
  return {
    a: a.a * b.a + a.b * b.c,
    b: a.a * b.b + a.b * b.d,
    c: a.c * b.a + a.d * b.c,
    d: a.c * b.b + a.d * b.d,
    e: a.e * b.a + a.f * b.c + b.e,
    f: a.e * b.b + a.f * b.d + b.f,
  }
}

/** Returns the box on the page around a rectangle in user space. */
export function boxOnPage({ a, b, c, d, e, f }: Matrix, { left, top, right, bottom }: Box): BBox {
  const xs = [a * left, a * right].flatMap((x) => [x + c * top + e, x + c * bottom + e])
  const ys = [b * left, b * right].flatMap((y) => [y + d * top + f, y + d * bottom + f])
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}
