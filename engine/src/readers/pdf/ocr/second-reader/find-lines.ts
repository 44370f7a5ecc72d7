/** Finds the boxes of a picture's lines of text (Liao et al., Real-time Scene Text Detection with Differentiable Binarization, 2020). */
import { crop, darkThreshold, type GrayImage } from '../gray-image.ts'
import type { Blob } from '../patches.ts'
import { resize } from '../resize.ts'
import type { Network } from './networks.ts'
import { networkInput, readerSettings as settings } from './settings.ts'

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
  for (const [channel, mean] of networkInput.means.entries()) {
    const deviation = networkInput.deviations[channel] as number
    for (let at = 0; at < pixels.length; at++) {
      input[channel * pixels.length + at] = ((pixels[at] as number) / 255 - mean) / deviation
    }
  }
  const { values } = await detector(input, [3, height, width])
  const scale = { x: inked.width / width, y: inked.height / height }
  return coresOf(values, width).map(({ x0, y0, x1, y1 }) => {
    const margin = (settings.unclip * (x1 - x0) * (y1 - y0)) / (2 * (x1 - x0 + y1 - y0))
    const above = margin + settings.room * (y1 - y0 + 2 * margin)
    return {
      x0: Math.max(0, left + (x0 - margin) * scale.x),
      y0: Math.max(0, top + (y0 - above) * scale.y),
      x1: Math.min(image.width, left + (x1 + margin) * scale.x),
      y1: Math.min(image.height, top + (y1 + above) * scale.y),
    }
  })
}

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
  const isInked = (count: number) => count >= settings.minDark
  return {
    x0: Math.max(0, inColumn.findIndex(isInked) - settings.inkMargin),
    y0: Math.max(0, inRow.findIndex(isInked) - settings.inkMargin),
    x1: Math.min(width, inColumn.findLastIndex(isInked) + 1 + settings.inkMargin),
    y1: Math.min(height, inRow.findLastIndex(isInked) + 1 + settings.inkMargin),
  }
}

function fit(image: GrayImage, letterHeight: number | undefined): GrayImage {
  const longer = Math.max(image.width, image.height)
  const wanted = letterHeight ? (longer * settings.letterHeight) / letterHeight : settings.minSide
  const factor = Math.min(
    1,
    Math.min(settings.maxSide, Math.max(settings.minSide, wanted)) / longer,
  )
  const { step } = networkInput
  const toStep = (length: number) => Math.max(step, Math.round((length * factor) / step) * step)
  return resize(image, toStep(image.width), toStep(image.height))
}

/** Returns the boxes of connected pixels. @param chances Probability of text per pixel, row by row. */
function coresOf(chances: Float32Array, width: number): Blob[] {
  const isSeen = new Uint8Array(chances.length)
  const cores: Blob[] = []
  const take = (at: number, stack: number[]) => {
    if (
      at < 0 ||
      at >= chances.length ||
      isSeen[at] ||
      (chances[at] as number) <= settings.minPixel
    )
      return
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
    if (
      count >= settings.minPixels &&
      y1 - y0 >= settings.minHeight &&
      sum >= settings.minLine * count
    ) {
      cores.push({ x0, y0, x1, y1 })
    }
  }
  return cores
}
