/** Simulates the damage of bad scanners, cameras and strong compression on a clean page image. */
import { type GrayImage, grays } from '../engine/src/readers/pdf/ocr/gray-image.ts'

/** Light falls from one corner; this is its share at the farthest point. */
const MIN_LIGHT = 0.35
/** The shadow of the person with the camera: over the lower right, with a soft edge. */
const SHADOW = 0.75
const SHADOW_EDGE = 0.08
/** The grain of a camera's sensor, in grey levels. */
const GRAIN = 5

/** Simulates a camera picture under a lamp. */
export function lightUnevenly({ width, height, pixels }: GrayImage): GrayImage {
  const random = randomNumbers(1)
  const lit = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const far = (x / width + y / height) / 2
      const inShadow = 1 / (1 + Math.exp(-(x / width + 0.5 * (y / height) - 1) / SHADOW_EDGE))
      const light = (1 - (1 - MIN_LIGHT) * far) * (1 - (1 - SHADOW) * inShadow)
      const grain = (random() + random() - 1) * 2 * GRAIN
      const shade = (40 + 0.84 * (pixels[y * width + x] as number)) * light + grain
      lit[y * width + x] = Math.max(0, Math.min(grays.white, shade))
    }
  }
  return { width, height, pixels: lit }
}

/** Generates the same numbers every time (Park and Miller 1988). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 0x7fffffff
    return state / 0x7fffffff
  }
}

/** ITU-T T.81, table K.1: the quantisation of each luminance frequency at quality 50. */
const luminance = [
  [16, 11, 10, 16, 24, 40, 51, 61],
  [12, 12, 14, 19, 26, 58, 60, 55],
  [14, 13, 16, 24, 40, 57, 69, 56],
  [14, 17, 22, 29, 51, 87, 80, 62],
  [18, 22, 37, 56, 68, 109, 103, 77],
  [24, 35, 55, 64, 81, 104, 113, 92],
  [49, 64, 78, 87, 103, 121, 120, 101],
  [72, 92, 95, 98, 112, 100, 103, 99],
].flat()
const SIDE = 8

/** ITU-T T.81, A.3.3: row u holds the cosines of frequency u. */
const cosines = Array.from({ length: SIDE * SIDE }, (_, at) => {
  const [u, x] = [Math.floor(at / SIDE), at % SIDE]
  const scale = u === 0 ? Math.SQRT1_2 : 1
  return (scale / 2) * Math.cos(((2 * x + 1) * u * Math.PI) / (2 * SIDE))
})

/**
 * Simulates the loss of JPEG compression: all of it comes from rounding frequencies, so no file is needed.
 *
 * @param quality 1 to 49, on the scale that most programs use.
 */
export function compress({ width, height, pixels }: GrayImage, quality: number): GrayImage {
  const steps = luminance.map((step) => Math.max(1, Math.floor((step * 50) / quality + 0.5)))
  const kept = pixels.slice()
  for (let top = 0; top + SIDE <= height; top += SIDE) {
    for (let left = 0; left + SIDE <= width; left += SIDE) {
      const start = top * width + left
      const block = Array.from(
        { length: SIDE * SIDE },
        (_, at) => (pixels[start + Math.floor(at / SIDE) * width + (at % SIDE)] as number) - 128,
      )
      const frequencies = transform(block, false).map((value, at) => {
        const step = steps[at] as number
        return Math.round(value / step) * step
      })
      for (const [at, value] of transform(frequencies, true).entries()) {
        const shade = Math.max(0, Math.min(grays.white, Math.round(value + 128)))
        kept[start + Math.floor(at / SIDE) * width + (at % SIDE)] = shade
      }
    }
  }
  return { width, height, pixels: kept }
}

/** Computes the cosine transform of a block, along its rows and then its columns, or its inverse. */
function transform(block: readonly number[], isBack: boolean): number[] {
  return alongRows(alongRows(block, isBack), isBack)
}

/** @returns The transposed result, so that a second call covers the columns. */
function alongRows(block: readonly number[], isBack: boolean): number[] {
  const result = new Array<number>(SIDE * SIDE).fill(0)
  for (let row = 0; row < SIDE; row++) {
    for (let to = 0; to < SIDE; to++) {
      let sum = 0
      for (let from = 0; from < SIDE; from++) {
        const at = isBack ? from * SIDE + to : to * SIDE + from
        sum += (block[row * SIDE + from] as number) * (cosines[at] as number)
      }
      result[to * SIDE + row] = sum
    }
  }
  return result
}
