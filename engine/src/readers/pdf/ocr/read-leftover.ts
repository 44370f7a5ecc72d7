/**
 * Reads letter-like ink outside of recognised words: sets it closely in a separate picture, and returns words at their
 * places.
 */

import { median } from '../statistics.ts'
import { blankImage, crop, type GrayImage, WHITE } from './gray-image.ts'
import type { Blob } from './patches.ts'
import type { PictureWord } from './picture-word.ts'
import type { RecognizeOptions, Recognizer } from './recognizer.ts'
import { noise } from './words.ts'

/** The range of heights of letters, in heights of the page's lines. */
const MIN_HEIGHT = 0.35
const MAX_HEIGHT = 1.5
/** A wider connected patch is a drawing. */
const MAX_LETTER_WIDTH = 3
/** The largest gap within a word. */
const MAX_GAP = 0.6
/** More strips are the texture of a picture. */
const MAX_STRIPS = 150

/** A word's ink on the page, and its position in the new picture. */
interface Strip extends Blob {
  toX: number
  toY: number
}

export async function readLeftover(
  image: GrayImage,
  words: readonly PictureWord[],
  blobs: readonly Blob[],
  recognizer: Recognizer,
  options: RecognizeOptions,
): Promise<PictureWord[]> {
  const height = median(words.map(({ lineHeight }) => lineHeight))
  const strips = stripsOf(blobs, height)
  if (strips.length === 0 || strips.length > MAX_STRIPS) return []
  const collage = setClosely(image, strips, height)
  const read = await recognizer.recognize(collage, { ...options, layout: 'block' })
  return read
    .flatMap((word) => partByStrip(word, strips))
    .filter((word) => isBelievable(word, words))
}

/** Assigns a word to one strip, or its letters to as many strips as it has: strips side by side are read as one word. */
function partByStrip(word: PictureWord, strips: readonly Strip[]): PictureWord[] {
  const own = strips.filter((strip) => holds(word, strip)).sort((a, b) => a.toX - b.toX)
  const [first] = own
  if (first && own.length === 1) return [moveBack(word, first)]
  const letters = [...word.text]
  if (letters.length !== own.length) return []
  return own.map((strip, at) => {
    const { x0, x1, y0, y1 } = strip
    return { ...moveBack(word, strip), text: letters[at] ?? '', x0, x1, y0, y1 }
  })
}

function stripsOf(blobs: readonly Blob[], height: number): Strip[] {
  const letters = blobs.filter(
    ({ x0, y0, x1, y1 }) =>
      y1 - y0 >= MIN_HEIGHT * height &&
      y1 - y0 <= MAX_HEIGHT * height &&
      x1 - x0 <= MAX_LETTER_WIDTH * height,
  )
  const strips: Strip[] = []
  for (const { x0, y0, x1, y1 } of letters.toSorted((a, b) => a.x0 - b.x0)) {
    const near = strips.find(
      (strip) => x0 - strip.x1 <= MAX_GAP * height && strip.y0 < y1 && y0 < strip.y1,
    )
    if (!near) strips.push({ x0, y0, x1, y1, toX: 0, toY: 0 })
    else {
      const grown = {
        x1: Math.max(near.x1, x1),
        y0: Math.min(near.y0, y0),
        y1: Math.max(near.y1, y1),
      }
      strips[strips.indexOf(near)] = { ...near, ...grown }
    }
  }
  return strips.sort((a, b) => a.y1 - b.y1 || a.x0 - b.x0)
}

/** Width of the new picture, pixels. */
const WIDTH = 1600
/** Blank between words, and above and below lines, in heights of a line. */
const SPACE = 1
/** Margin around a strip for blurred edges, pixels. */
const MARGIN = 3

/** Sets strips side by side on lines, and records the position of each. */
function setClosely(image: GrayImage, strips: readonly Strip[], height: number): GrayImage {
  const space = Math.round(SPACE * height)
  const pitch = Math.round((MAX_HEIGHT + SPACE) * height)
  let [x, bottom] = [space, pitch]
  for (const strip of strips) {
    const width = strip.x1 - strip.x0
    if (x > space && x + width + space > WIDTH) [x, bottom] = [space, bottom + pitch]
    strip.toX = x
    strip.toY = bottom - (strip.y1 - strip.y0)
    x += width + space
  }
  const right = Math.max(WIDTH, ...strips.map(({ toX, x0, x1 }) => toX + x1 - x0 + space))
  const collage = blankImage(right, bottom + space)
  for (const strip of strips) copyStrip(image, strip, collage)
  return collage
}

/** Quantile of a strip's pixels that gives its ground: letters are the smaller part. */
const GROUND_QUANTILE = 0.7
/** A darker ground is ink, or the ground of light letters. */
const MIN_GROUND = 128

/** Copies a word's ink onto white: grey boxes around single letters would be read as parts of the letters. */
function copyStrip(from: GrayImage, { x0, y0, x1, y1, toX, toY }: Strip, to: GrayImage): void {
  const left = Math.max(0, x0 - MARGIN)
  const top = Math.max(0, y0 - MARGIN)
  const width = Math.min(from.width, x1 + MARGIN) - left
  const strip = crop(from, left, top, width, Math.min(from.height, y1 + MARGIN) - top)
  const ground = strip.pixels.toSorted()[Math.floor(GROUND_QUANTILE * strip.pixels.length)] ?? WHITE
  const scale = ground < MIN_GROUND ? 1 : WHITE / ground
  for (let y = 0; y < strip.height; y++) {
    const start = (toY + top + y - y0) * to.width + toX + left - x0
    for (let x = 0; x < width; x++) {
      const shade = strip.pixels[y * width + x] as number
      to.pixels[start + x] = Math.min(WHITE, Math.round(shade * scale))
    }
  }
}

/** Returns true if the middle of a strip lies in the word. */
function holds(word: PictureWord, { x0, x1, y0, y1, toX, toY }: Strip): boolean {
  const x = toX + (x1 - x0) / 2
  const y = toY + (y1 - y0) / 2
  return x > word.x0 && x < word.x1 && y > word.y0 && y < word.y1
}

function moveBack(word: PictureWord, { x0, y0, toX, toY }: Strip): PictureWord {
  const [across, down] = [x0 - toX, y0 - toY]
  return {
    ...word,
    x0: word.x0 + across,
    x1: word.x1 + across,
    y0: word.y0 + down,
    y1: word.y1 + down,
    baseline: word.baseline + down,
  }
}

/** The least confidence of an isolated word … */
const MIN_CONFIDENCE = 0.7
/** … and the largest distance of a single letter from the baseline of a recognised word, in heights of a line. */
const SAME_BASELINE = 0.3
const hasLetter = /[\p{L}\p{N}]/u

function isBelievable(word: PictureWord, words: readonly PictureWord[]): boolean {
  if (word.confidence < MIN_CONFIDENCE || noise.test(word.text)) return false
  if (!hasLetter.test(word.text)) return false
  if (word.text.length > 2) return true
  return words.some(
    ({ baseline, lineHeight }) => Math.abs(baseline - word.baseline) <= SAME_BASELINE * lineHeight,
  )
}
