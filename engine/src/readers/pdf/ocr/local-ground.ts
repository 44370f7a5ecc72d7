/** Turns a drawing with areas of several shades into dark letters on white, including light letters on dark. */
import { type GrayImage, WHITE } from './gray-image.ts'

/** Side of the squares whose ground is measured, inches; with its neighbours a square spans letters of 18 points. */
const SQUARE_INCHES = 0.08
/** Shades in steps of eight. */
const STEP_BITS = 3
const STEPS = 256 >> STEP_BITS

/** Shades nearer to the ground count as ground: compression varies it by as much. */
const EVEN = 10

/** Makes each pixel as dark as its difference from the ground around it. */
export function evenGround(image: GrayImage, { dpi }: { readonly dpi: number }): GrayImage {
  const { width, height, pixels } = image
  const side = Math.max(4, Math.round(SQUARE_INCHES * dpi))
  const grounds = groundsOf(image, side)
  const columns = Math.ceil(width / side)
  const even = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / side) * columns
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const ground = grounds[row + Math.floor(x / side)] as number
      const difference = Math.abs((pixels[at] as number) - ground)
      if (difference <= EVEN) even[at] = WHITE
      // The largest possible difference from the ground is black: grey on black is as clear as grey on white.
      else even[at] = WHITE - (WHITE * difference) / Math.max(ground, WHITE - ground)
    }
  }
  return { width, height, pixels: even }
}

/** The commonest shade of each square and its neighbours. */
function groundsOf({ width, height, pixels }: GrayImage, side: number): Uint8Array {
  const columns = Math.ceil(width / side)
  const rows = Math.ceil(height / side)
  const counts = new Uint16Array(columns * rows * STEPS)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / side) * columns
    for (let x = 0; x < width; x++) {
      const square = row + Math.floor(x / side)
      const entry = square * STEPS + ((pixels[y * width + x] as number) >> STEP_BITS)
      counts[entry] = (counts[entry] as number) + 1
    }
  }
  const grounds = new Uint8Array(columns * rows)
  const sums = new Uint32Array(STEPS)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      sums.fill(0)
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          const start = (y * columns + x) * STEPS
          for (let step = 0; step < STEPS; step++) {
            sums[step] = (sums[step] as number) + (counts[start + step] as number)
          }
        }
      }
      let best = STEPS - 1
      for (let step = 0; step < STEPS; step++) {
        if ((sums[step] as number) > (sums[best] as number)) best = step
      }
      grounds[row * columns + column] = Math.min(WHITE, (best + 0.5) * (1 << STEP_BITS))
    }
  }
  return grounds
}
