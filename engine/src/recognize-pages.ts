/** Recognises the text in the pictures of some pages, for callers that distribute pages over several processes. */
import { ConversionError } from './errors.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { pageRecognizers } from './readers/index.ts'
import type { Language, PageRecognition, Recognize } from './readers/pdf/ocr/index.ts'
import { sniff } from './sniff/index.ts'

export interface RecognizePagesOptions {
  readonly mediaType: string
  /** Page numbers, from 1. */
  readonly pages: readonly number[]
  /** The password of a protected PDF. */
  readonly password?: string | undefined
  /** Language of pages whose words show none, as detected on other pages of the document. */
  readonly language?: string | undefined
  /** Languages that pages may be written in, most likely first; all by default. */
  readonly languages?: readonly Language[] | undefined
  /** Recognises the text of pictures; Tesseract in WebAssembly by default. */
  readonly recognize?: Recognize
  /** True to recognise pages as pictures, even pages with text. */
  readonly isForced?: boolean
  readonly limits?: Limits
}

/**
 * Recognises pages for a conversion that receives them through `OcrOptions.recognizePages`.
 *
 * @returns The recognised pages, without those that failed.
 * @throws {ConversionError} like `convert`, for a file of another type, or one that cannot be opened.
 */
export async function recognizePages(
  bytes: Uint8Array,
  {
    mediaType,
    pages,
    password,
    limits = defaultLimits,
    language,
    languages,
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
    ...(languages && { languages }),
    ...(password !== undefined && { password }),
    ...(recognize && { recognize }),
  })
}
