/** Detects how many quarter turns make a page upright. */
import { boxAround } from '../boxes.ts'
import { mean } from '../statistics.ts'
import {
  crop,
  darkThreshold,
  type GrayImage,
  inkShare,
  shrink,
  turnByQuarters,
} from './gray-image.ts'
import type { Blob } from './patches.ts'
import type { PictureWord } from './picture-word.ts'
import type { RecognizeOptions, Recognizer } from './recognizer.ts'
import type { LineCharacter, SecondReader } from './second-reader/index.ts'
import { ocrSettings } from './settings.ts'
import { groupByLine } from './text-lines.ts'
import { dropNoise, lengthOf, sureness } from './words.ts'

/** Returns true if the reading of a whole page gives no reason to try other directions. */
export function isUpright(image: GrayImage, words: readonly PictureWord[]): boolean {
  const upright = uprightWords(words)
  if (lengthOf(upright) >= ocrSettings.letters.text)
    return sureness(upright) >= ocrSettings.confidence.text
  return inkShare(image) < ocrSettings.orientation.minInkShare
}

/**
 * Returns true if the second reader reads one of the longest lines with high confidence.
 *
 * Tesseract's confidence in poor print is low in every direction: four short readings save three long ones.
 */
export async function readsUpright(
  image: GrayImage,
  words: readonly PictureWord[],
  reader: SecondReader,
): Promise<boolean> {
  const lines = groupByLine(words)
    .map((line) => ({ line, box: boxOf(image, line) }))
    .filter(({ box }) => box.x1 - box.x0 > 2 * (box.y1 - box.y0))
    .toSorted((a, b) => lengthOf(b.line) - lengthOf(a.line))
  const read: LineCharacter[] = []
  for (const { box } of lines.slice(0, ocrSettings.minEvidence)) {
    read.push(...(await reader.readLine(image, box)).characters)
    const confidence = mean(read.map((character) => character.confidence))
    if (read.length >= ocrSettings.letters.text && confidence >= ocrSettings.confidence.likely)
      return true
  }
  return false
}

function boxOf({ width, height }: GrayImage, line: readonly PictureWord[]): Blob {
  const margin =
    ocrSettings.orientation.lineMargin * Math.max(...line.map(({ lineHeight }) => lineHeight))
  const { x0, y0, x1, y1 } = boxAround(line)
  return {
    x0: Math.max(0, x0 - margin),
    y0: Math.max(0, y0 - margin),
    x1: Math.min(width, x1 + margin),
    y1: Math.min(height, y1 + margin),
  }
}

/**
 * Returns the upright words among those that show a direction, if they are the majority: on a page on its side, words
 * that run upwards are recognised, too.
 */
function uprightWords(words: readonly PictureWord[]): readonly PictureWord[] {
  const telling = words.filter(({ text }) => text.length >= ocrSettings.letters.word)
  const upright = telling.filter(({ x0, x1, y0, y1 }) => x1 - x0 > y1 - y0)
  return 2 * upright.length > telling.length ? upright : []
}

/**
 * Recognises the part of the page with most ink in the three other directions.
 *
 * @param words The words read in the current direction.
 * @returns Clockwise quarter turns, 0 to 3.
 */
export async function findTurns(
  image: GrayImage,
  words: readonly PictureWord[],
  recognizer: Recognizer,
  options: RecognizeOptions,
): Promise<number> {
  const side = Math.round(ocrSettings.orientation.sampleInches * options.dpi)
  const sample = inkiestPart(image, side, side)
  let [best, surest] = [0, surenessOf(words) + ocrSettings.orientation.minGain]
  for (const turns of [2, 1, 3]) {
    const turned = turnByQuarters(sample, turns)
    const read = dropNoise(await recognizer.recognize(turned, { ...options, layout: 'page' }))
    if (surenessOf(read) > surest) [best, surest] = [turns, surenessOf(read)]
  }
  return best
}

/** Returns the confidence of upright words; 0 with too few of them. */
function surenessOf(words: readonly PictureWord[]): number {
  const upright = uprightWords(words)
  return lengthOf(upright) < ocrSettings.letters.text ? 0 : sureness(upright)
}

/** Returns the part of at most this size with most ink that is grey in the reduced picture, like text. */
export function inkiestPart(image: GrayImage, across: number, down: number): GrayImage {
  const reduced = shrink(image, ocrSettings.orientation.reduction)
  const limit = darkThreshold(image)
  const width = Math.min(image.width, across)
  const height = Math.min(image.height, down)
  const steps = { x: Math.max(1, Math.floor(width / 2)), y: Math.max(1, Math.floor(height / 2)) }
  let [most, left, top] = [-1, 0, 0]
  for (let y = 0; y + height <= image.height; y += steps.y) {
    for (let x = 0; x + width <= image.width; x += steps.x) {
      const ink = inkIn(reduced, x, y, width, height, limit)
      if (ink > most) [most, left, top] = [ink, x, y]
    }
  }
  return crop(image, left, top, width, height)
}

/** Measures ink that is grey in the reduced picture, like text: squares that stay dark are pictures and edges. */
function inkIn(
  reduced: GrayImage,
  x: number,
  y: number,
  width: number,
  height: number,
  limit: number,
): number {
  let ink = 0
  const step = ocrSettings.orientation.reduction
  for (let row = Math.floor(y / step); row < (y + height) / step - 1; row++) {
    for (let column = Math.floor(x / step); column < (x + width) / step - 1; column++) {
      const shade = reduced.pixels[row * reduced.width + column] ?? 255
      if (shade > limit && shade < 245) ink += 1
    }
  }
  return ink
}
