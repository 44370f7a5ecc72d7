/** Finds the lines of a picture that hold doubtful words, or ink outside of words. */
import { blankImage, type GrayImage, grays, shrink } from '../gray-image.ts'
import type { Blob, Grid } from '../patches.ts'
import type { PictureWord } from '../picture-word.ts'
import { mostStep } from '../pixel-code/index.ts'
import type { SecondReader } from '../second-reader/index.ts'
import { ocrSettings } from '../settings.ts'
import { mergingSettings as settings } from './settings.ts'

/**
 * Searches only the rows around doubtful ink, because the detector's time grows with the area.
 *
 * @param sure Words that are not read again.
 */
export async function findDoubtfulLines(
  image: GrayImage,
  sure: readonly PictureWord[],
  letterHeight: number,
  findLines: SecondReader['findLines'],
): Promise<Blob[]> {
  const step = Math.max(1, Math.min(mostStep, Math.round(letterHeight / settings.inkSquares)))
  const ink = inkOutside(image, sure, step)
  const strips = stripsAround(ink, Math.round(letterHeight), image.height)
  if (strips.length === 0) return []
  const found = await findLines(stack(image, strips), letterHeight)
  return found
    .map((box) => toPage(box, strips))
    .filter((box) => box.y1 > box.y0 && holdsInk(box, ink))
}

/** Marks the printed squares outside of words, including pale ones. */
function inkOutside(image: GrayImage, words: readonly PictureWord[], step: number): Grid {
  const { width: columns, height: rows, pixels } = shrink(image, step)
  const limit = grays.white - ocrSettings.illumination.minPrinted
  const marked = new Uint8Array(pixels.length)
  for (let at = 0; at < pixels.length; at++) if ((pixels[at] as number) <= limit) marked[at] = 1
  for (const { x0, y0, x1, y1 } of words) {
    // The blurred edges of letters reach into the next squares.
    const from = Math.max(0, Math.floor(x0 / step) - 1)
    const to = Math.min(columns, Math.floor(x1 / step) + 2)
    const last = Math.min(rows - 1, Math.floor(y1 / step) + 1)
    for (let row = Math.max(0, Math.floor(y0 / step) - 1); row <= last; row++) {
      marked.fill(0, row * columns + from, row * columns + to)
    }
  }
  return { columns, rows, step, marked }
}

/** Rows of a picture, with an exclusive end, and their place in the stacked picture. */
interface Strip {
  readonly top: number
  readonly bottom: number
  readonly at: number
}

/** @param margin Rows around the ink, and white rows between strips. */
function stripsAround(
  { columns, rows, step, marked }: Grid,
  margin: number,
  height: number,
): Strip[] {
  const strips: Strip[] = []
  for (let row = 0; row < rows; row++) {
    if (!marked.subarray(row * columns, (row + 1) * columns).includes(1)) continue
    const bottom = Math.min(height, (row + 1) * step + margin)
    const last = strips.at(-1)
    if (last && row * step - margin <= last.bottom) strips[strips.length - 1] = { ...last, bottom }
    else {
      const top = Math.max(0, row * step - margin)
      strips.push({ top, bottom, at: last ? last.at + last.bottom - last.top + margin : 0 })
    }
  }
  return strips
}

function stack({ width, pixels }: GrayImage, strips: readonly Strip[]): GrayImage {
  const last = strips.at(-1)
  const stacked = blankImage(width, last ? last.at + last.bottom - last.top : 0)
  for (const { top, bottom, at } of strips) {
    stacked.pixels.set(pixels.subarray(top * width, bottom * width), at * width)
  }
  return stacked
}

function toPage(box: Blob, strips: readonly Strip[]): Blob {
  const middle = (box.y0 + box.y1) / 2
  const strip = strips.findLast(({ at }) => at <= middle)
  if (!strip) return box
  const { top, bottom, at } = strip
  return { ...box, y0: Math.max(top, top + box.y0 - at), y1: Math.min(bottom, top + box.y1 - at) }
}

function holdsInk({ x0, y0, x1, y1 }: Blob, { columns, rows, step, marked }: Grid): boolean {
  const last = Math.min(rows, Math.ceil(y1 / step))
  for (let row = Math.floor(y0 / step); row < last; row++) {
    const start = row * columns
    if (marked.subarray(start + Math.floor(x0 / step), start + Math.ceil(x1 / step)).includes(1))
      return true
  }
  return false
}
