/**
 * Gathers the objects that draw one replaced text (`/ActualText`, ISO 32000-1, 14.9.4), such as a letter and its vowel signs.
 *
 * PDFium gives the text to the first object of its marked-content sequence, in the box of that object. PDFium gives it again to a
 * further object of the sequence if an object of another sequence is between them on the line.
 */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import { type Engine, scratchMemory } from './engine.ts'
import { isComplexScript, isMark, objectTypes } from './format.ts'
import { boxOfObject, type PageGeometry, readMatrix } from './geometry.ts'
import { copyGlyphs, type Glyphs } from './page-text.ts'
import { contentLimits as limits, contentSettings as settings } from './settings.ts'
import type { Placing } from './text-objects.ts'

/** A text object with text: PDFium's handle, its direction and size, and its number of letters. */
interface DrawnText {
  readonly pointer: number
  readonly placing: Placing
  readonly glyphs: number
}

/** A marked-content sequence with a replaced text. */
interface Replaced {
  /** The objects to which PDFium gives the text, by the index that glyphs have. */
  readonly shown: number[]
  /** Box on the page around all objects that draw the text. */
  box: BBox | undefined
  objects: number
  /** Baseline of the widest object: marks may be raised. */
  baseline: number
  width: number
}

/**
 * Gives each replaced text the box of all of its objects, and drops its repetitions. The box stays that of the first object on
 * turned pages, and for replaced words and lines.
 *
 * @param uses The text objects, by the index that glyphs have.
 */
export function gatherReplaced(
  engine: Engine,
  page: number,
  { glyphs, uses }: { readonly glyphs: Glyphs; readonly uses: readonly DrawnText[] },
  geometry: PageGeometry,
): Glyphs {
  engine.heap().bytes.set(new TextEncoder().encode('ActualText\0'), nameOf(engine))
  const found = findReplaced(engine, glyphs, uses)
  if (found.size === 0) return glyphs
  addBoxes(engine, page, geometry, found)
  const repeated = new Set<number>()
  const placed = new Map<number, Replaced>()
  const isTurned = geometry.toPage.a <= settings.uprightCosine
  for (const replaced of found.values()) {
    const [first, ...others] = replaced.shown
    if (first === undefined || replaced.objects < 2) continue
    for (const object of others) repeated.add(object)
    const isCluster = (uses[first]?.glyphs ?? 0) <= settings.replacedLetters
    if (isCluster && !isTurned) placed.set(first, replaced)
  }
  for (let index = 0; index < glyphs.count; index++) {
    const replaced = placed.get(glyphs.objects[index] as number)
    if (replaced?.box) place(glyphs, index, replaced.box, replaced.baseline)
  }
  if (repeated.size === 0) return glyphs
  const all = [...Array(glyphs.count).keys()]
  const kept = all.filter((index) => !repeated.has(glyphs.objects[index] as number))
  return copyGlyphs(glyphs, kept)
}

/** Address of the name of the property, which stays in the scratch memory for the whole page. */
function nameOf({ scratch }: Engine): number {
  return scratch + scratchMemory.secondResult
}

/** Finds the sequences that show text of complex scripts, by their handles. */
function findReplaced(
  engine: Engine,
  { codes, objects, count }: Glyphs,
  uses: readonly DrawnText[],
): Map<number, Replaced> {
  const complex = new Set<number>()
  for (let index = 0; index < count; index++) {
    const code = codes[index] as number
    if (isComplexScript(code) || isMark(code)) complex.add(objects[index] as number)
  }
  const found = new Map<number, Replaced>()
  for (const object of complex) {
    const { pointer, placing } = uses[object] as DrawnText
    const sequence = placing.alongX > settings.uprightCosine ? sequenceOf(engine, pointer) : 0
    if (sequence === 0) continue
    const replaced = found.get(sequence)
    if (replaced) replaced.shown.push(object)
    else
      found.set(sequence, { shown: [object], box: undefined, objects: 0, baseline: 0, width: -1 })
  }
  return found
}

/**
 * Finds the innermost marked-content sequence with a replaced text around an object.
 *
 * @returns PDFium's handle of the sequence; 0 without one.
 */
function sequenceOf(engine: Engine, object: number): number {
  const { pdfium } = engine
  const count = pdfium.FPDFPageObj_CountMarks(object)
  for (let index = count - 1; index >= Math.max(0, count - limits.maxDepth); index--) {
    const sequence = pdfium.FPDFPageObj_GetMark(object, index)
    if (sequence === 0) continue
    if (pdfium.FPDFPageObjMark_GetParamValueType(sequence, nameOf(engine)) !== 0) return sequence
  }
  return 0
}

/** Adds the boxes of the page's text objects, with and without text, to the replaced texts that they draw. */
function addBoxes(
  engine: Engine,
  page: number,
  { toPage }: PageGeometry,
  found: ReadonlyMap<number, Replaced>,
): void {
  const { pdfium } = engine
  const count = Math.min(pdfium.FPDFPage_CountObjects(page), limits.maxObjects)
  for (let index = 0; index < count; index++) {
    const object = pdfium.FPDFPage_GetObject(page, index)
    if (pdfium.FPDFPageObj_GetType(object) !== objectTypes.text) continue
    const replaced = found.get(sequenceOf(engine, object))
    const box = replaced && boxOfObject(engine, object, toPage)
    if (!box) continue
    replaced.box = replaced.box ? boxAround([replaced.box, box]) : box
    replaced.objects++
    if (box.x1 - box.x0 <= replaced.width) continue
    replaced.width = box.x1 - box.x0
    const { e, f } = readMatrix(engine, object)
    replaced.baseline = toPage.b * e + toPage.d * f + toPage.f
  }
}

/** Places a glyph of upright text in a box. */
function place(glyphs: Glyphs, index: number, box: BBox, baseline: number): void {
  glyphs.originX[index] = box.x0
  glyphs.originY[index] = baseline
  glyphs.advances[index] = box.x1 - box.x0
  glyphs.x0[index] = box.x0
  glyphs.x1[index] = box.x1
  glyphs.y0[index] = box.y0
  glyphs.y1[index] = box.y1
}
