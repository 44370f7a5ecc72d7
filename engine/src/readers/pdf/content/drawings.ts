/**
 * Reads the drawings of a loaded page: rulings, filled areas and pictures, in points from the top-left corner.
 *
 * Covers: stroked and filled paths, thin filled rectangles (as rulings), form XObjects with their matrices.
 * Not: clip paths, dash patterns (a dashed line is one ruling), shadings, patterns.
 */
import type { BBox } from '../../../model/index.ts'
import type { Engine } from './engine.ts'
import type { Matrix, PageGeometry } from './geometry.ts'
import { type Fill, multiply, PathReader, type Ruling } from './paths.ts'

export interface Drawings {
  readonly rulings: readonly Ruling[]
  /** Rectangles. */
  readonly fills: readonly Fill[]
  /** Boxes of curves and slanted lines: charts, logos. */
  readonly shapes: readonly BBox[]
  readonly images: readonly BBox[]
}

export const noDrawings: Drawings = { rulings: [], fills: [], shapes: [], images: [] }

// fpdf_edit.h, FPDF_PAGEOBJ_*.
const PATH = 2
const IMAGE = 3
const FORM = 5

/** The most objects read on a page, those in forms included; maps have more, a table of 10,000 cells has half. */
const MAX_OBJECTS = 30_000
/** Forms within forms: programs nest them three deep. */
const MAX_FORM_DEPTH = 12

interface Walk {
  readonly engine: Engine
  readonly paths: PathReader
  readonly images: BBox[]
  objects: number
}

/** Reads the drawings of a page; limits keep the cost at some milliseconds a page. */
export function readDrawings(engine: Engine, page: number, geometry: PageGeometry): Drawings {
  const { pdfium } = engine
  const paths = new PathReader(engine, geometry)
  const walk: Walk = { engine, paths, images: [], objects: 0 }
  const count = pdfium.FPDFPage_CountObjects(page)
  for (let index = 0; index < count && walk.objects < MAX_OBJECTS; index++) {
    visit(walk, pdfium.FPDFPage_GetObject(page, index), geometry.toPage, 0)
  }
  return { ...paths.found, images: walk.images }
}

function visit(walk: Walk, object: number, toPage: Matrix, depth: number): void {
  if (object === 0) return
  walk.objects++
  const { pdfium } = walk.engine
  const type = pdfium.FPDFPageObj_GetType(object)
  if (type === PATH) walk.paths.read(object, toPage)
  else if (type === IMAGE) {
    const box = walk.paths.boxOf(object, toPage)
    if (box) walk.images.push(box)
  } else if (type === FORM && depth < MAX_FORM_DEPTH) {
    const matrix = multiply(walk.paths.matrixOf(object), toPage)
    const count = pdfium.FPDFFormObj_CountObjects(object)
    for (let index = 0; index < count && walk.objects < MAX_OBJECTS; index++) {
      visit(walk, pdfium.FPDFFormObj_GetObject(object, index), matrix, depth + 1)
    }
  }
}
