/** The interface of text recognition: returns the words of a picture. */
import { type GrayImage, toPgm } from './gray-image.ts'
import type { PictureWord } from './picture-word.ts'
import { type SecondReader, secondReader } from './second-reader/index.ts'
import { readHocr } from './words.ts'

/** Languages whose data is installed with the package, by their ISO 639-2 codes. */
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

/**
 * The layouts: `sparse` finds as much text as possible at any position, `page` paragraphs and columns, `block` lines of
 * one column, `line` a single line.
 */
export const pictureLayouts = ['sparse', 'page', 'block', 'line'] as const

export interface RecognizeOptions {
  readonly language: Language
  /** Resolution in pixels an inch. */
  readonly dpi: number
  readonly layout: (typeof pictureLayouts)[number]
  /** True for a picture that may have light letters on dark areas: those of a scanned page are inverted before. */
  readonly hasDarkAreas?: boolean
}

export interface Recognizer {
  /** Returns words line by line; the order of lines is undefined. Other ink may be returned as noise. */
  recognize(image: GrayImage, options: RecognizeOptions): Promise<PictureWord[]>
  /** Reads doubtful lines again. */
  readonly secondReader?: SecondReader
}

/**
 * A backend: turns a picture as a PGM file (8 bits, binary) into Tesseract's hOCR.
 *
 * Input and output are files, so that the backend may be another process.
 *
 * @throws If the engine fails or takes too long; the next call uses another one.
 */
export type Recognize = (pgm: Uint8Array, options: RecognizeOptions) => Promise<string>

export function toRecognizer(recognize: Recognize): Recognizer {
  return {
    recognize: async (image, options) => readHocr(await recognize(toPgm(image), options)),
    secondReader,
  }
}

/** Values of PageSegMode in tesseract/publictypes.h. */
export const segmentationModes = { page: 3, block: 6, line: 7, sparse: 11 } as const

/** Returns Tesseract's variables, the same for both builds. */
export function tesseractVariables({
  hasDarkAreas = false,
}: RecognizeOptions): Readonly<Record<string, string>> {
  return {
    // Boxes of characters, not only of words.
    hocr_char_boxes: '1',
    // A line that is read with less confidence is read again as light letters on dark. On poor receipts, the default of 0.7
    // takes a tenth longer and finds the same; labels of charts need it.
    invert_threshold: hasDarkAreas ? '0.7' : '0.5',
  }
}
