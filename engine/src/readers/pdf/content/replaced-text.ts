/**
 * Gathers the objects that draw one replaced text (`/ActualText`, ISO 32000-1, 14.9.4), such as a letter and its vowel signs.
 *
 * PDFium gives the text to the first object of the sequence, in its box, and again to each further one that another object
 * separates from it on the line.
 */
import { boxAround } from '../boxes.ts'
import type { Engine } from './engine.ts'
import { objectTypes } from './format.ts'
import { type Box, boxOnPage, type PageGeometry, readMatrix } from './geometry.ts'
import { copyGlyphs, type Glyphs } from './page-text.ts'
import { contentLimits as limits, contentSettings as settings } from './settings.ts'
import type { Placing } from './text-objects.ts'

/** A text object with text: PDFium's handle, its direction and size, and its number of letters. */
interface DrawnText {
  readonly pointer: number
  readonly placing: Placing
  readonly glyphs: number
}

/** The objects of one replaced text. */
interface Replaced {
  /** The objects with text. */
  readonly shown: Set<number>
  readonly boxes: Box[]
  /** The widest object: it is on the baseline, while marks may be raised. */
  widest: number
  width: number
}

/** Detects letters and marks of scripts whose clusters are drawn by several objects: not Latin, Greek or Cyrillic. */
function isComplex(code: number): boolean {
  return (code >= 0x300 && code < 0x370) || (code >= 0x590 && code < 0x1e00)
}

/**
 * Gives each replaced text the box of all of its objects, and drops its repetitions. On turned pages, and of words or lines, the box stays
 * that of the first object.
 *
 * @param uses The text objects, by the index that glyphs have.
 */
export function gatherReplaced(
  engine: Engine,
  page: number,
  { glyphs, uses }: { readonly glyphs: Glyphs; readonly uses: readonly DrawnText[] },
  geometry: PageGeometry,
): Glyphs {
  const objects = new Set<number>()
  for (let index = 0; index < glyphs.count; index++) {
    if (isComplex(glyphs.codes[index] as number)) objects.add(glyphs.objects[index] as number)
  }
  const found = new Map<number, Replaced>()
  for (const index of objects) {
    const { pointer, placing } = uses[index] as DrawnText
    const mark = placing.alongX > settings.uprightCosine ? markOf(engine, pointer) : 0
    if (mark === 0) continue
    const replaced = found.get(mark) ?? { shown: new Set(), boxes: [], widest: 0, width: -1 }
    found.set(mark, replaced)
    replaced.shown.add(index)
  }
  if (found.size === 0) return glyphs
  addBoxes(engine, page, found)
  const repeated = new Set<number>()
  const boxes = new Map<number, Replaced>()
  const isTurned = geometry.toPage.a <= settings.uprightCosine
  for (const replaced of found.values()) {
    const [first, ...others] = replaced.shown
    if (first === undefined || replaced.boxes.length < 2) continue
    for (const index of others) repeated.add(index)
    const isCluster = (uses[first]?.glyphs ?? 0) <= settings.replacedLetters
    if (isCluster && !isTurned) boxes.set(first, replaced)
  }
  for (let index = 0; index < glyphs.count; index++) {
    const replaced = boxes.get(glyphs.objects[index] as number)
    if (replaced) place(engine, glyphs, index, replaced, geometry)
  }
  if (repeated.size === 0) return glyphs
  const kept = [...Array(glyphs.count).keys()]
  return copyGlyphs(
    glyphs,
    kept.filter((index) => !repeated.has(glyphs.objects[index] as number)),
  )
}

/** Returns PDFium's handle of the sequence with a replaced text around an object; 0 if there is none. */
function markOf({ pdfium, scratch, heap }: Engine, object: number): number {
  const count = pdfium.FPDFPageObj_CountMarks(object)
  for (let index = count - 1; index >= Math.max(0, count - limits.maxDepth); index--) {
    const mark = pdfium.FPDFPageObj_GetMark(object, index)
    new TextEncoder().encodeInto('ActualText\0', heap().bytes.subarray(scratch))
    if (mark !== 0 && pdfium.FPDFPageObjMark_GetParamValueType(mark, scratch) !== 0) return mark
  }
  return 0
}

/** Adds the boxes of all text objects of the page, with and without text, to the replaced texts that they draw. */
function addBoxes(engine: Engine, page: number, found: ReadonlyMap<number, Replaced>): void {
  const { pdfium, scratch, heap } = engine
  const count = Math.min(pdfium.FPDFPage_CountObjects(page), limits.maxObjects)
  for (let index = 0; index < count; index++) {
    const object = pdfium.FPDFPage_GetObject(page, index)
    if (pdfium.FPDFPageObj_GetType(object) !== objectTypes.text) continue
    const replaced = found.get(markOf(engine, object))
    if (!replaced) continue
    if (!pdfium.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12))
      continue
    const { floats } = heap()
    const at = scratch >> 2
    const [left = 0, bottom = 0, right = 0, top = 0] = floats.subarray(at, at + 4)
    replaced.boxes.push({ left, bottom, right, top })
    if (right - left > replaced.width) {
      replaced.width = right - left
      replaced.widest = object
    }
  }
}

/** Places a glyph of upright text in the box of all objects, on the baseline of the widest. */
function place(
  engine: Engine,
  glyphs: Glyphs,
  index: number,
  { boxes, widest }: Replaced,
  { toPage }: PageGeometry,
): void {
  const box = boxAround(boxes.map((own) => boxOnPage(toPage, own)))
  const { e, f } = readMatrix(engine, widest)
  glyphs.originX[index] = box.x0
  glyphs.originY[index] = toPage.b * e + toPage.d * f + toPage.f
  glyphs.advances[index] = box.x1 - box.x0
  glyphs.x0[index] = box.x0
  glyphs.x1[index] = box.x1
  glyphs.y0[index] = box.y0
  glyphs.y1[index] = box.y1
}
