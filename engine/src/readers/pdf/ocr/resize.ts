/** Resizes a picture: averages areas to shrink, interpolates to enlarge. */
import type { GrayImage } from './gray-image.ts'

/** @param width Width and height in pixels, at least 1. */
export function resize(image: GrayImage, width: number, height: number): GrayImage {
  const across = tapsOf(image.width, width)
  const narrow = new Float32Array(width * image.height)
  for (let y = 0, to = 0; y < image.height; y++) {
    for (let x = 0, tap = 0; x < width; x++) {
      let from = y * image.width + (across.firsts[x] as number)
      let sum = 0
      for (const end = tap + across.count; tap < end; tap++) {
        sum += (across.weights[tap] as number) * (image.pixels[from++] as number)
      }
      narrow[to++] = sum
    }
  }
  const down = tapsOf(image.height, height)
  const pixels = new Uint8Array(width * height)
  for (let y = 0, to = 0; y < height; y++) {
    const first = (down.firsts[y] as number) * width
    const end = (y + 1) * down.count
    for (let x = 0; x < width; x++) {
      let from = first + x
      let sum = 0.5
      for (let tap = end - down.count; tap < end; tap++, from += width) {
        sum += (down.weights[tap] as number) * (narrow[from] as number)
      }
      pixels[to++] = sum
    }
  }
  return { width, height, pixels }
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
  const count = Math.min(from, Math.ceil(reach) + 1)
  const firsts = new Int32Array(to)
  const weights = new Float32Array(to * count)
  for (let at = 0; at < to; at++) {
    const middle = (at + 0.5) * step
    const start = Math.max(0, middle - reach / 2)
    const end = Math.min(from, middle + reach / 2)
    const first = Math.min(from - count, Math.floor(start))
    firsts[at] = first
    for (let tap = 0; tap < count; tap++) {
      const share = Math.min(end, first + tap + 1) - Math.max(start, first + tap)
      weights[at * count + tap] = Math.max(0, share) / (end - start)
    }
  }
  return { count, firsts, weights }
}
