/** Stretches the shades between ink and paper to the range from black to white, so that pale print is read like dark. */
import { countShades, type GrayImage, WHITE } from './gray-image.ts'

/** Share of the pixels that become black. In pale print beside a pen's strokes, more pixels must become black. */
const INK_SHARE = 0.01
/** The paper is the median shade: more than half of a page is paper. */
const PAPER_SHARE = 0.5
/** A smaller range of shades is a blank page with noise, not ink on paper. */
const MIN_RANGE = 24

export function stretchContrast(image: GrayImage, inkShare = INK_SHARE): GrayImage {
  const counts = countShades(image)
  const [ink, paper] = [quantile(counts, inkShare), quantile(counts, PAPER_SHARE)]
  if (paper - ink < MIN_RANGE || (ink === 0 && paper === WHITE)) return image
  const shades = Uint8Array.from({ length: 256 }, (_, shade) =>
    Math.max(0, Math.min(WHITE, Math.round(((shade - ink) * WHITE) / (paper - ink)))),
  )
  const pixels = new Uint8Array(image.pixels.length)
  for (let at = 0; at < pixels.length; at++) {
    pixels[at] = shades[image.pixels[at] as number] as number
  }
  return { ...image, pixels }
}

function quantile(counts: Uint32Array, share: number): number {
  let left = counts.reduce((sum, count) => sum + count, 0) * share
  for (let shade = 0; shade < WHITE; shade++) {
    left -= counts[shade] as number
    if (left <= 0) return shade
  }
  return WHITE
}
