/** Measures weight and slant of text from its rendered stems. */

import { median } from '../statistics.ts'
import type { OpenDocument } from './document.ts'
import { bitmaps } from './format.ts'
import { takePixels } from './render.ts'
import { contentLimits as limits, contentSettings as settings } from './settings.ts'
import type { DrawnFace } from './text-objects.ts'

/** Shift to the right per step upwards: 0 for upright type, 0.15 to 0.3 for type slanted by 9 to 17 degrees. */
const SLANTS = [0, 0.15, 0.2, 0.25, 0.3] as const

const unknownFace: DrawnFace = { weight: 0, isSlanted: false }

/** A stretch of ink in a row of pixels. */
interface InkRun {
  readonly length: number
  /** Middle of the run. */
  readonly x: number
  readonly y: number
}

/**
 * Renders a text object, and measures its weight and slant.
 *
 * Used for fonts without a name, such as TeX's bitmap fonts (Type 3), and for those with a doubtful weight.
 *
 * @param size Size of an em, in points.
 */
export function drawnFace(
  { engine, handle }: OpenDocument,
  page: number,
  object: number,
  size: number,
): DrawnFace {
  const { pdfium, scratch } = engine
  const scale = settings.stems.emPixels / size
  const [left, bottom, right, top] = [scratch, scratch + 4, scratch + 8, scratch + 12] as const
  if (pdfium.FPDFPageObj_GetBounds(object, left, bottom, right, top) === 0) return unknownFace
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = engine.heap().floats.subarray(scratch >> 2)
  const area = (x1 - x0) * (y1 - y0) * scale ** 2
  if (!(area > 0 && area < limits.maxTextPixels)) return unknownFace
  const bitmap = pdfium.FPDFTextObj_GetRenderedBitmap(handle, page, object, scale)
  if (bitmap === 0) return unknownFace
  const runs = inkRuns(takePixels(engine, bitmap, bitmaps.alpha.bytes))
  if (runs.length < settings.stems.runs) return unknownFace
  // Upright stems cross most rows.
  const stem = median(runs.map(({ length }) => length))
  if (stem > settings.stems.maxEms * settings.stems.emPixels) return unknownFace
  const weight =
    Math.round(
      (stem / settings.stems.emPixels) * (settings.stems.weightOfEm / settings.stems.weightStep),
    ) * settings.stems.weightStep
  return { weight, isSlanted: areSlanted(runs) }
}

/** Returns the stretches of opaque pixels; the last byte of a pixel is its opacity. */
function inkRuns({ width, height, pixels }: ReturnType<typeof takePixels>): InkRun[] {
  const runs: InkRun[] = []
  const { bytes } = bitmaps.alpha
  const isInk = (x: number, y: number) =>
    x < width && (pixels[(y * width + x + 1) * bytes - 1] as number) >= settings.stems.opaque
  for (let y = 0; y < height; y++) {
    let length = 0
    for (let x = 0; x <= width; x++) {
      if (isInk(x, y)) length++
      else if (length > 0) {
        runs.push({ length, x: x - length / 2, y })
        length = 0
      }
    }
  }
  return runs
}

function areSlanted(runs: readonly InkRun[]): boolean {
  const stems = runs.filter(
    ({ length }) => length <= settings.stems.maxEms * settings.stems.emPixels,
  )
  const [upright, ...slanted] = SLANTS.map((slant) => alignment(stems, slant))
  return Math.max(...slanted) >= settings.stems.slantRatio * (upright as number)
}

/**
 * Returns how well runs align vertically after the slant is undone: the sum of the squared number of runs in each
 * column.
 */
function alignment(runs: readonly InkRun[], slant: number): number {
  const columns = new Map<number, number>()
  let sum = 0
  for (const { x, y } of runs) {
    const column = Math.round((x + slant * y) / settings.stems.columnPixels)
    const count = columns.get(column) ?? 0
    columns.set(column, count + 1)
    sum += 2 * count + 1
  }
  return sum
}
