/** The types of words and characters read from a picture. */

/** A character of a word in one reading; lengths are pixels of the picture. */
export interface PictureCharacter {
  readonly text: string
  readonly x0: number
  readonly x1: number
  /** 0 to 1. */
  readonly confidence: number
}

/** A word that was read from a picture; lengths are pixels of that picture, y downwards. */
export interface PictureWord {
  readonly text: string
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  /** Under the word, in its middle. */
  readonly baseline: number
  /** Height of its line's letters from descender to ascender. */
  readonly lineHeight: number
  /** 0 to 1. */
  readonly confidence: number
  /** The least confidence of its letters, where two readings were merged: one wrong letter makes a wrong word. */
  readonly leastConfidence?: number
  /** A figure that the two readers read differently: the reading that was not taken. */
  readonly otherReading?: string
  /** Mean thickness of the strokes of its letters, where it was measured. */
  readonly strokeWidth?: number
  /** Present while readings are compared. */
  readonly characters?: readonly PictureCharacter[]
}
