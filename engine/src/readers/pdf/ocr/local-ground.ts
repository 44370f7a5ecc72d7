/** Turns a drawing with areas of several shades into dark letters on white, including light letters on dark. */
import { type GrayImage, grays } from './gray-image.ts'
import { ocrSettings } from './settings.ts'

/** Shades are counted in steps of eight. */
const steps = { bits: 3, count: 256 >> 3 } as const

/** Makes each pixel as dark as its difference from the ground around it. */
export function evenGround(image: GrayImage, { dpi }: { readonly dpi: number }): GrayImage {
  const { width, height, pixels } = image
  const side = Math.max(4, Math.round(ocrSettings.groundInches * dpi))
  const grounds = groundsOf(image, side)
  const columns = Math.ceil(width / side)
  const even = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / side) * columns
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const ground = grounds[row + Math.floor(x / side)] as number
      const difference = Math.abs((pixels[at] as number) - ground)
      if (difference <= ocrSettings.shades.even) even[at] = grays.white
      // The largest possible difference from the ground becomes black, so that grey on black is as clear as grey on
      // white.
      else
        even[at] = grays.white - (grays.white * difference) / Math.max(ground, grays.white - ground)
    }
  }
  return { width, height, pixels: even }
}

/** Returns the most frequent shade of each square and its neighbours. */
function groundsOf({ width, height, pixels }: GrayImage, side: number): Uint8Array {
  const columns = Math.ceil(width / side)
  const rows = Math.ceil(height / side)
  const counts = new Uint16Array(columns * rows * steps.count)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / side) * columns
    for (let x = 0; x < width; x++) {
      const square = row + Math.floor(x / side)
      const entry = square * steps.count + ((pixels[y * width + x] as number) >> steps.bits)
      counts[entry] = (counts[entry] as number) + 1
    }
  }
  const grounds = new Uint8Array(columns * rows)
  const sums = new Uint32Array(steps.count)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      sums.fill(0)
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          const start = (y * columns + x) * steps.count
          for (let step = 0; step < steps.count; step++) {
            sums[step] = (sums[step] as number) + (counts[start + step] as number)
          }
        }
      }
      let best = steps.count - 1
      for (let step = 0; step < steps.count; step++) {
        if ((sums[step] as number) > (sums[best] as number)) best = step
      }
      grounds[row * columns + column] = Math.min(grays.white, (best + 0.5) * (1 << steps.bits))
    }
  }
  return grounds
}
