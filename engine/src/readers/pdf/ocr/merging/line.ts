/** Converts two readings of a line into one form. */
import type { GrayImage } from '../gray-image.ts'
import type { Blob } from '../patches.ts'
import type { PictureCharacter, PictureWord } from '../picture-word.ts'
import type { LineCharacter, LineReading } from '../second-reader/index.ts'
import { findGaps, type InkGap } from './ink.ts'

export interface SeenCharacter extends PictureCharacter {
  readonly wordConfidence: number
  /** True if the reading has a blank before the character. */
  readonly isAfterBlank: boolean
}

export interface LineReadings {
  readonly image: GrayImage
  readonly box: Blob
  /** Words of the line, which give the baseline and the heights. */
  readonly words: readonly PictureWord[]
  /** Characters of Tesseract's words, left to right. */
  readonly first: readonly SeenCharacter[]
  readonly second: readonly SeenCharacter[]
  /** Returns the second reader's greatest probability of a character between two columns. */
  readonly chanceOf: LineReading['chanceOf']
  /** Columns without ink inside of the line. */
  readonly gaps: readonly InkGap[]
}

/** @param lineWords All words of the line; the box may be a part of it. */
export function compareReadings(
  image: GrayImage,
  box: Blob,
  words: readonly PictureWord[],
  { characters, chanceOf }: LineReading,
  lineWords: readonly PictureWord[] = words,
): LineReadings {
  const first = charactersOf(words.toSorted((a, b) => a.x0 - b.x0))
  const second = withoutBlanks(characters)
  return { image, box, words: lineWords, first, second, chanceOf, gaps: findGaps(image, box) }
}

function charactersOf(words: readonly PictureWord[]): SeenCharacter[] {
  const seen = words.flatMap(({ characters = [], confidence: wordConfidence }, word) =>
    characters.map((character, at) => {
      return { ...character, wordConfidence, isAfterBlank: word > 0 && at === 0 }
    }),
  )
  // Tesseract's boxes sometimes reach over the next words.
  return seen.map((character, at) => {
    const next = seen[at + 1]?.x0 ?? character.x1
    return next > character.x0 && next < character.x1 ? { ...character, x1: next } : character
  })
}

function withoutBlanks(read: readonly LineCharacter[]): SeenCharacter[] {
  const seen: SeenCharacter[] = []
  let isAfterBlank = false
  for (const { text, x, confidence } of read) {
    if (text === ' ') isAfterBlank = seen.length > 0
    else {
      seen.push({ text, x0: x, x1: x, confidence, wordConfidence: confidence, isAfterBlank })
      isAfterBlank = false
    }
  }
  return seen
}

export function middleOf({ x0, x1 }: { readonly x0: number; readonly x1: number }): number {
  return (x0 + x1) / 2
}
