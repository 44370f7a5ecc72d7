/** What a reader is: bytes of one format in, a document and warnings out. */
import type { Fault, Warning } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { Document } from '../model/index.ts'
import type { PageRange } from '../page-ranges.ts'
import type { Language, PageRecognition, Recognize } from './pdf/ocr/index.ts'

/** The two lanes of the service: plain and quick, or everything that can be had. */
export type Profile = 'fast' | 'fidelity'

export interface ReadOptions {
  readonly profile: Profile
  /** The `charset` parameter of the declared media type, for HTML and text. */
  readonly charset?: string
  /** Of an HTML page only what is its main content: no menus, no asides, no lists of related pages. */
  readonly mainContent?: boolean
  /** Keeps the sources of pictures, so that their images can be collected. Fidelity only. */
  readonly withSources?: boolean
  /** Pages, slides or sheets to read; all when left out. */
  readonly pages?: readonly PageRange[]
  /** More pages, slides or sheets to read than this throw `too_many_pages`. */
  readonly maxPages?: number
  /** Opens a protected PDF. */
  readonly password?: string
  readonly limits: Limits
  /** How text is read that only pictures show; Tesseract in WebAssembly reads it when left out. Fidelity only. */
  readonly ocr?: OcrOptions | 'off'
  /** Told as pages, slides or sheets get done. */
  readonly onProgress?: (progress: Progress) => void
}

export interface OcrOptions {
  /** What reads pictures. */
  readonly recognize?: Recognize
  /** Every page is read as a picture, whatever text it has of its own. */
  readonly isForced?: boolean
  /** What the pages may be written in, the likeliest first; each document tells when left out. */
  readonly languages?: readonly Language[]
  /**
   * Recognises pages elsewhere, as `recognizePages` does; here, one after the other, when left out.
   *
   * @param numbers Of pages that have no text but in their pictures; at least one.
   */
  readonly recognizePages?: (
    numbers: readonly number[],
  ) => Promise<ReadonlyMap<number, PageRecognition>>
}

export interface Progress {
  /** `pages` while they are read, `ocr` while pictures of them are. */
  readonly stage: string
  /** Whose text is there. */
  readonly pagesDone: number
  readonly pagesTotal?: number
}

export interface Reading {
  readonly document: Document
  readonly warnings: readonly Warning[]
  /** Pages whose text was recognised from their picture; none when left out. */
  readonly ocrPages?: number
  /** Failures of the reader's own code, for logs and metrics; the warnings say what they cost. */
  readonly faults?: readonly Fault[]
}

/**
 * Reads a document.
 *
 * Reads what can be read of a damaged one, with warnings.
 * @throws {ConversionError} when nothing can be read, or a limit is passed.
 */
export type Reader = (bytes: Uint8Array, options: ReadOptions) => Promise<Reading>
