/**
 * Reads the drawings of a loaded page: rulings, filled areas and pictures, in points from the top-left corner.
 *
 * Covers: stroked and filled paths, thin filled rectangles and thin images (as rulings), small shadings (as
 * shapes), form XObjects with their matrices. Not: clip paths, dash patterns (a dashed line is one ruling), patterns.
 */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import type { Engine } from './engine.ts'
import { objectTypes } from './format.ts'
import { type Matrix, multiply, type PageGeometry, readMatrix } from './geometry.ts'
import { type Fill, PathReader, type Ruling } from './paths.ts'
import { contentLimits as limits, contentSettings as settings } from './settings.ts'

export interface Drawings {
  readonly rulings: readonly Ruling[]
  /** Horizontal lines too short for a ruling: ticks, and underscores of small text. */
  readonly dashes: readonly Ruling[]
  /** Rectangles. */
  readonly fills: readonly Fill[]
  /** Boxes of curves and slanted lines: charts, logos. */
  readonly shapes: readonly BBox[]
  readonly images: readonly BBox[]
  /** Boxes around the texts of each form XObject (ISO 32000-1, 8.10): LaTeX places charts as forms. */
  readonly formTexts: readonly BBox[]
}

export const noDrawings: Drawings = {
  rulings: [],
  dashes: [],
  fills: [],
  shapes: [],
  images: [],
  formTexts: [],
}

interface Walk {
  readonly engine: Engine
  readonly paths: PathReader
  readonly images: BBox[]
  readonly formTexts: BBox[]
  objects: number
}

/** Reads the drawings of a page; limits keep the cost at some milliseconds a page. */
export function readDrawings(engine: Engine, page: number, geometry: PageGeometry): Drawings {
  const { pdfium } = engine
  const paths = new PathReader(engine, geometry)
  const walk: Walk = { engine, paths, images: [], formTexts: [], objects: 0 }
  const count = pdfium.FPDFPage_CountObjects(page)
  for (let index = 0; index < count && walk.objects < limits.maxObjects; index++) {
    visit(walk, pdfium.FPDFPage_GetObject(page, index), geometry.toPage, 0)
  }
  return { ...paths.found, images: walk.images, formTexts: walk.formTexts }
}

/** @param texts Boxes of the texts in the same form; `undefined` outside of forms. */
function visit(walk: Walk, object: number, toPage: Matrix, depth: number, texts?: BBox[]): void {
  if (object === 0) return
  walk.objects++
  const { pdfium } = walk.engine
  const type = pdfium.FPDFPageObj_GetType(object)
  if (type === objectTypes.path) walk.paths.read(object, toPage)
  else if (type === objectTypes.text && texts) {
    const box = walk.paths.boxOf(object, toPage)
    if (box) texts.push(box)
  } else if (type === objectTypes.image) {
    const box = walk.paths.boxOf(object, toPage)
    if (box && !(isThin(walk.engine, object) && walk.paths.addThin(box))) walk.images.push(box)
  } else if (type === objectTypes.shading) {
    walk.paths.addShading(object, toPage)
  } else if (type === objectTypes.form && depth < limits.maxDepth) {
    visitForm(walk, object, toPage, depth, texts)
  }
}

function visitForm(walk: Walk, form: number, toPage: Matrix, depth: number, outer?: BBox[]): void {
  const { pdfium } = walk.engine
  const matrix = multiply(readMatrix(walk.engine, form), toPage)
  const count = pdfium.FPDFFormObj_CountObjects(form)
  const texts: BBox[] = []
  for (let index = 0; index < count && walk.objects < limits.maxObjects; index++) {
    visit(walk, pdfium.FPDFFormObj_GetObject(form, index), matrix, depth + 1, texts)
  }
  if (texts.length === 0 || walk.formTexts.length >= limits.maxShapes) return
  const box = boxAround(texts)
  walk.formTexts.push(box)
  outer?.push(box)
}

/**
 * Detects an image that prints a rule: of one pixel, as Ghostscript writes those of DVI files, or of few rows or columns of pixels, as
 * journals have them.
 */
function isThin({ pdfium, scratch, heap }: Engine, object: number): boolean {
  if (!pdfium.FPDFImageObj_GetImagePixelSize(object, scratch, scratch + 4)) return false
  const view = new DataView(heap().bytes.buffer)
  const [width, height] = [view.getUint32(scratch, true), view.getUint32(scratch + 4, true)]
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const { maxPixels, ratio } = settings.thinImages
  return long === 1 || (short <= maxPixels && long >= ratio * short)
}
