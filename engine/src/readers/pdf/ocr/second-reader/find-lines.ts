/** Finds the boxes of a picture's lines of text (Liao et al., Real-time Scene Text Detection with Differentiable Binarization, 2020). */
import { mean } from '../../statistics.ts'
import { blankImage, crop, darkThreshold, type GrayImage, grays } from '../gray-image.ts'
import { type Blob, takePatches } from '../patches.ts'
import { visitDark } from '../pixel-code/index.ts'
import { resize } from '../resize.ts'
import type { Network } from './networks.ts'
import { networkInput, readerSettings as settings } from './settings.ts'

/** @param letterHeight Height from descender to ascender in pixels, if known. */
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
  const probabilities = new Float32Array(width * height)
  for (const { y0, y1 } of bandsOf(small)) {
    const band = pixels.subarray(y0 * width, y1 * width)
    probabilities.set(await findText(detector, band, width), y0 * width)
  }
  const scale = { x: inked.width / width, y: inked.height / height }
  return coresOf(probabilities, width).map(({ x0, y0, x1, y1 }) => {
    const margin = (settings.unclip * (x1 - x0) * (y1 - y0)) / (2 * (x1 - x0 + y1 - y0))
    const above = margin + settings.extraHeight * (y1 - y0 + 2 * margin)
    return {
      x0: Math.max(0, left + (x0 - margin) * scale.x),
      y0: Math.max(0, top + (y0 - above) * scale.y),
      x1: Math.min(image.width, left + (x1 + margin) * scale.x),
      y1: Math.min(image.height, top + (y1 + above) * scale.y),
    }
  })
}

/** Rows of a picture, with an exclusive end. */
type Band = Pick<Blob, 'y0' | 'y1'>

/**
 * Divides a large picture, because the runtime's memory grows with the area of a picture and never shrinks.
 *
 * A band ends at the row with the least ink in its second half, which is mostly between lines.
 */
function bandsOf({ width, height, pixels }: GrayImage): Band[] {
  const most = Math.floor(settings.maxPixels / width)
  const bands: Band[] = []
  for (let y0 = 0; y0 < height; y0 = bands.at(-1)?.y1 ?? height) {
    let [y1, lightest] = [height, -1]
    for (let row = y0 + most; height - y0 > most && row > y0 + most / 2; row--) {
      const light = pixels.subarray((row - 1) * width, row * width).reduce((a, b) => a + b, 0)
      if (light > lightest) [y1, lightest] = [row, light]
    }
    bands.push({ y0, y1 })
  }
  return bands
}

/** Returns the probability of text for each pixel of some rows. */
async function findText(
  detector: Network,
  pixels: Uint8Array,
  width: number,
): Promise<Float32Array> {
  const { step } = networkInput
  const height = Math.ceil(pixels.length / width / step) * step
  const { pixels: shades } = blankImage(width, height)
  shades.set(pixels)
  const input = new Float32Array(3 * shades.length)
  for (const [channel, mean] of networkInput.means.entries()) {
    const deviation = networkInput.deviations[channel] as number
    const values = Float32Array.from(
      { length: grays.count },
      (_, shade) => (shade / grays.white - mean) / deviation,
    )
    const start = channel * shades.length
    for (let at = 0; at < shades.length; at++) {
      input[start + at] = values[shades[at] as number] as number
    }
  }
  const { values } = await detector(input, [3, height, width])
  return values.subarray(0, pixels.length)
}

/** Returns the part of a picture that holds ink: a receipt often lies on a large blank page. */
function inkBox(image: GrayImage): Blob {
  const { width, height } = image
  const [inColumn, inRow] = [new Uint32Array(width), new Uint32Array(height)]
  visitDark(image, darkThreshold(image), (y, dark) => {
    for (let at = 0; at < dark.length; at++) {
      const x = dark[at] as number
      inColumn[x] = (inColumn[x] as number) + 1
    }
    inRow[y] = dark.length
  })
  const isInked = (count: number) => count >= settings.minDarkPixels
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

/** Returns the boxes of connected pixels. @param probabilities Probability of text per pixel, row by row. */
function coresOf(probabilities: Float32Array, width: number): Blob[] {
  const marked = new Uint8Array(probabilities.length)
  for (let at = 0; at < probabilities.length; at++) {
    if ((probabilities[at] as number) > settings.minPixelProbability) marked[at] = 1
  }
  const grid = { columns: width, rows: probabilities.length / width, step: 1, marked }
  return takePatches(grid).filter(({ squares, y0, y1 }) => {
    const probability = mean(squares.map((at) => probabilities[at] as number))
    return y1 - y0 >= settings.minDarkPixels && probability >= settings.minLineProbability
  })
}
