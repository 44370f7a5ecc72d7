/** A picture of text → its words: what every engine for text recognition offers. */
import type { GrayImage } from './gray-image.ts'
import type { PictureWord } from './words.ts'

/** Languages whose data comes with the install, by their ISO 639-2 codes. */
export const languages = ['eng', 'fra', 'deu', 'spa', 'por', 'ita', 'nld'] as const
export type Language = (typeof languages)[number]

export interface RecognizeOptions {
  readonly language: Language
  /** Pixels an inch. */
  readonly dpi: number
  /** `sparse`: find as much text as there is, wherever it stands. `page`: paragraphs and columns. `line`: a single line. */
  readonly layout: 'sparse' | 'page' | 'line'
}

export interface Recognizer {
  /** Words line by line, in no particular order of lines. Whatever is no text may come as noise. */
  recognize(image: GrayImage, options: RecognizeOptions): Promise<PictureWord[]>
}
