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
 * @returns Pixels; 0 without ink.
 */
export function strokeWidth({ width, height, pixels }: GrayImage, box: Box): number {
  let [ink, edges] = [0, 0]
  for (let y = Math.max(0, box.y0); y < Math.min(height - 1, box.y1); y++) {
    for (let x = Math.max(0, box.x0); x < Math.min(width - 1, box.x1); x++) {
      const at = y * width + x
      const shade = pixels[at] as number
      const across = (pixels[at + 1] as number) - shade
      const down = (pixels[at + width] as number) - shade
      ink += grays.white - shade
      if (across === 0 && down === 0) continue
      edges += Math.sqrt(across * across + down * down)
    }
  }
  return edges === 0 ? 0 : (2 * ink) / edges
}
