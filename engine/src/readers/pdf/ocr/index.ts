/** The door of the folder: pages without text of their own → the text that their pictures show. */
import type { Page, PagePicture } from '../content/index.ts'
import { toPageText, toRulings } from './page-text.ts'
import { readPicture } from './read-picture.ts'
import type { Language } from './recognizer.ts'
import { tesseract } from './tesseract.ts'

export { needsOcr } from './need.ts'

/** What is known of a document's scanned pages so far. */
export interface OcrState {
  language: Language | undefined
  /** Pages that were recognised. */
  pages: number
}

/** Letters of 10 points are 40 pixels high then, which is what Tesseract was trained on; less costs errors, more costs time. */
export const OCR_DPI = 300
const POINTS_PER_INCH = 72

/**
 * Reads a page from its picture.
 *
 * @returns The page with the words and ruled lines of its picture, upright and straight, and how sure its characters are;
 *   `undefined` when there are no words.
 */
export async function recognizePage(
  page: Page,
  picture: PagePicture,
  state: OcrState,
): Promise<{ readonly page: Page; readonly confidence: number } | undefined> {
  const { dpi } = picture
  const text = await readPicture(picture, { dpi, language: state.language, recognizer: tesseract })
  if (text.words.length === 0) return undefined
  state.pages += 1
  state.language ??= text.language
  const place = { pointsPerPixel: POINTS_PER_INCH / dpi, x: 0, y: 0 }
  const isOnSide = text.turns % 2 === 1
  const size = isOnSide
    ? { width: page.height, height: page.width }
    : { width: page.width, height: page.height }
  const drawings = { ...page.drawings, images: [], rulings: toRulings(text, place) }
  const { confidence } = text
  return { page: { ...page, ...size, ...toPageText(text.words, place), drawings }, confidence }
}
