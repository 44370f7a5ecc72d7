/** Reads the doubtful lines of a picture again with a second reader, and merges both readings. */
import { cpuMicroseconds } from '../cpu-time.ts'
import type { GrayImage } from '../gray-image.ts'
import type { Blob } from '../patches.ts'
import type { PictureWord } from '../picture-word.ts'
import type { SecondReader } from '../second-reader/index.ts'
import { dropNoise, median } from '../words.ts'
import { findDoubtfulParts } from './doubt.ts'
import { compareReadings, middleOf } from './line.ts'
import { mergeLine } from './merge-line.ts'

export { align, type Column, isSame } from './align.ts'
export { blankFeatureNames, blankFeaturesOf, measureSpacing } from './blanks.ts'
export { featureNames, featuresOf, gatherEvidence } from './features.ts'
export { compareReadings, type LineReadings } from './line.ts'
export { chooseLetters } from './merge-line.ts'

/** A word belongs to a line that covers more than this share of its box. */
const IN_LINE = 0.4
/** Less sure words outside of all lines are specks. */
const MIN_ALONE = 0.5
/** A picture with more lines shows a texture. */
const MAX_LINES = 400
/** CPU time of the second reader on one picture. A crowded page takes 6 s. */
const CPU_MICROSECONDS = 12_000_000

/** @param read All that the first reader saw, noise included: the second tells which of it is text. */
export async function readDoubtfulLines(
  image: GrayImage,
  read: readonly PictureWord[],
  reader: SecondReader | undefined,
): Promise<readonly PictureWord[]> {
  const words = dropNoise(read)
  if (!reader) return words
  const { lines, alone } = await findReadLines(image, read, words, reader)
  const likely = new Set(words)
  const merged = alone.filter((word) => likely.has(word) && word.confidence >= MIN_ALONE)
  const end = cpuMicroseconds() + CPU_MICROSECONDS
  for (const line of lines) {
    const own = line.words.filter((word) => likely.has(word))
    const parts = cpuMicroseconds() > end ? [] : findDoubtfulParts(image, line.box, own)
    const doubtful = new Set(parts.flatMap((part) => part.words))
    merged.push(...own.filter((word) => !doubtful.has(word)))
    for (const part of parts) {
      const inPart = line.words.filter((word) => isInside(word, part.box))
      const second = await reader.readLine(image, part.box)
      const readings = compareReadings(image, part.box, inPart, second, own)
      merged.push(...mergeLine(readings, part.words))
    }
  }
  return merged
}

function isInside(word: PictureWord, box: Blob): boolean {
  const middle = middleOf(word)
  return middle > box.x0 && middle < box.x1
}

/**
 * Finds the lines of a picture, what was read in each, and what was read outside of all lines.
 *
 * @param words What of it is likely to be text.
 */
export async function findReadLines(
  image: GrayImage,
  read: readonly PictureWord[],
  words: readonly PictureWord[],
  reader: SecondReader,
): Promise<{ lines: { box: Blob; words: PictureWord[] }[]; alone: PictureWord[] }> {
  const letterHeight = median(words.map(({ lineHeight }) => lineHeight)) || undefined
  const boxes = await reader.findLines(image, letterHeight)
  const lines = boxes.slice(0, MAX_LINES).map((box) => ({ box, words: [] as PictureWord[] }))
  const alone: PictureWord[] = []
  for (const word of read) {
    let [best, most] = [alone, IN_LINE]
    for (const line of lines) {
      const share = shareInside(word, line.box)
      if (share > most) [best, most] = [line.words, share]
    }
    best.push(word)
  }
  return { lines, alone }
}

function shareInside(word: PictureWord, box: Blob): number {
  const width = Math.min(word.x1, box.x1) - Math.max(word.x0, box.x0)
  const height = Math.min(word.y1, box.y1) - Math.max(word.y0, box.y0)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / ((word.x1 - word.x0) * (word.y1 - word.y0))
}
