/** Detects bullets among the dots before recognised lines, and adds them to the lines. */
import { darkThreshold, type GrayImage } from './gray-image.ts'
import type { Blob } from './patches.ts'
import type { PictureWord } from './picture-word.ts'
import { groupByLine } from './text-lines.ts'

/** A bullet's width and height, in heights of a line. */
const MIN_SIDE = 0.12
const MAX_SIDE = 0.55
/** … and the largest ratio of the longer side to the shorter one. */
const MAX_ASPECT = 1.5
/** Share of ink in the box: a disc has 0.79, letters less than 0.6. */
const MIN_FILL = 0.62
/** Least height of its middle above the baseline. */
const MIN_RISE = 0.16
const MAX_RISE = 0.5
/** Distance from the bullet to the text at its right. */
const MIN_GAP = 0.2
const MAX_GAP = 2.5
/** Readings that a recogniser returns for a bullet. */
const looksLikeBullet = /^[.·•*«»°¢eo©®@+]$/

export function addBullets(
  image: GrayImage,
  words: readonly PictureWord[],
  blobs: readonly Blob[],
): PictureWord[] {
  const limit = darkThreshold(image)
  const mistaken = words.filter(({ text }) => looksLikeBullet.test(text))
  const dots = [...blobs.map((blob) => tighten(image, blob, limit)), ...mistaken].filter((dot) =>
    isFilled(image, dot, limit),
  )
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
  // A dot read as a word may form a separate line, before or after the line that it belongs to.
  return lines.flat().filter((word) => !used.has(word))
}

/** Returns the exact box of a blob's dark pixels; blobs are accurate only to some pixels. */
function tighten({ width, pixels }: GrayImage, blob: Blob, limit: number): Blob {
  let [x0, y0, x1, y1] = [blob.x1, blob.y1, blob.x0, blob.y0]
  if (blob.x1 - blob.x0 > MAX_PIXELS || blob.y1 - blob.y0 > MAX_PIXELS) return blob
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

/** Larger blobs are no bullets, whatever text follows. */
const MAX_PIXELS = 60

function isFilled({ width, pixels }: GrayImage, { x0, y0, x1, y1 }: Blob, limit: number): boolean {
  const [across, down] = [x1 - x0, y1 - y0]
  if (Math.max(across, down) > MAX_PIXELS) return false
  if (Math.max(across, down) > MAX_ASPECT * Math.min(across, down)) return false
  let dark = 0
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) if ((pixels[y * width + x] as number) <= limit) dark += 1
  }
  return dark >= MIN_FILL * across * down
}

function isBefore(
  { x0, y0, x1, y1 }: Blob,
  { x0: left, baseline, lineHeight }: PictureWord,
): boolean {
  const side = Math.max(x1 - x0, y1 - y0)
  if (side < MIN_SIDE * lineHeight || side > MAX_SIDE * lineHeight) return false
  const rise = (baseline - (y0 + y1) / 2) / lineHeight
  const gap = (left - x1) / lineHeight
  return rise >= MIN_RISE && rise <= MAX_RISE && gap >= MIN_GAP && gap <= MAX_GAP
}
