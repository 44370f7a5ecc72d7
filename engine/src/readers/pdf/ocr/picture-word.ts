/** The types of words and characters read from a picture. */

/** A character of a word in one reading; lengths are pixels of the picture. */
export interface PictureCharacter {
  readonly text: string
  readonly x0: number
  readonly x1: number
  /** Probability of the character, 0 to 1. */
  readonly confidence: number
}

/** A word that was read from a picture; lengths are pixels of that picture, y downwards. */
export interface PictureWord {
  readonly text: string
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  /** Baseline in the middle of the word. */
  readonly baseline: number
  /** Height of the line's letters from descender to ascender. */
  readonly lineHeight: number
  /** Probability of the word, 0 to 1. */
  readonly confidence: number
  /** The least confidence of the word's letters after merging two readings: one wrong letter makes a wrong word. */
  readonly leastConfidence?: number
  /** The rejected reading of a figure that the two readers read differently. */
  readonly otherReading?: string
  /** Mean thickness of the strokes of the word's letters, if measured. */
  readonly strokeWidth?: number
  /** Characters, while readings are compared. */
  readonly characters?: readonly PictureCharacter[]
}
