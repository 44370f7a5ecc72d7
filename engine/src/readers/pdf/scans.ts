/** Recognises the text of pages that are pictures. */
import type { OcrOptions, ReadOptions } from '../reader.ts'
import {
  type OpenDocument,
  type Page,
  type PagePicture,
  readPage,
  renderPage,
} from './content/index.ts'
import {
  hasHiddenLayer,
  isDrawn,
  isUnreadable,
  type Language,
  languages,
  needsOcr,
  type PageRecognition,
  type RecognitionOptions,
  recognizeBehindLayer,
  recognizePage,
  recognizePictures,
  resolutionOf,
  startPageTime,
  toRecognizer,
  wasmTesseract,
} from './ocr/index.ts'
import { readingLimits } from './settings.ts'
import { closeSource, openSource, type PdfSource, tryPage } from './source.ts'

interface ScanOptions extends Omit<OcrOptions, 'recognizePages'> {
  /** The language found on earlier pages of the document. */
  readonly language?: string | undefined
}

/**
 * Recognises pages of an open document, one after the other.
 *
 * @returns Results by page, without pages on which every attempt failed.
 */
export async function recognizeScans(
  source: PdfSource,
  pages: readonly Page[],
  { recognize = wasmTesseract, language, languages: possible = languages, isForced }: ScanOptions,
  onDone: () => void = () => {},
): Promise<ReadonlyMap<number, PageRecognition>> {
  const found = new Map<number, PageRecognition>()
  const recognizer = toRecognizer(recognize)
  let last = toLanguage(language) ?? possible[0] ?? languages[0]
  for (const page of pages) {
    const recognition = await recognizeScan(source, page, {
      language: last,
      languages: possible,
      recognizer,
      isForced: isForced ?? false,
      time: startPageTime(),
    })
    if (recognition) found.set(page.number, recognition)
    last = recognition?.language ?? last
    onDone()
  }
  return found
}

type PageOptions = Omit<RecognitionOptions, 'isDrawn' | 'hasFonts'> & { readonly isForced: boolean }

async function recognizeScan(
  source: PdfSource,
  page: Page,
  options: PageOptions,
): Promise<PageRecognition | undefined> {
  const picture = await tryPage(source, (opened) =>
    renderPage(opened, page.number, resolutionOf(page)),
  )
  if (picture === 'trapped' || !picture) return undefined
  for (let tries = 1; tries <= readingLimits.recognitions; tries++) {
    try {
      return await recognizeOnce(page, picture, options)
    } catch {
      // The recogniser failed; the next call uses a new one, and the caller warns about a page without a result.
      if (options.time.isOver()) return undefined
    }
  }
  return undefined
}

function recognizeOnce(
  page: Page,
  picture: PagePicture,
  options: PageOptions,
): Promise<PageRecognition> {
  if (options.isForced || needsOcr(page)) {
    const hasFonts = isUnreadable(page)
    return recognizePage(picture, { ...options, isDrawn: hasFonts || isDrawn(page), hasFonts })
  }
  if (hasHiddenLayer(page)) return recognizeBehindLayer(page, picture, options)
  return recognizePictures(page, picture, options)
}

/**
 * Recognises some pages of a document, with the same results as when the whole document is read.
 *
 * @param numbers From 1; missing pages have no result.
 * @throws {ConversionError} If the document cannot be opened.
 */
export async function recognizePdfPages(
  bytes: Uint8Array,
  numbers: readonly number[],
  options: ScanOptions & Pick<ReadOptions, 'limits' | 'password'>,
): Promise<ReadonlyMap<number, PageRecognition>> {
  const source = await openSource(bytes, options)
  try {
    const pages: Page[] = []
    for (const number of numbers) {
      const page = await tryPage(source, (opened) => readOne(opened, number))
      if (typeof page === 'object') pages.push(page)
    }
    return await recognizeScans(source, pages, options)
  } finally {
    closeSource(source)
  }
}

function readOne(opened: OpenDocument, number: number): Page | undefined {
  return readPage(opened, number, new Map(), 'full')
}

function toLanguage(name: string | undefined): Language | undefined {
  return languages.find((language) => language === name)
}
