/** A picture of text → its words: what every engine for text recognition offers. */
import { type GrayImage, toPgm } from './gray-image.ts'
import type { PictureWord } from './picture-word.ts'
import { type SecondReader, secondReader } from './second-reader/index.ts'
import { readHocr } from './words.ts'

/** Languages whose data comes with the install, by their ISO 639-2 codes. */
export const languages = ['eng', 'fra', 'deu', 'spa', 'por', 'ita', 'nld'] as const
export type Language = (typeof languages)[number]

/** Parses `deu,eng`. @returns `undefined` for unknown or repeated languages. */
export function parseLanguages(text: string): readonly Language[] | undefined {
  const found: Language[] = []
  for (const name of text.split(',')) {
    const language = languages.find((each) => each === name.trim())
    if (!language || found.includes(language)) return undefined
    found.push(language)
  }
  return found
}

/** `sparse`: find as much text as there is, wherever it stands. `page`: paragraphs and columns. `block`: lines of one column. `line`: a single line. */
export const pictureLayouts = ['sparse', 'page', 'block', 'line'] as const

export interface RecognizeOptions {
  readonly language: Language
  /** Pixels an inch. */
  readonly dpi: number
  readonly layout: (typeof pictureLayouts)[number]
}

export interface Recognizer {
  /** Words line by line, in no particular order of lines. Whatever is no text may come as noise. */
  recognize(image: GrayImage, options: RecognizeOptions): Promise<PictureWord[]>
  /** Reads doubtful lines again. */
  readonly secondReader?: SecondReader
}

/**
 * What a backend is: a picture as a PGM file (8 bits, binary) → Tesseract's hOCR.
 *
 * Two files, so that the engine that reads them may be another process.
 * @throws When the engine broke, or took too long; the next call finds another.
 */
export type Recognize = (pgm: Uint8Array, options: RecognizeOptions) => Promise<string>

export function toRecognizer(recognize: Recognize): Recognizer {
  return {
    recognize: async (image, options) => readHocr(await recognize(toPgm(image), options)),
    secondReader,
  }
}

/** Of tesseract/publictypes.h, PageSegMode. */
export const segmentationModes = { page: 3, block: 6, line: 7, sparse: 11 } as const
