/** Finds the columns of a line that hold ink. */
import type { GrayImage } from '../gray-image.ts'
import type { Blob } from '../patches.ts'
import { mergingSettings as settings } from './settings.ts'

/** Returns the shade that separates the line's ink from its ground. */
export function inkLimit({ width, pixels }: GrayImage, box: Blob): number {
  const [left, top] = [Math.floor(box.x0), Math.floor(box.y0)]
  const [right, bottom] = [Math.ceil(box.x1), Math.ceil(box.y1)]
  let [darkest, sum] = [255, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const shade = pixels[y * width + x] as number
      if (shade < darkest) darkest = shade
      sum += shade
    }
  }
  const count = Math.max(1, (right - left) * (bottom - top))
  return darkest + (sum / count - darkest) * settings.inkShade
}

export function isInkedColumn(
  { width, pixels }: GrayImage,
  { y0, y1 }: Blob,
  x: number,
  limit: number,
): boolean {
  const [top, bottom] = innerRows(y0, y1)
  for (let y = top; y < bottom; y++) {
    if ((pixels[y * width + x] as number) < limit) return true
  }
  return false
}

/** Returns the rows of a line without its edges. */
function innerRows(y0: number, y1: number): readonly [top: number, bottom: number] {
  const [top, bottom] = [Math.floor(y0), Math.ceil(y1)]
  const edge = Math.round((bottom - top) * settings.edgeShare)
  return [top + edge, bottom - edge]
}

export interface InkGap {
  readonly x0: number
  readonly x1: number
}

/** Returns the stretches without ink between the first and the last ink of a line. */
export function findGaps(image: GrayImage, box: Blob): InkGap[] {
  const [left, right] = [Math.floor(box.x0), Math.ceil(box.x1)]
  const limit = inkLimit(image, box)
  const gaps: InkGap[] = []
  let start: number | undefined
  for (let x = left; x < right; x++) {
    if (!isInkedColumn(image, box, x, limit)) start ??= x
    else if (start !== undefined) {
      if (start > left) gaps.push({ x0: start, x1: x })
      start = undefined
    }
  }
  return gaps
}

/** Returns the rows of the ink around a column, up to the next gaps. */
export function inkRowsAt(
  { image, box, gaps }: { image: GrayImage; box: Blob; gaps: readonly InkGap[] },
  x: number,
): Pick<Blob, 'y0' | 'y1'> | undefined {
  const left = gaps.findLast((gap) => gap.x0 <= x)?.x1 ?? Math.floor(box.x0)
  const right = gaps.find((gap) => gap.x1 > x)?.x0 ?? Math.ceil(box.x1)
  const limit = inkLimit(image, box)
  const [top, bottom] = innerRows(box.y0, box.y1)
  const inked: number[] = []
  for (let y = top; y < bottom; y++) {
    const row = image.pixels.subarray(y * image.width + left, y * image.width + right)
    if (row.some((shade) => shade < limit)) inked.push(y)
  }
  const [first, last] = [inked[0], inked.at(-1)]
  return first === undefined || last === undefined ? undefined : { y0: first, y1: last + 1 }
}
