/**
 * Stretches the shades between ink and paper to the range from black to white, so that pale print is read like dark
 * print.
 */
import { countShades, type GrayImage, grays } from './gray-image.ts'
import { ocrSettings } from './settings.ts'

export function stretchContrast(image: GrayImage): GrayImage {
  const counts = countShades(image)
  // More than half of a page is paper.
  const [ink, paper] = [quantile(counts, ocrSettings.blackShare), quantile(counts, 0.5)]
  if (paper - ink < ocrSettings.illumination.minPrinted || (ink === 0 && paper === grays.white))
    return image
  const shades = Uint8Array.from({ length: grays.count }, (_, shade) =>
    Math.max(0, Math.min(grays.white, Math.round(((shade - ink) * grays.white) / (paper - ink)))),
  )
  const pixels = new Uint8Array(image.pixels.length)
  for (let at = 0; at < pixels.length; at++) {
    pixels[at] = shades[image.pixels[at] as number] as number
  }
  return { ...image, pixels }
}

function quantile(counts: Uint32Array, share: number): number {
  let left = counts.reduce((sum, count) => sum + count, 0) * share
  for (let shade = 0; shade < grays.white; shade++) {
    left -= counts[shade] as number
    if (left <= 0) return shade
  }
  return grays.white
}
