/** Measures the thickness of the strokes of a word's letters: bold print has thicker ones. */
import { type GrayImage, grays } from './gray-image.ts'

type Box = Readonly<Record<'x0' | 'y0' | 'x1' | 'y1', number>>

/**
 * Measures the mean thickness of strokes.
 *
 * A stroke's area is its length times its thickness, and its edges are twice its length. Both are summed over shades
 * instead of black pixels, so that blurred edges change neither sum.
 *
 * @param image Dark on light.
 * @param box May lie between pixels, as those of merged words do.
 * @returns Pixels; 0 without ink.
 */
export function strokeWidth({ width, height, pixels }: GrayImage, box: Box): number {
  const [left, top] = [Math.max(0, Math.floor(box.x0)), Math.max(0, Math.floor(box.y0))]
  const [right, bottom] = [Math.min(width - 1, box.x1), Math.min(height - 1, box.y1)]
  let ink = 0
  let edges = 0
  for (let y = top; y < bottom; y++) {
    const row = y * width
    let shade = pixels[row + left] as number
    for (let x = left; x < right; x++) {
      const next = pixels[row + x + 1] as number
      const across = next - shade
      const down = (pixels[row + x + width] as number) - shade
      ink += grays.white - shade
      if (across !== 0 || down !== 0) edges += Math.sqrt(across * across + down * down)
      shade = next
    }
  }
  return edges === 0 ? 0 : (2 * ink) / edges
}
