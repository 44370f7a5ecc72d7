/**
 * Reads print that is paler than most of the page: grey notes, light headings. Recognisers separate ink and paper of a page
 * by one threshold, so that such print counts as paper; here it is read separately, darkened to the shade of the rest.
 */
import { soften } from './contrast.ts'
import { blankImage, crop, darkThreshold, type GrayImage, WHITE } from './gray-image.ts'
import { type Blob, takePatches } from './patches.ts'
import type { PictureWord } from './picture-word.ts'
import type { RecognizeOptions, Recognizer } from './recognizer.ts'
import { printedGrid, type Shades } from './shades.ts'
import { dropNoise, sureness } from './words.ts'

/** Height of letters or words, inches: print of 4 to 30 points. */
const MIN_HEIGHT_INCHES = 0.04
const MAX_HEIGHT_INCHES = 0.42
/** Fewer letters are specks, more the texture of a picture. */
const MIN_LETTERS = 8
const MAX_LETTERS = 3_000
/** Margin around letters, inches: the width of blurred edges and thin strokes. */
const MARGIN_INCHES = 0.03
/** The largest gap between letters of one line, in heights of the higher. */
const MAX_GAP = 0.8
/** Quantile of the letters' shades that becomes black. */
const INK_SHARE = 0.25
/** Over a square, ink is at least this much darker than paper; the grain of paper is paler, and becomes white. */
const MIN_INK = 22
const GRAIN = 6
/** Show-through from the back and non-text have a lower confidence. */
const MIN_SURENESS = 0.75
const MIN_WORD_CONFIDENCE = 0.45

/** @param words Words read on the page; pale print near them belongs to them. */
export async function readPalePrint(
  image: GrayImage,
  shades: Shades,
  words: readonly PictureWord[],
  recognizer: Recognizer,
  options: RecognizeOptions,
): Promise<PictureWord[]> {
  const letters = findPaleLetters(image, shades, words, options.dpi)
  if (letters.length < MIN_LETTERS) return []
  const margin = Math.round(MARGIN_INCHES * options.dpi)
  const { picture, left, top } = darken(image, letters, margin)
  const read = dropNoise(await recognizer.recognize(picture, options))
  const sure = read.filter(({ confidence }) => confidence >= MIN_WORD_CONFIDENCE)
  if (sureness(read) < MIN_SURENESS) return []
  return sure.map((word) => ({
    ...word,
    ...{ x0: word.x0 + left, x1: word.x1 + left, y0: word.y0 + top, y1: word.y1 + top },
    baseline: word.baseline + top,
  }))
}

interface Letter extends Blob {
  /** Shade of its darkest square. */
  readonly shade: number
}

/** Finds patches without dark pixels that are as high as letters and next to each other. */
function findPaleLetters(
  image: GrayImage,
  { means, darkest, ...grid }: Shades,
  words: readonly PictureWord[],
  dpi: number,
): Letter[] {
  const limit = darkThreshold(image)
  const letters = takePatches(printedGrid({ means, darkest, ...grid })).flatMap((patch) => {
    const { squares, ...box } = patch
    const height = (box.y1 - box.y0) / dpi
    if (height < MIN_HEIGHT_INCHES || height > MAX_HEIGHT_INCHES) return []
    const shade = squares.reduce((least, at) => Math.min(least, means[at] as number), WHITE)
    if (shade > WHITE - MIN_INK || squares.some((at) => (darkest[at] as number) <= limit)) return []
    return isRead(box, words) ? [] : [{ ...box, shade }]
  })
  if (letters.length > MAX_LETTERS) return []
  return letters.filter((letter) => letters.some((other) => isBeside(letter, other)))
}

function isRead({ x0, y0, x1, y1 }: Blob, words: readonly PictureWord[]): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  return words.some((word) => x > word.x0 && x < word.x1 && y > word.y0 && y < word.y1)
}

function isBeside(one: Letter, other: Letter): boolean {
  if (one === other) return false
  const height = Math.max(one.y1 - one.y0, other.y1 - other.y0)
  const gap = Math.max(one.x0, other.x0) - Math.min(one.x1, other.x1)
  const shared = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0)
  return gap <= MAX_GAP * height && 2 * shared >= height
}

interface Darkened {
  readonly picture: GrayImage
  /** Position of its top-left corner. */
  readonly left: number
  readonly top: number
}

/** Copies the letters without grain, stretched from black to white. */
function darken(image: GrayImage, letters: readonly Letter[], margin: number): Darkened {
  const left = Math.max(0, Math.min(...letters.map(({ x0 }) => x0)) - margin)
  const top = Math.max(0, Math.min(...letters.map(({ y0 }) => y0)) - margin)
  const right = Math.min(image.width, Math.max(...letters.map(({ x1 }) => x1)) + margin)
  const bottom = Math.min(image.height, Math.max(...letters.map(({ y1 }) => y1)) + margin)
  const soft = soften(crop(image, left, top, right - left, bottom - top))
  const shades = letters.map(({ shade }) => shade).sort((a, b) => a - b)
  const ink = shades[Math.floor(INK_SHARE * shades.length)] as number
  const darkened = Uint8Array.from({ length: 256 }, (_, shade) =>
    Math.max(0, Math.min(WHITE, ((shade - ink) * WHITE) / (WHITE - GRAIN - ink))),
  )
  const picture = blankImage(soft.width, soft.height)
  for (const { x0, y0, x1, y1 } of letters) {
    const from = Math.max(0, x0 - margin - left)
    const to = Math.min(soft.width, x1 + margin - left)
    const last = Math.min(soft.height, y1 + margin - top)
    for (let y = Math.max(0, y0 - margin - top); y < last; y++) {
      for (let at = y * soft.width + from; at < y * soft.width + to; at++) {
        picture.pixels[at] = darkened[soft.pixels[at] as number] as number
      }
    }
  }
  return { picture, left, top }
}
