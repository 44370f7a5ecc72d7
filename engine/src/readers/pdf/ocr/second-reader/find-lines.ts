/** Finds the boxes of a picture's lines of text (Liao et al., Real-time Scene Text Detection with Differentiable Binarization, 2020). */
import { crop, darkThreshold, type GrayImage } from '../gray-image.ts'
import type { Blob } from '../patches.ts'
import { resize } from '../resize.ts'
import type { Network } from './networks.ts'

/** The network takes pictures whose sides are multiples of this. */
const STEP = 32
/** Limits of the longer side, pixels. */
const MIN_SIDE = 640
const MAX_SIDE = 1_920
/** The network finds letters of this height, from descender to ascender, pixels. With 17 it costs half as much again and finds as much; with 10 it loses lines. */
const LETTER_HEIGHT = 14
/** ImageNet's means and deviations of red, green and blue, as in training. */
const MEANS = [0.485, 0.456, 0.406] as const
const DEVIATIONS = [0.229, 0.224, 0.225] as const
/** A line's pixels have at least the first probability each, and the second on average. */
const MIN_PIXEL = 0.3
const MIN_LINE = 0.5
const MIN_PIXELS = 10
const MIN_HEIGHT = 3
/** Factor of the margin around the core of a line that the network marks: area times this over outline. */
const UNCLIP = 1.6
/** More room above and below, in heights of a line: the recogniser makes 6 to 10 % fewer errors (real receipts, both halves). */
const ROOM = 0.06

/** @param letterHeight From descender to ascender, pixels, when known. */
export async function findLines(
  detector: Network,
  image: GrayImage,
  letterHeight: number | undefined,
): Promise<Blob[]> {
  const { x0: left, y0: top, ...end } = inkBox(image)
  if (end.x1 <= left) return []
  const inked = crop(image, left, top, end.x1 - left, end.y1 - top)
  const small = fit(inked, letterHeight)
  const { width, height, pixels } = small
  const input = new Float32Array(3 * pixels.length)
  for (const [channel, mean] of MEANS.entries()) {
    const deviation = DEVIATIONS[channel] as number
    for (let at = 0; at < pixels.length; at++) {
      input[channel * pixels.length + at] = ((pixels[at] as number) / 255 - mean) / deviation
    }
  }
  const { values } = await detector(input, [3, height, width])
  const scale = { x: inked.width / width, y: inked.height / height }
  return coresOf(values, width).map(({ x0, y0, x1, y1 }) => {
    const margin = (UNCLIP * (x1 - x0) * (y1 - y0)) / (2 * (x1 - x0 + y1 - y0))
    const above = margin + ROOM * (y1 - y0 + 2 * margin)
    return {
      x0: Math.max(0, left + (x0 - margin) * scale.x),
      y0: Math.max(0, top + (y0 - above) * scale.y),
      x1: Math.min(image.width, left + (x1 + margin) * scale.x),
      y1: Math.min(image.height, top + (y1 + above) * scale.y),
    }
  })
}

/** Fewer dark pixels in a row or a column are dirt. */
const MIN_DARK = 3
/** Margin around the ink, pixels. */
const INK_MARGIN = 32

/** Returns the part of a picture that holds ink: a receipt often lies on a large blank page. */
function inkBox(image: GrayImage): Blob {
  const { width, height, pixels } = image
  const limit = darkThreshold(image)
  const [inColumn, inRow] = [new Uint32Array(width), new Uint32Array(height)]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((pixels[y * width + x] as number) > limit) continue
      inColumn[x] = (inColumn[x] as number) + 1
      inRow[y] = (inRow[y] as number) + 1
    }
  }
  const isInked = (count: number) => count >= MIN_DARK
  return {
    x0: Math.max(0, inColumn.findIndex(isInked) - INK_MARGIN),
    y0: Math.max(0, inRow.findIndex(isInked) - INK_MARGIN),
    x1: Math.min(width, inColumn.findLastIndex(isInked) + 1 + INK_MARGIN),
    y1: Math.min(height, inRow.findLastIndex(isInked) + 1 + INK_MARGIN),
  }
}

function fit(image: GrayImage, letterHeight: number | undefined): GrayImage {
  const longer = Math.max(image.width, image.height)
  const wanted = letterHeight ? (longer * LETTER_HEIGHT) / letterHeight : MIN_SIDE
  const factor = Math.min(1, Math.min(MAX_SIDE, Math.max(MIN_SIDE, wanted)) / longer)
  const toStep = (length: number) => Math.max(STEP, Math.round((length * factor) / STEP) * STEP)
  return resize(image, toStep(image.width), toStep(image.height))
}

/** Returns the boxes of connected pixels. @param chances Probability of text per pixel, row by row. */
function coresOf(chances: Float32Array, width: number): Blob[] {
  const isSeen = new Uint8Array(chances.length)
  const cores: Blob[] = []
  const take = (at: number, stack: number[]) => {
    if (at < 0 || at >= chances.length || isSeen[at] || (chances[at] as number) <= MIN_PIXEL) return
    isSeen[at] = 1
    stack.push(at)
  }
  for (let start = 0; start < chances.length; start++) {
    const stack: number[] = []
    take(start, stack)
    let [x0, y0, x1, y1, count, sum] = [width, Number.POSITIVE_INFINITY, 0, 0, 0, 0]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)]
      ;[x0, x1, y0, y1] = [
        Math.min(x0, x),
        Math.max(x1, x + 1),
        Math.min(y0, y),
        Math.max(y1, y + 1),
      ]
      count += 1
      sum += chances[at] as number
      if (x > 0) take(at - 1, stack)
      if (x + 1 < width) take(at + 1, stack)
      take(at - width, stack)
      take(at + width, stack)
    }
    if (count >= MIN_PIXELS && y1 - y0 >= MIN_HEIGHT && sum >= MIN_LINE * count) {
      cores.push({ x0, y0, x1, y1 })
    }
  }
  return cores
}
