/** Reads the doubtful lines of a picture again with a second reader, and merges both readings. */
import { cpuMicroseconds } from '../cpu-time.ts'
import type { GrayImage } from '../gray-image.ts'
import type { Blob } from '../patches.ts'
import type { PictureWord } from '../picture-word.ts'
import type { SecondReader } from '../second-reader/index.ts'
import { median } from '../words.ts'
import { findDoubtfulParts } from './doubt.ts'
import { compareReadings } from './line.ts'
import { mergeLine } from './merge-line.ts'

export { align, type Column, isSame } from './align.ts'
export { featureNames, featuresOf, gatherEvidence } from './features.ts'
export { compareReadings, type LineReadings } from './line.ts'

/** A word belongs to a line that covers more than this share of its box. */
const IN_LINE = 0.4
/** Less sure words outside of all lines are specks. */
const MIN_ALONE = 0.5
/** A picture with more lines shows a texture. */
const MAX_LINES = 400
/** CPU time of the second reader on one picture. A crowded page takes 6 s. */
const CPU_MICROSECONDS = 12_000_000

export async function readDoubtfulLines(
  image: GrayImage,
  words: readonly PictureWord[],
  reader: SecondReader | undefined,
): Promise<readonly PictureWord[]> {
  if (!reader) return words
  const { lines, alone } = await findReadLines(image, words, reader)
  const merged: PictureWord[] = alone.filter(({ confidence }) => confidence >= MIN_ALONE)
  const end = cpuMicroseconds() + CPU_MICROSECONDS
  for (const line of lines) {
    const parts = cpuMicroseconds() > end ? [] : findDoubtfulParts(image, line.box, line.words)
    const doubtful = new Set(parts.flatMap(({ words: own }) => own))
    merged.push(...line.words.filter((word) => !doubtful.has(word)))
    for (const { box, words: own } of parts) {
      const read = await reader.readLine(image, box)
      merged.push(...mergeLine(compareReadings(image, box, own, read, line.words), own))
    }
  }
  return merged
}

/** Finds the lines of a picture, the words of each, and the words outside of all lines. */
export async function findReadLines(
  image: GrayImage,
  words: readonly PictureWord[],
  reader: SecondReader,
): Promise<{ lines: { box: Blob; words: PictureWord[] }[]; alone: PictureWord[] }> {
  const letterHeight = median(words.map(({ lineHeight }) => lineHeight)) || undefined
  const boxes = await reader.findLines(image, letterHeight)
  const lines = boxes.slice(0, MAX_LINES).map((box) => ({ box, words: [] as PictureWord[] }))
  const alone: PictureWord[] = []
  for (const word of words) {
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
