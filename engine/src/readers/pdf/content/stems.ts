/** Measures the weight of text in a font without a name from the width of its rendered stems. */

import { median } from '../statistics.ts'
import type { OpenDocument } from './document.ts'

/** Pixels of an em: a stem of regular type is eight or nine pixels wide. */
const EM_PIXELS = 120
/** Some lines of text; a hostile file can draw one object over a huge area. */
const MAX_PIXELS = 2_000_000
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

/**
 * Renders a text object, and measures its weight.
 *
 * TeX's bitmap fonts (Type 3) have neither name nor weight.
 * @param size Of an em, in points.
 * @returns A multiple of 50; 0 if too little ink is drawn.
 */
export function drawnWeight(
  { engine, handle }: OpenDocument,
  page: number,
  object: number,
  size: number,
): number {
  const { pdfium, scratch } = engine
  const scale = EM_PIXELS / size
  const [left, bottom, right, top] = [scratch, scratch + 4, scratch + 8, scratch + 12] as const
  if (pdfium.FPDFPageObj_GetBounds(object, left, bottom, right, top) === 0) return 0
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = engine.heap().floats.subarray(scratch >> 2)
  const area = (x1 - x0) * (y1 - y0) * scale ** 2
  if (!(area > 0 && area < MAX_PIXELS)) return 0
  const bitmap = pdfium.FPDFTextObj_GetRenderedBitmap(handle, page, object, scale)
  if (bitmap === 0) return 0
  const stem = medianRun(alphaRows(engine, bitmap))
  pdfium.FPDFBitmap_Destroy(bitmap)
  if (stem > MAX_STEM_EMS * EM_PIXELS) return 0
  return Math.round((stem / EM_PIXELS) * (WEIGHT_OF_EM / WEIGHT_STEP)) * WEIGHT_STEP
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

/** Returns the stem width in pixels, the median run of ink along the rows: upright stems cross most rows. */
function medianRun(rows: Iterable<Uint8Array>): number {
  const runs: number[] = []
  for (const row of rows) {
    let run = 0
    for (let at = PIXEL_BYTES - 1; at < row.length; at += PIXEL_BYTES) {
      if ((row[at] as number) >= OPAQUE) run++
      else if (run > 0) {
        runs.push(run)
        run = 0
      }
    }
    if (run > 0) runs.push(run)
  }
  if (runs.length < MIN_RUNS) return 0
  return median(runs)
}
