/** Finds the pictures of a page with text that may contain more text: charts, screenshots, tables as pictures. */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import { type Page, type PagePicture, pointsPerInch, renderModes } from '../content/index.ts'
import { countShades, crop, type GrayImage, grays } from './gray-image.ts'
import { findLeftover } from './leftover.ts'
import { ocrLimits, ocrSettings } from './settings.ts'

const settings = ocrSettings.pictures

export function findPictures({ drawings, width, height, glyphs, objects }: Page): BBox[] {
  const pictures = joinSlices(drawings.images.map((box) => clip(box, width, height))).filter(
    ({ x0, y0, x1, y1 }) =>
      x1 - x0 >= settings.minSidePoints &&
      y1 - y0 >= settings.minSidePoints &&
      y1 > settings.marginShare * height &&
      y0 < (1 - settings.marginShare) * height &&
      (x1 - x0) * (y1 - y0) >= settings.minPageShare * width * height,
  )
  if (pictures.length > ocrLimits.maxPictures) return []
  return pictures.filter(({ x0, y0, x1, y1 }) => {
    let hidden = 0
    for (let at = 0; at < glyphs.count; at++) {
      const [x, y] = [glyphs.originX[at] as number, glyphs.originY[at] as number]
      if (x < x0 || x > x1 || y < y0 || y > y1) continue
      if (objects[glyphs.objects[at] ?? -1]?.renderMode === renderModes.invisible) hidden += 1
    }
    return hidden < ocrSettings.letters.text
  })
}

function clip({ x0, y0, x1, y1 }: BBox, width: number, height: number): BBox {
  return {
    ...{ x0: Math.max(0, x0), y0: Math.max(0, y0) },
    ...{ x1: Math.min(width, x1), y1: Math.min(height, y1) },
  }
}

function joinSlices(boxes: readonly BBox[]): BBox[] {
  const joined: BBox[] = []
  for (const box of boxes.slice(0, ocrLimits.maxParts)) {
    let whole = box
    for (let at = joined.length - 1; at >= 0; at--) {
      const other = joined[at] as BBox
      const isNear =
        Math.max(whole.x0, other.x0) - Math.min(whole.x1, other.x1) <= settings.maxGapPoints &&
        Math.max(whole.y0, other.y0) - Math.min(whole.y1, other.y1) <= settings.maxGapPoints
      if (!isNear) continue
      whole = boxAround([whole, other])
      joined.splice(at, 1)
    }
    joined.push(whole)
  }
  return joined
}

interface CroppedPicture {
  readonly image: GrayImage
  /** Offset of the top-left corner in the picture of the page. */
  readonly left: number
  readonly top: number
}

/**
 * Cuts a picture out of the picture of its page.
 *
 * Words of the page over it are painted over, because their text is known. Light print on dark becomes dark print on
 * light.
 *
 * @returns `undefined` if the picture cannot contain text: a photo has no even ground.
 */
export function cropPicture(
  { glyphs, objects }: Page,
  { dpi, ...picture }: PagePicture,
  box: BBox,
): CroppedPicture | undefined {
  const scale = dpi / pointsPerInch
  const left = Math.max(0, Math.floor(box.x0 * scale))
  const top = Math.max(0, Math.floor(box.y0 * scale))
  const right = Math.min(picture.width, Math.ceil(box.x1 * scale))
  const bottom = Math.min(picture.height, Math.ceil(box.y1 * scale))
  if (right <= left || bottom <= top) return undefined
  const cut = crop(picture, left, top, right - left, bottom - top)
  const ground = groundOf(cut)
  if (ground === undefined) return undefined
  for (let at = 0; at < glyphs.count; at++) {
    if (objects[glyphs.objects[at] ?? -1]?.renderMode === renderModes.invisible) continue
    const place = {
      x0: Math.floor((glyphs.x0[at] as number) * scale) - left - 1,
      y0: Math.floor((glyphs.y0[at] as number) * scale) - top - 1,
      x1: Math.ceil((glyphs.x1[at] as number) * scale) - left + 1,
      y1: Math.ceil((glyphs.y1[at] as number) * scale) - top + 1,
    }
    paint(cut, place, ground)
  }
  const image = ground < grays.middle ? invert(cut) : cut
  return holdsLetters(image, dpi) ? { image, left, top } : undefined
}

/** Returns the shade of most of a picture. */
function groundOf(image: GrayImage): number | undefined {
  const counts = countShades(image)
  let [best, most] = [0, -1]
  const range = ocrSettings.shades.even
  for (let first = 0; first + range <= grays.count; first++) {
    let count = 0
    for (let shade = first; shade < first + range; shade++) count += counts[shade] as number
    if (count > most) [best, most] = [first + range / 2, count]
  }
  return most >= settings.minGroundShare * image.pixels.length ? best : undefined
}

function paint(image: GrayImage, { x0, y0, x1, y1 }: BBox, shade: number): void {
  const [from, to] = [Math.max(0, x0), Math.min(image.width, x1)]
  if (from >= to) return
  for (let y = Math.max(0, y0); y < Math.min(image.height, y1); y++) {
    image.pixels.fill(shade, y * image.width + from, y * image.width + to)
  }
}

function invert({ width, height, pixels }: GrayImage): GrayImage {
  return { width, height, pixels: pixels.map((shade) => grays.white - shade) }
}

function holdsLetters(image: GrayImage, dpi: number): boolean {
  const letters = findLeftover(image, [], { dpi }).filter(({ x0, y0, x1, y1 }) => {
    const height = (y1 - y0) / dpi
    return (
      height >= settings.minLetterInches &&
      height <= ocrSettings.maxLetterInches &&
      x1 - x0 > (y1 - y0) / 4
    )
  })
  return letters.length >= ocrSettings.letters.word
}
