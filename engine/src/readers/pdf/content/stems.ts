/** Measures weight and slant of text in a font without a name from its rendered stems. */

import { median } from '../statistics.ts'
import type { OpenDocument } from './document.ts'
import { contentLimits } from './settings.ts'
import type { DrawnFace } from './text-objects.ts'

/** Pixels of an em: a stem of regular type is eight or nine pixels wide. */
const EM_PIXELS = 120
/** Runs of ink that are enough for a width; a full stop or a ruling has fewer. */
const MIN_RUNS = 40
/**
 * Weight of a stem as wide as the em. In seven documents of the corpora, regular stems are .06 to .1 of an em (at 5 points),
 * bold ones
 * .105 to .14; 600 is bold.
 */
const WEIGHT_OF_EM = 5600
/** A wider run is a bullet or a ruling. */
const MAX_STEM_EMS = 0.2
const WEIGHT_STEP = 50
const PIXEL_BYTES = 4
const OPAQUE = 128
/** Shifts to the right for each step upwards: type is upright, or slanted by 9 to 17 degrees. */
const SLANTS = [0, 0.15, 0.2, 0.25, 0.3] as const
/**
 * Type is slanted if stems align this many times better along a slant. In seven documents of the corpora, italics reach 2.3 to
 * 3.1, upright type .4 to .9.
 */
const SLANT_RATIO = 1.5

const unknownFace: DrawnFace = { weight: 0, isSlanted: false }

/** A stretch of ink in a row of pixels. */
interface InkRun {
  readonly length: number
  /** Its middle. */
  readonly x: number
  readonly y: number
}

/**
 * Renders a text object, and measures its weight and slant.
 *
 * TeX's bitmap fonts (Type 3) have neither name nor weight.
 * @param size Of an em, in points.
 */
export function drawnFace(
  { engine, handle }: OpenDocument,
  page: number,
  object: number,
  size: number,
): DrawnFace {
  const { pdfium, scratch } = engine
  const scale = EM_PIXELS / size
  const [left, bottom, right, top] = [scratch, scratch + 4, scratch + 8, scratch + 12] as const
  if (pdfium.FPDFPageObj_GetBounds(object, left, bottom, right, top) === 0) return unknownFace
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = engine.heap().floats.subarray(scratch >> 2)
  const area = (x1 - x0) * (y1 - y0) * scale ** 2
  if (!(area > 0 && area < contentLimits.maxTextPixels)) return unknownFace
  const bitmap = pdfium.FPDFTextObj_GetRenderedBitmap(handle, page, object, scale)
  if (bitmap === 0) return unknownFace
  const runs = inkRuns(alphaRows(engine, bitmap))
  pdfium.FPDFBitmap_Destroy(bitmap)
  if (runs.length < MIN_RUNS) return unknownFace
  // Upright stems cross most rows.
  const stem = median(runs.map(({ length }) => length))
  if (stem > MAX_STEM_EMS * EM_PIXELS) return unknownFace
  const weight = Math.round((stem / EM_PIXELS) * (WEIGHT_OF_EM / WEIGHT_STEP)) * WEIGHT_STEP
  return { weight, isSlanted: areSlanted(runs) }
}

function* alphaRows({ pdfium, heap }: OpenDocument['engine'], bitmap: number) {
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const stride = pdfium.FPDFBitmap_GetStride(bitmap)
  const width = pdfium.FPDFBitmap_GetWidth(bitmap)
  const height = pdfium.FPDFBitmap_GetHeight(bitmap)
  const { bytes } = heap()
  for (let y = 0; y < height; y++) {
    const row = start + y * stride
    yield bytes.subarray(row, row + width * PIXEL_BYTES)
  }
}

function inkRuns(rows: Iterable<Uint8Array>): InkRun[] {
  const runs: InkRun[] = []
  let y = 0
  for (const row of rows) {
    let length = 0
    const end = row.length / PIXEL_BYTES
    for (let x = 0; x <= end; x++) {
      if (x < end && (row[PIXEL_BYTES * x + PIXEL_BYTES - 1] as number) >= OPAQUE) length++
      else if (length > 0) {
        runs.push({ length, x: x - length / 2, y })
        length = 0
      }
    }
    y++
  }
  return runs
}

function areSlanted(runs: readonly InkRun[]): boolean {
  const stems = runs.filter(({ length }) => length <= MAX_STEM_EMS * EM_PIXELS)
  const [upright, ...slanted] = SLANTS.map((slant) => alignment(stems, slant))
  return Math.max(...slanted) >= SLANT_RATIO * (upright as number)
}

/** Pixels of a column: rows of a stem stray by as much. */
const COLUMN_PIXELS = 2

/** Returns how far runs lie above one another after the slant is undone: the sum of the squares of runs in each column. */
function alignment(runs: readonly InkRun[], slant: number): number {
  const columns = new Map<number, number>()
  let sum = 0
  for (const { x, y } of runs) {
    const column = Math.round((x + slant * y) / COLUMN_PIXELS)
    const count = columns.get(column) ?? 0
    columns.set(column, count + 1)
    sum += 2 * count + 1
  }
  return sum
}
