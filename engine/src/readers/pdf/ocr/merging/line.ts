/** Puts two readings of a line into one form. */
import type { GrayImage } from '../gray-image.ts'
import type { Blob } from '../patches.ts'
import type { PictureCharacter, PictureWord } from '../picture-word.ts'
import type { LineCharacter } from '../second-reader/index.ts'
import { inkLimit, isInkedColumn } from './ink.ts'

/** A character, or the blank between two words. */
export interface SeenCharacter extends PictureCharacter {
  readonly wordConfidence: number
}

export interface LineReadings {
  readonly box: Blob
  /** The line's words; they give the baseline and the heights. */
  readonly words: readonly PictureWord[]
  /** Characters of Tesseract's words, left to right, with blanks between the words. */
  readonly first: readonly SeenCharacter[]
  readonly second: readonly SeenCharacter[]
  /** Columns without ink inside of the line. */
  readonly gaps: readonly InkGap[]
}

interface InkGap {
  readonly x0: number
  readonly x1: number
}

/** A gap of the second reading is a blank when it is this wide, in heights of the line's box. */
export const BLANK_WIDTH = 0.35
/** Confidence of a blank: no reader gives one. */
const BLANK_CONFIDENCE = 0.9

/** @param lineWords All words of the line; the box may be a part of it. */
export function compareReadings(
  image: GrayImage,
  box: Blob,
  words: readonly PictureWord[],
  read: readonly LineCharacter[],
  lineWords: readonly PictureWord[] = words,
): LineReadings {
  const first = charactersOf(words.toSorted((a, b) => a.x0 - b.x0))
  const gaps = findGaps(image, box)
  return { box, words: lineWords, first, second: withBlanks(read, gaps, box), gaps }
}

function charactersOf(words: readonly PictureWord[]): SeenCharacter[] {
  return words.flatMap((word, at) => {
    const before = words[at - 1]
    const wordConfidence = word.confidence
    const own = (word.characters ?? []).map((character) => ({ ...character, wordConfidence }))
    if (!before) return own
    const least = Math.min(before.confidence, word.confidence)
    return [blankBetween(before.x1, word.x0, least), ...own]
  })
}

function blankBetween(x0: number, x1: number, wordConfidence: number): SeenCharacter {
  return { text: ' ', x0, x1, confidence: BLANK_CONFIDENCE, wordConfidence }
}

/** Adds the blanks that the second reader leaves out, at wide gaps in the ink. */
function withBlanks(
  read: readonly LineCharacter[],
  gaps: readonly InkGap[],
  box: Blob,
): SeenCharacter[] {
  const wide = gaps.filter(({ x0, x1 }) => x1 - x0 > BLANK_WIDTH * (box.y1 - box.y0))
  const seen: SeenCharacter[] = []
  let isBlank = false
  let before: LineCharacter | undefined
  for (const character of read) {
    if (character.text === ' ') {
      isBlank = before !== undefined
      continue
    }
    const { x, confidence } = character
    const last = before
    if (last && (isBlank || wide.some((gap) => isBetween(gap, last.x, x)))) {
      seen.push(blankBetween(last.x, x, BLANK_CONFIDENCE))
    }
    seen.push({ text: character.text, x0: x, x1: x, confidence, wordConfidence: confidence })
    before = character
    isBlank = false
  }
  return seen
}

export function isBetween({ x0, x1 }: InkGap, left: number, right: number): boolean {
  const middle = (x0 + x1) / 2
  return middle > left && middle < right
}

function findGaps(image: GrayImage, box: Blob): InkGap[] {
  const [left, right] = [Math.floor(box.x0), Math.ceil(box.x1)]
  const limit = inkLimit(image, box)
  const gaps: InkGap[] = []
  let start: number | undefined
  for (let x = left; x < right; x++) {
    if (!isInkedColumn(image, box, x, limit)) start ??= x
    else if (start !== undefined) {
      if (start > left) gaps.push({ x0: start, x1: x })
      start = undefined
    }
  }
  return gaps
}
