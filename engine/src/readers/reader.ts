/** Defines readers: functions from the bytes of one format to a document and warnings. */
import type { Fault, Warning } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { Document } from '../model/index.ts'
import type { PageRange } from '../page-ranges.ts'
import type { Language, PageRecognition, Recognize } from './pdf/ocr/index.ts'

/** The profiles behind the service's lanes: text quickly, or everything that can be read. */
export type Profile = 'fast' | 'fidelity'

export interface ReadOptions {
  readonly profile: Profile
  /** The `charset` parameter of the declared media type, for HTML and text. */
  readonly charset?: string
  /** True to read only the main content of an HTML page, without menus, asides and lists of related pages. */
  readonly mainContent?: boolean
  /** True to keep the sources of pictures, so that their images can be collected. Fidelity only. */
  readonly withSources?: boolean
  /** Pages, slides or sheets to read; all by default. */
  readonly pages?: readonly PageRange[]
  /** Throws `too_many_pages` above this number of pages, slides or sheets. */
  readonly maxPages?: number
  /** The password of a protected PDF. */
  readonly password?: string
  readonly limits: Limits
  /** How text in pictures is recognised; Tesseract in WebAssembly by default. Fidelity only. */
  readonly ocr?: OcrOptions | 'off'
  /** Called after each page, slide or sheet. */
  readonly onProgress?: (progress: Progress) => void
}

export interface OcrOptions {
  /** Recognises the text of pictures. */
  readonly recognize?: Recognize
  /** True to recognise the picture of every page, even of pages with text. */
  readonly isForced?: boolean
  /** Languages that pages may be written in, most likely first; detected per page by default. */
  readonly languages?: readonly Language[]
  /**
   * Recognises pages in another process, as `recognizePages` does; by default pages are recognised here, one after another.
   *
   * @param numbers Numbers of pages without text outside of their pictures; at least one.
   */
  readonly recognizePages?: (
    numbers: readonly number[],
  ) => Promise<ReadonlyMap<number, PageRecognition>>
}

export interface Progress {
  /** `pages` during reading, `ocr` during recognition of pictures. */
  readonly stage: string
  /** Number of pages with finished text. */
  readonly pagesDone: number
  readonly pagesTotal?: number
}

export interface Reading {
  readonly document: Document
  readonly warnings: readonly Warning[]
  /** Number of pages whose text was recognised from their picture. */
  readonly ocrPages?: number
  /** Failures of the reader's own code, for logs and metrics; the warnings describe the lost content. */
  readonly faults?: readonly Fault[]
}

/**
 * Reads a document; for a damaged one, reads the intact parts and adds warnings.
 *
 * @throws {ConversionError} if nothing can be read, or a limit is exceeded.
 */
export type Reader = (bytes: Uint8Array, options: ReadOptions) => Promise<Reading>
