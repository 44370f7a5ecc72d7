/** Reads the doubtful lines of a picture again with a second reader, and merges both readings. */
import { areaOfBox, commonArea } from '../../boxes.ts'
import { median } from '../../statistics.ts'
import type { GrayImage } from '../gray-image.ts'
import type { PageTime } from '../page-time.ts'
import type { Blob } from '../patches.ts'
import type { PictureWord } from '../picture-word.ts'
import type { SecondReader } from '../second-reader/index.ts'
import { ocrLimits, ocrSettings } from '../settings.ts'
import { dropNoise } from '../words.ts'
import { type DoubtfulPart, doubtOf, findDoubtfulParts, isSure } from './doubt.ts'
import { findDoubtfulLines } from './doubtful-lines.ts'
import { compareReadings, middleOf } from './line.ts'
import { mergeLine } from './merge-line.ts'

export { align, type Column, isSame } from './align.ts'
export { blankFeatureNames, blankFeaturesOf, measureSpacing } from './blanks.ts'
export { featureNames, featuresOf, gatherEvidence } from './features.ts'
export { compareReadings, type LineReadings } from './line.ts'
export { chooseLetters } from './merge-line.ts'

/** @param read All words of the first reader, noise included: the second reader decides which of them are text. */
export async function readDoubtfulLines(
  image: GrayImage,
  read: readonly PictureWord[],
  reader: SecondReader | undefined,
  time: PageTime,
): Promise<readonly PictureWord[]> {
  const words = dropNoise(read)
  if (!reader) return words
  const doubt = doubtOf(words)
  const sure = words.filter((word) => isSure(word, doubt))
  const findLines: SecondReader['findLines'] = (image, letterHeight) =>
    letterHeight === undefined
      ? reader.findLines(image, letterHeight)
      : findDoubtfulLines(image, sure, letterHeight, reader.findLines)
  const found = await time.improve(undefined, () => findReadLines(image, read, words, findLines))
  if (!found) return words
  const { lines, alone } = found
  const likely = new Set(words)
  const merged = alone.filter(
    (word) => likely.has(word) && word.confidence >= ocrSettings.confidence.possible,
  )
  for (const line of lines) {
    const own = line.words.filter((word) => likely.has(word))
    const parts = findDoubtfulParts(image, { box: line.box, words: own }, doubt)
    merged.push(
      ...(await time.improve(own, () => readAgain(image, { line, words: own, parts }, reader))),
    )
  }
  return merged
}

interface DoubtfulLine {
  readonly line: ReadLine
  /** Words of the line that are likely to be text. */
  readonly words: readonly PictureWord[]
  readonly parts: readonly DoubtfulPart[]
}

async function readAgain(
  image: GrayImage,
  { line, words, parts }: DoubtfulLine,
  reader: SecondReader,
): Promise<readonly PictureWord[]> {
  const doubtful = new Set(parts.flatMap((part) => part.words))
  const merged = words.filter((word) => !doubtful.has(word))
  for (const part of parts) {
    const inPart = line.words.filter((word) => isInside(word, part.box))
    const second = await reader.readLine(image, part.box)
    const readings = compareReadings(image, part.box, inPart, second, words)
    const found = mergeLine(readings, part.words)
    if (part.words.length > 0 || !joinMark(merged, found, part.box)) merged.push(...found)
  }
  return merged
}

/**
 * Appends a closing mark that the first reader missed to its word.
 *
 * @param box The ink of the mark with its margin, which reaches the word if no blank is between.
 * @returns False if the words are no such mark.
 */
function joinMark(words: PictureWord[], found: readonly PictureWord[], box: Blob): boolean {
  const [mark] = found
  const at = words.findLastIndex(({ x0, x1 }) => x0 < box.x0 && x1 >= box.x0)
  const word = words[at]
  if (!mark || !word || found.length > 1 || !/^[.,:;!?)]+$/.test(mark.text)) return false
  words[at] = { ...word, text: word.text + mark.text, x1: Math.max(word.x1, mark.x1) }
  return true
}

function isInside(word: PictureWord, box: Blob): boolean {
  const middle = middleOf(word)
  return middle > box.x0 && middle < box.x1
}

interface ReadLine {
  readonly box: Blob
  readonly words: PictureWord[]
}

interface ReadLines {
  readonly lines: readonly ReadLine[]
  readonly alone: PictureWord[]
}

/**
 * Finds the lines of a picture, the words read in each, and the words outside of all lines.
 *
 * @param words The words of `read` that are likely to be text.
 */
export async function findReadLines(
  image: GrayImage,
  read: readonly PictureWord[],
  words: readonly PictureWord[],
  findLines: SecondReader['findLines'],
): Promise<ReadLines> {
  const letterHeight = median(words.map(({ lineHeight }) => lineHeight)) || undefined
  const boxes = await findLines(image, letterHeight)
  const lines: ReadLine[] = boxes.slice(0, ocrLimits.maxParts).map((box) => ({ box, words: [] }))
  const alone: PictureWord[] = []
  for (const word of read) {
    let [best, most] = [alone, 0.5]
    for (const line of lines) {
      const share = commonArea(word, line.box) / areaOfBox(word)
      if (share > most) [best, most] = [line.words, share]
    }
    best.push(word)
  }
  return { lines, alone }
}
