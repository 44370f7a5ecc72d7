/** Resizes a picture: averages areas to shrink, interpolates to enlarge. */
import type { GrayImage } from './gray-image.ts'

/** @param width Width and height in pixels, at least 1. */
export function resize(image: GrayImage, width: number, height: number): GrayImage {
  const across = tapsOf(image.width, width)
  const down = tapsOf(image.height, height)
  const narrow = new Float32Array(width * image.height)
  for (let y = 0; y < image.height; y++) {
    const row = y * image.width
    for (let x = 0; x < width; x++) {
      let sum = 0
      const first = across.firsts[x] as number
      for (let tap = 0; tap < across.count; tap++) {
        sum += (across.weights[x * across.count + tap] as number) * pixelAt(image, row, first + tap)
      }
      narrow[y * width + x] = sum
    }
  }
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const first = down.firsts[y] as number
    for (let x = 0; x < width; x++) {
      let sum = 0.5
      for (let tap = 0; tap < down.count; tap++) {
        const row = Math.min(image.height - 1, first + tap)
        sum += (down.weights[y * down.count + tap] as number) * (narrow[row * width + x] as number)
      }
      pixels[y * width + x] = sum
    }
  }
  return { width, height, pixels }
}

function pixelAt({ width, pixels }: GrayImage, row: number, x: number): number {
  return pixels[row + (x < width ? x : width - 1)] as number
}

/** The weighted source pixels of each new pixel along one axis. */
interface Taps {
  readonly count: number
  readonly firsts: Int32Array
  readonly weights: Float32Array
}

function tapsOf(from: number, to: number): Taps {
  const step = from / to
  const reach = Math.max(1, step)
  const count = Math.ceil(reach) + 1
  const firsts = new Int32Array(to)
  const weights = new Float32Array(to * count)
  for (let at = 0; at < to; at++) {
    const middle = (at + 0.5) * step
    const start = Math.max(0, middle - reach / 2)
    const end = Math.min(from, middle + reach / 2)
    const first = Math.min(from - 1, Math.floor(start))
    firsts[at] = first
    for (let tap = 0; tap < count; tap++) {
      const share = Math.min(end, first + tap + 1) - Math.max(start, first + tap)
      weights[at * count + tap] = Math.max(0, share) / (end - start)
    }
  }
  return { count, firsts, weights }
}
