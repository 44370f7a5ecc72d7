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
  const [top, bottom] = [Math.floor(y0), Math.ceil(y1)]
  const edge = Math.round((bottom - top) * settings.edgeShare)
  for (let y = top + edge; y < bottom - edge; y++) {
    if ((pixels[y * width + x] as number) < limit) return true
  }
  return false
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
