/** Turns path objects into rulings, fills, and boxes of other shapes, in top-left points. */
import type { BBox } from '../../../model/index.ts'
import { boxOfRuling } from '../boxes.ts'
import type { Engine } from './engine.ts'
import { segmentTypes } from './format.ts'
import { boxOfObject, type Matrix, multiply, type PageGeometry, readMatrix } from './geometry.ts'
import { contentLimits as limits, contentSettings as settings } from './settings.ts'
import { readColor } from './text-objects.ts'

/** A horizontal or vertical drawn line. Lengths are points. */
export interface Ruling {
  readonly isHorizontal: boolean
  /** y of the middle of a horizontal line, x of a vertical one. */
  readonly at: number
  /** Ends of the line along the other axis. */
  readonly from: number
  readonly to: number
  readonly thickness: number
}

/** An area filled with one colour. */
export interface Fill extends BBox {
  /** 0xRRGGBBAA. */
  readonly color: number
}

interface Point {
  readonly x: number
  readonly y: number
}

interface Subpath {
  readonly points: Point[]
  curved: boolean
  closed: boolean
}

interface Paint {
  readonly filled: boolean
  readonly stroked: boolean
  readonly width: number
  readonly fillColor: number
  /** True for white paint, which only shows on a fill. */
  readonly isWhite: boolean
}

/** Collects the paths of one page. */
export class PathReader {
  readonly found: {
    readonly rulings: Ruling[]
    readonly dashes: Ruling[]
    readonly fills: Fill[]
    readonly shapes: BBox[]
  } = { rulings: [], dashes: [], fills: [], shapes: [] }
  readonly #engine: Engine
  readonly #page: BBox
  #segments = 0

  constructor(engine: Engine, geometry: PageGeometry) {
    this.#engine = engine
    this.#page = { x0: 0, y0: 0, x1: geometry.width, y1: geometry.height }
  }

  read(object: number, toPage: Matrix): void {
    const { pdfium } = this.#engine
    const count = pdfium.FPDFPath_CountSegments(object)
    if (count < 2) return
    const paint = this.#paintOf(object, toPage)
    if (!paint.filled && !paint.stroked) return
    this.#segments += count
    if (count > limits.maxPathSegments || this.#segments > limits.maxSegments) {
      this.#addOther(this.boxOf(object, toPage), count)
      return
    }
    const matrix = multiply(readMatrix(this.#engine, object), toPage)
    for (const subpath of this.#subpathsOf(object, count, matrix)) {
      if (paint.isWhite) this.#addWhite(subpath, paint)
      else this.#add(subpath, paint)
    }
  }

  /** Adds a shading as a shape: presentations draw the balls of their lists with shadings. */
  addShading(object: number, toPage: Matrix): void {
    this.#addOther(this.boxOf(object, toPage), Number.POSITIVE_INFINITY)
  }

  /**
   * Adds a filled box as a ruling along its longer side.
   *
   * @returns False if the box is too thick.
   */
  addThin(box: BBox): boolean {
    const isHorizontal = box.x1 - box.x0 >= box.y1 - box.y0
    const thickness = isHorizontal ? box.y1 - box.y0 : box.x1 - box.x0
    if (thickness > settings.maxRulePoints) return false
    this.#addRuling(lineThrough(box, isHorizontal, thickness))
    return true
  }

  /** Box of an object on the page, within the page. */
  boxOf(object: number, toPage: Matrix): BBox | undefined {
    const box = boxOfObject(this.#engine, object, toPage)
    return box && this.#clip(box)
  }

  #paintOf(object: number, toPage: Matrix): Paint {
    const { pdfium, scratch } = this.#engine
    const none: Paint = { filled: false, stroked: false, width: 0, fillColor: 0, isWhite: false }
    if (!pdfium.FPDFPath_GetDrawMode(object, scratch, scratch + 4)) return none
    const view = new DataView(this.#engine.heap().bytes.buffer)
    const fills = view.getInt32(scratch, true) !== 0
    const strokes = view.getInt32(scratch + 4, true) !== 0
    // Patterns, which have no plain colour, count as black.
    const fillColor = fills ? (readColor(this.#engine, object) ?? 0xff) : 0
    const strokeColor = strokes
      ? (readColor(this.#engine, object, 'FPDFPageObj_GetStrokeColor') ?? 0xff)
      : 0
    const width = strokes ? this.#strokeWidth(object, toPage) : 0
    const [filled, stroked] = [isVisible(fillColor), isVisible(strokeColor)]
    if (filled || stroked || this.found.fills.length === 0) {
      return { filled, stroked, width, fillColor, isWhite: false }
    }
    const isOpaque = (color: number) => (color & 0xff) !== 0
    return {
      filled: isOpaque(fillColor),
      stroked: isOpaque(strokeColor),
      width,
      fillColor,
      isWhite: true,
    }
  }

  #strokeWidth(object: number, toPage: Matrix): number {
    const { pdfium, scratch } = this.#engine
    const { a, b, c, d } = multiply(readMatrix(this.#engine, object), toPage)
    if (!pdfium.FPDFPageObj_GetStrokeWidth(object, scratch)) return 0
    const width = this.#engine.heap().floats[scratch >> 2] ?? 0
    return width * Math.sqrt(Math.abs(a * d - b * c))
  }

  #subpathsOf(object: number, count: number, matrix: Matrix): Subpath[] {
    const { pdfium, scratch } = this.#engine
    const at = scratch >> 2
    const subpaths: Subpath[] = []
    let current: Subpath | undefined
    for (let index = 0; index < count; index++) {
      const segment = pdfium.FPDFPath_GetPathSegment(object, index)
      const type = pdfium.FPDFPathSegment_GetType(segment)
      if (!pdfium.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4)) continue
      const { floats } = this.#engine.heap()
      const point = apply(matrix, floats[at] ?? 0, floats[at + 1] ?? 0)
      if (type === segmentTypes.move || !current) {
        current = { points: [], curved: false, closed: false }
        subpaths.push(current)
      }
      current.points.push(point)
      if (type === segmentTypes.bezier) current.curved = true
      else if (type !== segmentTypes.line && type !== segmentTypes.move) continue
      if (pdfium.FPDFPathSegment_GetClose(segment)) current.closed = true
    }
    return subpaths
  }

  /** Adds a white line on a fill: presentations separate the shaded cells of their tables with them. */
  #addWhite(subpath: Subpath, paint: Paint): void {
    const { x0, y0, x1, y1 } = boxAround(subpath.points)
    if (Math.min(x1 - x0, y1 - y0) > settings.maxRulePoints) return
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
    const margin = settings.maxRulePoints
    const isOn = (fill: Fill) =>
      fill.x0 < x + margin && fill.x1 > x - margin && fill.y0 < y + margin && fill.y1 > y - margin
    if (!this.found.fills.some(isOn)) return
    if (paint.stroked) this.#addSides(subpath, paint.width)
    else this.addThin({ x0, y0, x1, y1 })
  }

  #add(subpath: Subpath, paint: Paint): void {
    const box = boxAround(subpath.points)
    const thin = Math.min(box.x1 - box.x0, box.y1 - box.y0)
    if (paint.filled && !paint.stroked && this.addThin(box)) return
    if (subpath.curved || !isUpright(subpath)) {
      this.#addOther(isHairline(box) ? box : this.#clip(box), subpath.points.length)
    } else if (paint.filled && subpath.points.length >= 4 && thin > settings.maxRulePoints) {
      this.#addFill(box, paint.fillColor)
    }
    if (paint.stroked) this.#addSides(subpath, paint.width)
  }

  /** Adds a path other than a box or horizontal and vertical lines, or one that exceeds a limit of segments. */
  #addOther(box: BBox | undefined, count: number): void {
    if (box && count <= settings.ruleSegments && isHairline(box)) this.addThin(box)
    else if (box && this.found.shapes.length < limits.maxShapes) this.found.shapes.push(box)
  }

  #addSides({ points, closed }: Subpath, width: number): void {
    const sides = closed ? points.length : points.length - 1
    for (let index = 0; index < sides; index++) {
      const a = points[index] as Point
      const b = points[(index + 1) % points.length] as Point
      const box = {
        x0: Math.min(a.x, b.x),
        y0: Math.min(a.y, b.y),
        x1: Math.max(a.x, b.x),
        y1: Math.max(a.y, b.y),
      }
      const isHorizontal = box.y1 - box.y0 <= settings.straightPoints
      if (!isHorizontal && box.x1 - box.x0 > settings.straightPoints) continue
      const line = lineThrough(box, isHorizontal, width)
      // A line drawn with a thick pen is a filled box.
      if (width > settings.maxRulePoints) this.#addFill(boxOfRuling(line, width), 0xff)
      else this.#addRuling(line)
    }
  }

  #addFill(box: BBox, color: number): void {
    const clipped = this.#clip(box)
    if (clipped) this.found.fills.push({ ...clipped, color })
  }

  #addRuling({ isHorizontal, at, from, to, thickness }: Ruling): void {
    const { x1: width, y1: height } = this.#page
    const [across, along] = isHorizontal ? [height, width] : [width, height]
    const start = Math.max(0, from)
    const end = Math.min(along, to)
    if (at < -1 || at > across + 1 || !(end - start >= settings.minDashPoints)) return
    const ruling = { isHorizontal, at, from: start, to: end, thickness }
    if (end - start >= settings.minRulePoints) this.found.rulings.push(ruling)
    else if (isHorizontal && this.found.dashes.length < limits.maxShapes)
      this.found.dashes.push(ruling)
  }

  #clip(box: BBox): BBox | undefined {
    const page = this.#page
    const x0 = Math.max(page.x0, box.x0)
    const y0 = Math.max(page.y0, box.y0)
    const x1 = Math.min(page.x1, box.x1)
    const y1 = Math.min(page.y1, box.y1)
    return x1 > x0 && y1 > y0 ? { x0, y0, x1, y1 } : undefined
  }
}

/** Returns the line along the middle of a thin box. */
function lineThrough({ x0, y0, x1, y1 }: BBox, isHorizontal: boolean, thickness: number): Ruling {
  return isHorizontal
    ? { isHorizontal, at: (y0 + y1) / 2, from: x0, to: x1, thickness }
    : { isHorizontal, at: (x0 + x1) / 2, from: y0, to: y1, thickness }
}

function apply({ a, b, c, d, e, f }: Matrix, x: number, y: number): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

function boxAround(points: readonly Point[]): BBox {
  let x0 = Number.POSITIVE_INFINITY
  let y0 = Number.POSITIVE_INFINITY
  let x1 = Number.NEGATIVE_INFINITY
  let y1 = Number.NEGATIVE_INFINITY
  for (const { x, y } of points) {
    x0 = Math.min(x0, x)
    y0 = Math.min(y0, y)
    x1 = Math.max(x1, x)
    y1 = Math.max(y1, y)
  }
  return { x0, y0, x1, y1 }
}

/** Returns true if all sides are horizontal or vertical. */
function isUpright({ points }: Subpath): boolean {
  return points.every((point, index) => {
    const before = points[index - 1] ?? point
    const dx = Math.abs(point.x - before.x)
    return dx <= settings.straightPoints || Math.abs(point.y - before.y) <= settings.straightPoints
  })
}

/** Returns true if a path with curves or slanted sides is only a line: under a skewed matrix, or drawn with round ends. */
function isHairline({ x0, y0, x1, y1 }: BBox): boolean {
  const [short, long] = [Math.min(x1 - x0, y1 - y0), Math.max(x1 - x0, y1 - y0)]
  return short <= settings.maxRulePoints && long >= settings.hairlineRatio * short
}

function isVisible(color: number): boolean {
  const parts = [color >>> 24, (color >>> 16) & 0xff, (color >>> 8) & 0xff]
  return (color & 0xff) !== 0 && parts.some((part) => part < settings.whiteLevel)
}
