/** Detects by how many quarter turns a page that lies on its side or upside down must be rotated. */
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
import { groupByLine } from './text-lines.ts'
import { dropNoise, sureness } from './words.ts'

/** Text with at least this mean confidence is upright. */
const UPRIGHT_SURENESS = 0.75
/** With fewer characters a reading proves nothing. */
const MIN_CHARACTERS = 20
/** The least gain in confidence of another direction. */
const CLEARLY_SURER = 0.15
/** Side of the part that is recognised in each direction, inches: some lines. */
const SAMPLE_INCHES = 3.5

/** A page with more ink than this has text to read. */
const MIN_INK_SHARE = 0.002
/** Words with at least this many characters show the direction by their box: they are wider than high. */
const TELLING_LENGTH = 4

/** Returns true if the reading of a whole page gives no reason to try other directions. */
export function isUpright(image: GrayImage, words: readonly PictureWord[]): boolean {
  const upright = uprightWords(words)
  if (characters(upright) >= MIN_CHARACTERS) return sureness(upright) >= UPRIGHT_SURENESS
  return inkShare(image) < MIN_INK_SHARE
}

/**
 * Lines that the second reader reads to confirm the direction, and its least mean confidence: poor receipts have 0.81
 * to 0.95, upside down 0.29 to 0.41.
 */
const CONFIRMING_LINES = 4
const CONFIRMED_SURENESS = 0.65
/** Around a line's words, in heights of the line. */
const LINE_MARGIN = 0.2

/**
 * Returns true if the second reader reads the longest lines with high confidence.
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
    .toSorted((a, b) => characters(b.line) - characters(a.line))
  const read: LineCharacter[] = []
  for (const { box } of lines.slice(0, CONFIRMING_LINES)) {
    read.push(...(await reader.readLine(image, box)).characters)
  }
  const sum = read.reduce((total, { confidence }) => total + confidence, 0)
  return read.length >= MIN_CHARACTERS && sum >= CONFIRMED_SURENESS * read.length
}

function boxOf({ width, height }: GrayImage, line: readonly PictureWord[]): Blob {
  const margin = LINE_MARGIN * Math.max(...line.map(({ lineHeight }) => lineHeight))
  return {
    x0: Math.max(0, Math.min(...line.map(({ x0 }) => x0)) - margin),
    y0: Math.max(0, Math.min(...line.map(({ y0 }) => y0)) - margin),
    x1: Math.min(width, Math.max(...line.map(({ x1 }) => x1)) + margin),
    y1: Math.min(height, Math.max(...line.map(({ y1 }) => y1)) + margin),
  }
}

/**
 * Returns the upright words among those that show a direction, if they are the majority: on a page on its side, words
 * that run upwards are recognised too.
 */
function uprightWords(words: readonly PictureWord[]): readonly PictureWord[] {
  const telling = words.filter(({ text }) => text.length >= TELLING_LENGTH)
  const upright = telling.filter(({ x0, x1, y0, y1 }) => x1 - x0 > y1 - y0)
  return 2 * upright.length > telling.length ? upright : []
}

/**
 * Recognises the part of the page with most ink in the three other directions.
 *
 * @param words The reading of the page as it is.
 * @returns Clockwise quarter turns, 0 to 3.
 */
export async function findTurns(
  image: GrayImage,
  words: readonly PictureWord[],
  recognizer: Recognizer,
  options: RecognizeOptions,
): Promise<number> {
  const side = Math.round(SAMPLE_INCHES * options.dpi)
  const sample = inkiestPart(image, side, side)
  let [best, surest] = [0, surenessOf(words) + CLEARLY_SURER]
  for (const turns of [2, 1, 3]) {
    const turned = turnByQuarters(sample, turns)
    const read = dropNoise(await recognizer.recognize(turned, { ...options, layout: 'page' }))
    if (surenessOf(read) > surest) [best, surest] = [turns, surenessOf(read)]
  }
  return best
}

/** The confidence of upright words; 0 with too few of them. */
function surenessOf(words: readonly PictureWord[]): number {
  const upright = uprightWords(words)
  return characters(upright) < MIN_CHARACTERS ? 0 : sureness(upright)
}

function characters(words: readonly PictureWord[]): number {
  return words.reduce((count, { text }) => count + text.length, 0)
}

/** Pixels of the picture for each pixel of the reduced one that is searched for ink. */
const LOOK_STEP = 16

/** Returns the part of at most this size with most ink that is grey when reduced, as text is. */
export function inkiestPart(image: GrayImage, across: number, down: number): GrayImage {
  const look = shrink(image, LOOK_STEP)
  const limit = darkThreshold(image)
  const width = Math.min(image.width, across)
  const height = Math.min(image.height, down)
  const steps = { x: Math.max(1, Math.floor(width / 2)), y: Math.max(1, Math.floor(height / 2)) }
  let [most, left, top] = [-1, 0, 0]
  for (let y = 0; y + height <= image.height; y += steps.y) {
    for (let x = 0; x + width <= image.width; x += steps.x) {
      const ink = inkIn(look, x, y, width, height, limit)
      if (ink > most) [most, left, top] = [ink, x, y]
    }
  }
  return crop(image, left, top, width, height)
}

/** Text is grey when reduced: squares that are dark all over are pictures and edges. */
function inkIn(
  look: GrayImage,
  x: number,
  y: number,
  width: number,
  height: number,
  limit: number,
): number {
  let ink = 0
  for (let row = Math.floor(y / LOOK_STEP); row < (y + height) / LOOK_STEP - 1; row++) {
    for (let column = Math.floor(x / LOOK_STEP); column < (x + width) / LOOK_STEP - 1; column++) {
      const shade = look.pixels[row * look.width + column] ?? 255
      if (shade > limit && shade < 245) ink += 1
    }
  }
  return ink
}
