/** Detects bullets among the dots before recognised lines, and adds them to the lines. */
import { darkThreshold, type GrayImage } from './gray-image.ts'
import type { Blob } from './patches.ts'
import type { PictureWord } from './picture-word.ts'
import { ocrLimits, ocrSettings } from './settings.ts'
import { groupByLine } from './text-lines.ts'

const settings = ocrSettings.bullets
/** Matches readings that a recogniser returns for a bullet. */
const looksLikeBullet = /^[.·•*«»°¢eo©®@+]$/

export function addBullets(
  image: GrayImage,
  words: readonly PictureWord[],
  blobs: readonly Blob[],
): PictureWord[] {
  const limit = darkThreshold(image)
  const mistaken = words.filter(({ text }) => looksLikeBullet.test(text))
  const exact = blobs.filter(isSmall).map((blob) => tighten(image, blob, limit))
  const dots = [...exact, ...mistaken.filter(isSmall)].filter((dot) => isFilled(image, dot, limit))
  if (dots.length === 0) return [...words]
  const used = new Set<Blob>()
  const lines = groupByLine(words).flatMap((line) => {
    const own = line.filter((word) => !used.has(word))
    const at = own.findIndex((word) => !mistaken.includes(word))
    const [first] = own.slice(Math.max(0, at))
    const dot = first && at <= 1 && dots.find((each) => !used.has(each) && isBefore(each, first))
    if (!dot) return [own]
    used.add(dot)
    const rest = own.filter((word) => word !== dot)
    const { x0, y0, x1, y1 } = dot
    const bullet = { ...first, text: '•', x0, y0, x1, y1 }
    return [[bullet, ...rest]]
  })
  // A dot that was read as a word may form a separate line, before or after the line that it belongs to.
  return lines.flat().filter((word) => !used.has(word))
}

function isSmall({ x0, y0, x1, y1 }: Blob): boolean {
  return Math.max(x1 - x0, y1 - y0) <= ocrLimits.maxBulletPixels
}

/** Returns the exact box of a blob's dark pixels, because blobs are only accurate to a few pixels. */
function tighten({ width, pixels }: GrayImage, blob: Blob, limit: number): Blob {
  let [x0, y0, x1, y1] = [blob.x1, blob.y1, blob.x0, blob.y0]
  for (let y = blob.y0; y < blob.y1; y++) {
    for (let x = blob.x0; x < blob.x1; x++) {
      if ((pixels[y * width + x] as number) > limit) continue
      x0 = Math.min(x0, x)
      y0 = Math.min(y0, y)
      x1 = Math.max(x1, x + 1)
      y1 = Math.max(y1, y + 1)
    }
  }
  return x1 > x0 ? { x0, y0, x1, y1 } : blob
}

function isFilled({ width, pixels }: GrayImage, { x0, y0, x1, y1 }: Blob, limit: number): boolean {
  const side = Math.max(x1 - x0, y1 - y0)
  let dark = 0
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) if ((pixels[y * width + x] as number) <= limit) dark += 1
  }
  return dark >= settings.minFill * side ** 2
}

function isBefore(
  { x0, y0, x1, y1 }: Blob,
  { x0: left, baseline, lineHeight }: PictureWord,
): boolean {
  const side = Math.max(x1 - x0, y1 - y0)
  if (side < ocrSettings.lines.minMarkHeight * lineHeight || side > settings.maxSide * lineHeight)
    return false
  const rise = (baseline - (y0 + y1) / 2) / lineHeight
  const gap = (left - x1) / lineHeight
  return (
    rise >= settings.minRise &&
    rise <= settings.maxRise &&
    gap >= settings.minGap &&
    gap <= settings.maxGap
  )
}
