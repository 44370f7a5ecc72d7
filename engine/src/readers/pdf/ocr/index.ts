/** The entry point of the folder: recognises the text in pictures of pages without text. */
import { type Page, type PagePicture, pointsPerInch } from '../content/index.ts'
import { type Recognized, toOcrWords } from './doubtful-words.ts'
import { toDrawings, toPageText } from './page-text.ts'
import type { PageTime } from './page-time.ts'
import { type ReadPicture, readPagePictures } from './read-page-pictures.ts'
import { emptyText, type PictureText, readPicture } from './read-picture.ts'
import type { Language, Recognizer } from './recognizer.ts'
import { contradictsPicture } from './text-layer.ts'

export { describeDoubt, type Recognized } from './doubtful-words.ts'
export {
  hasHiddenLayer,
  hasLittleText,
  isDrawn,
  isUnreadable,
  needsOcr,
  resolutionOf,
} from './needs-ocr.ts'
export { findPictures } from './page-pictures.ts'
export { type PageTime, startPageTime } from './page-time.ts'
export {
  layoutOfPicture,
  type ReadPicture,
  recognizedInPictures,
  textBlocksOf,
} from './read-page-pictures.ts'
export {
  type Language,
  languages,
  type Recognize,
  type RecognizeOptions,
  toRecognizer,
} from './recognizer.ts'
export {
  countEdgePictures,
  type EdgePictures,
  hasOwnPicture,
  type PlacedPictures,
} from './running-pictures.ts'
export { ocrSettings } from './settings.ts'
export { readsLikeLanguage } from './text-layer.ts'
export { wasmTesseract } from './wasm-tesseract.ts'

/**
 * The recognition result of one page, which `withRecognition` adds to the page.
 *
 * Plain JSON, because pages of a long document are recognised in several processes and combined in one.
 */
export interface PageRecognition {
  readonly text: PictureText
  /** Contents of the pictures of a page with text; `text` is then empty. */
  readonly pictures?: readonly ReadPicture[]
  /** Resolution of the page's picture, pixels an inch. */
  readonly dpi: number
  /** Language of the page, if its words show it. */
  readonly language: Language | undefined
  /** Set if the page's time ended before everything was read. */
  readonly isCutShort?: true
}

export interface RecognitionOptions {
  /** Language of a page whose words show none. */
  readonly language: Language
  /** Languages that the page may have; all by default. */
  readonly languages?: readonly Language[] | undefined
  readonly recognizer: Recognizer
  readonly time: PageTime
  /** True for a drawn page, as opposed to a scan. */
  readonly isDrawn?: boolean
  /** True for a drawn page whose letters are those of fonts. */
  readonly hasFonts?: boolean
}

/** Recognises the picture of a page, which takes most of the time. */
export async function recognizePage(
  picture: PagePicture,
  options: RecognitionOptions,
): Promise<PageRecognition> {
  const { dpi } = picture
  const text = await readPicture(picture, { ...options, dpi })
  return { text, dpi, language: text.language, ...cutShort(options.time) }
}

/**
 * Recognises the picture of a page with a hidden text layer if the layer contradicts it; returns no words if the layer
 * is sound.
 */
export async function recognizeBehindLayer(
  page: Page,
  picture: PagePicture,
  options: RecognitionOptions,
): Promise<PageRecognition> {
  if (await contradictsPicture(page, picture, options)) return recognizePage(picture, options)
  return { text: emptyText, dpi: picture.dpi, language: undefined }
}

/** Recognises the pictures of a page with text. */
export async function recognizePictures(
  page: Page,
  picture: PagePicture,
  options: RecognitionOptions,
): Promise<PageRecognition> {
  const pictures = await readPagePictures(page, picture, options)
  const { dpi } = picture
  return { text: emptyText, dpi, language: undefined, pictures, ...cutShort(options.time) }
}

function cutShort({ isCutShort }: PageTime): Pick<PageRecognition, 'isCutShort'> {
  return isCutShort ? { isCutShort } : {}
}

/**
 * Adds the recognised text to the page.
 *
 * @returns The page with the words and rulings of its picture, upright and straight, and the confidence of its characters;
 *   `undefined` without words.
 */
export function withRecognition(
  page: Page,
  { text, dpi }: PageRecognition,
): ({ readonly page: Page } & Recognized) | undefined {
  if (text.words.length === 0) return undefined
  const place = { pointsPerPixel: pointsPerInch / dpi, x: 0, y: 0 }
  const isOnSide = text.turns % 2 === 1
  const size = isOnSide
    ? { width: page.height, height: page.width }
    : { width: page.width, height: page.height }
  const drawings = toDrawings(text, place)
  const recognized = { confidence: text.confidence, words: toOcrWords(text.words, place) }
  const read = { ...page, ...size, ...toPageText(text.words, place), drawings, isRecognized: true }
  const { turns, skewDegrees: degrees } = text
  const isStraight = turns === 0 && degrees === 0
  return { page: isStraight ? read : { ...read, straightened: { turns, degrees } }, ...recognized }
}
