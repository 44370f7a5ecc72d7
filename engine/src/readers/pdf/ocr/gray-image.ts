/** Greyscale pictures: rotation, sampling, threshold between dark and light. */
import { averageOfSquares, rotate } from './pixel-code/index.ts'

export interface GrayImage {
  readonly width: number
  readonly height: number
  /** Shades row by row from the top, a byte each: 0 is black, 255 white. */
  readonly pixels: Uint8Array
}

/** Values of a pixel of 8 bits. */
export const grays = { middle: 128, white: 255, count: 256 } as const

export function blankImage(width: number, height: number): GrayImage {
  return { width, height, pixels: new Uint8Array(width * height).fill(grays.white) }
}

/** @param turns Clockwise quarter turns, 0 to 3. */
export function turnByQuarters(image: GrayImage, turns: number): GrayImage {
  const { width, height, pixels } = image
  if (turns === 0) return image
  const turned = new Uint8Array(pixels.length)
  const [turnedWidth, turnedHeight] = turns === 2 ? [width, height] : [height, width]
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [toX, toY] = turnedPlace(x, y, image, turns)
      turned[toY * turnedWidth + toX] = pixels[at++] as number
    }
  }
  return { width: turnedWidth, height: turnedHeight, pixels: turned }
}

function turnedPlace(
  x: number,
  y: number,
  { width, height }: GrayImage,
  turns: number,
): readonly [number, number] {
  if (turns === 1) return [height - 1 - y, x]
  if (turns === 2) return [width - 1 - x, height - 1 - y]
  return [y, width - 1 - x]
}

/** Rotates by a small angle about the middle, with bilinear sampling; pixels from outside are white. */
export function turnBy(image: GrayImage, degreesClockwise: number): GrayImage {
  return { ...image, pixels: rotate(image, degreesClockwise) }
}

/**
 * Averages squares of `step` × `step` pixels; incomplete squares at the right and bottom are dropped.
 *
 * @param step At most `mostStep` of pixel-code: sums of columns have 16 bits.
 */
export function shrink(image: GrayImage, step: number): GrayImage {
  if (step <= 1) return image
  const width = Math.floor(image.width / step)
  const height = Math.floor(image.height / step)
  return { width, height, pixels: averageOfSquares(image, step) }
}

/** Counts the pixels of each shade. */
export function countShades({ pixels }: GrayImage): Uint32Array {
  // Four tables are used in turn, because neighbours mostly have the same shade and each increment would wait for the
  // one before. Indexed, because `for … of` takes ten times as long, 120 ms a page.
  const tables = new Uint32Array(4 * grays.count)
  for (let at = 0; at < pixels.length; at++) {
    const entry = ((at & 3) << 8) | (pixels[at] as number)
    tables[entry] = (tables[entry] as number) + 1
  }
  const counts = tables.slice(0, grays.count)
  for (let entry = grays.count; entry < tables.length; entry++) {
    counts[entry & 255] = (counts[entry & 255] as number) + (tables[entry] as number)
  }
  return counts
}

/**
 * Returns the threshold between dark and light that maximises the variance between the two classes (Otsu 1979).
 *
 * @returns Pixels up to this shade are dark.
 */
export function darkThreshold(image: GrayImage): number {
  const known = thresholds.get(image)
  if (known !== undefined) return known
  const threshold = findThreshold(image)
  thresholds.set(image, threshold)
  return threshold
}

/** Cached, because several steps need it and counting a page takes 20 ms. */
const thresholds = new WeakMap<GrayImage, number>()

function findThreshold(image: GrayImage): number {
  const counts = countShades(image)
  const total = image.pixels.length
  let all = 0
  for (let shade = 0; shade < grays.count; shade++) all += shade * (counts[shade] as number)
  let [best, threshold, darkCount, dark] = [-1, 127, 0, 0]
  for (let shade = 0; shade < grays.white; shade++) {
    darkCount += counts[shade] as number
    dark += shade * (counts[shade] as number)
    const lightCount = total - darkCount
    if (darkCount === 0 || lightCount === 0) continue
    const distance = dark / darkCount - (all - dark) / lightCount
    const variance = darkCount * lightCount * distance * distance
    if (variance > best) [best, threshold] = [variance, shade]
  }
  return threshold
}

/** Returns the share of pixels that are clearly darker than white paper. */
export function inkShare({ pixels }: GrayImage): number {
  let dark = 0
  for (let at = 0; at < pixels.length; at++) if ((pixels[at] as number) < grays.middle) dark += 1
  return pixels.length === 0 ? 0 : dark / pixels.length
}

/** Encodes a PGM file, binary form (netpbm, pgm(5)). */
export function toPgm({ width, height, pixels }: GrayImage): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`)
  const file = new Uint8Array(head.length + pixels.length)
  file.set(head)
  file.set(pixels, head.length)
  return file
}

/** Reads a file that {@link toPgm} made. */
export function readPgm(file: Uint8Array): GrayImage {
  const head = new TextDecoder().decode(file.subarray(0, 40))
  const [width = 0, height = 0] = head.split(/\s/).slice(1, 3).map(Number)
  return { width, height, pixels: file.subarray(file.length - width * height) }
}

/** Cuts out a rectangle that lies within the picture. */
export function crop(
  image: GrayImage,
  left: number,
  top: number,
  width: number,
  height: number,
): GrayImage {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const start = (top + y) * image.width + left
    pixels.set(image.pixels.subarray(start, start + width), y * width)
  }
  return { width, height, pixels }
}
