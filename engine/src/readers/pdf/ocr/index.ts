/** The door of the folder: pages without text of their own → the text that their pictures show. */
import type { Page, PagePicture } from '../content/index.ts'
import { type Recognized, toOcrWords } from './doubtful-words.ts'
import { toDrawings, toPageText } from './page-text.ts'
import type { PageTime } from './page-time.ts'
import { type ReadPicture, readPagePictures } from './read-page-pictures.ts'
import { emptyText, type PictureText, readPicture } from './read-picture.ts'
import type { Language, Recognizer } from './recognizer.ts'
import { contradictsPicture } from './text-layer.ts'

export { describeDoubt, type Recognized } from './doubtful-words.ts'
export { hasHiddenLayer, hasLittleText, isDrawn, needsOcr } from './needs-ocr.ts'
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
export { readsLikeLanguage } from './text-layer.ts'
export { wasmTesseract } from './wasm-tesseract.ts'

/**
 * What was recognised of one page: all that `withRecognition` needs beside the page itself.
 *
 * JSON as it stands: pages of a long document are recognised in several processes, and put together in one.
 */
export interface PageRecognition {
  readonly text: PictureText
  /** Of a page with text of its own: what its pictures show; `text` is empty then. */
  readonly pictures?: readonly ReadPicture[]
  /** Pixels an inch of its picture. */
  readonly dpi: number
  /** What the page is written in, where its words tell. */
  readonly language: Language | undefined
  /** The page's time was over before all was read. */
  readonly isCutShort?: true
}

export interface RecognitionOptions {
  /** What earlier pages of the document were found to be in. */
  readonly language: Language | undefined
  readonly recognizer: Recognizer
  readonly time: PageTime
  /** The page is drawn, not scanned. */
  readonly isDrawn?: boolean
}

/** Letters of 10 points are 40 pixels high then, which is what Tesseract was trained on; less costs errors, more costs time. */
export const OCR_DPI = 300
const POINTS_PER_INCH = 72

/** Reads the picture of a page: all that takes long. */
export async function recognizePage(
  picture: PagePicture,
  { language, recognizer, time, isDrawn = false }: RecognitionOptions,
): Promise<PageRecognition> {
  const { dpi } = picture
  const text = await readPicture(picture, { dpi, language, recognizer, time, isDrawn })
  return { text, dpi, language: text.language, ...cutShort(time) }
}

/** Reads the picture of a page with a hidden text layer, if that layer says something else; without words if it is sound. */
export async function recognizeBehindLayer(
  page: Page,
  picture: PagePicture,
  options: RecognitionOptions,
): Promise<PageRecognition> {
  if (await contradictsPicture(page, picture, options)) return recognizePage(picture, options)
  return { text: emptyText, dpi: picture.dpi, language: undefined }
}

/** Reads what the pictures of a page show that has text of its own. */
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
 * Puts what was recognised on the page.
 *
 * @returns The page with the words and ruled lines of its picture, upright and straight, and how sure its characters are;
 *   `undefined` when there are no words.
 */
export function withRecognition(
  page: Page,
  { text, dpi }: PageRecognition,
): ({ readonly page: Page } & Recognized) | undefined {
  if (text.words.length === 0) return undefined
  const place = { pointsPerPixel: POINTS_PER_INCH / dpi, x: 0, y: 0 }
  const isOnSide = text.turns % 2 === 1
  const size = isOnSide
    ? { width: page.height, height: page.width }
    : { width: page.width, height: page.height }
  const drawings = toDrawings(text, place)
  const recognized = { confidence: text.confidence, words: toOcrWords(text.words, place) }
  const read = { ...page, ...size, ...toPageText(text.words, place), drawings }
  const { turns, skewDegrees: degrees } = text
  const isStraight = turns === 0 && degrees === 0
  return { page: isStraight ? read : { ...read, straightened: { turns, degrees } }, ...recognized }
}
