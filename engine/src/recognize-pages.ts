/** Some pages of a document → what is recognised in their pictures; for who shares a document's pages out to several processes. */
import { ConversionError } from './errors.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { pageRecognizers } from './readers/index.ts'
import type { PageRecognition, Recognize } from './readers/pdf/ocr/index.ts'
import { sniff } from './sniff/index.ts'

export interface RecognizePagesOptions {
  readonly mediaType: string
  /** From 1. */
  readonly pages: readonly number[]
  /** Opens a protected PDF. */
  readonly password?: string | undefined
  /** Languages detected on other pages of the document. */
  readonly language?: string | undefined
  /** What reads pictures; Tesseract in WebAssembly when left out. */
  readonly recognize?: Recognize
  /** The pages are read as pictures, whatever text they have of their own. */
  readonly isForced?: boolean
  readonly limits?: Limits
}

/**
 * Recognises pages, for a conversion that is given them by `OcrOptions.recognizePages`.
 *
 * @returns Without those that could not be recognised.
 * @throws {ConversionError} as `convert` does, for a file of another type, or one that can't be opened.
 */
export async function recognizePages(
  bytes: Uint8Array,
  {
    mediaType,
    pages,
    password,
    limits = defaultLimits,
    language,
    recognize,
    isForced = false,
  }: RecognizePagesOptions,
): Promise<ReadonlyMap<number, PageRecognition>> {
  const { format } = await sniff(bytes, mediaType, limits)
  const recognizeThem = pageRecognizers[format]
  if (!recognizeThem) {
    throw new ConversionError('conversion_failed', 'The document has no pages to recognise.')
  }
  return recognizeThem(bytes, pages, {
    limits,
    language,
    isForced,
    ...(password !== undefined && { password }),
    ...(recognize && { recognize }),
  })
}
