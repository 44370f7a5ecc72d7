/** Messages between the pool and its child processes: one JSON object a line. */
import type {
  CollectedImage,
  ConversionErrorCode,
  Fault,
  Format,
  Limits,
  OutputFormat,
  Profile,
  Progress,
  RecognizeOptions,
  Warning,
} from '@recto/engine'
import type { Language } from '@recto/engine/tesseract'

/**
 * `recognition`: one recognised page, for the conversion of the whole document. `drawings`: page images, concatenated;
 * nothing else is written then. `document`: the document model as packed JSON. `images`: images of the document's
 * pictures, concatenated and linked in the texts.
 */
export type OutputName = OutputFormat | 'recognition' | 'drawings' | 'document' | 'images'

/** The settings of one conversion. */
export interface ConversionSettings {
  /** The declared type, with parameters. */
  readonly mediaType: string
  /** `mediaType` may be empty or unsupported: the type is then detected from the file name, or else from the bytes. */
  readonly isTypeOpen?: true
  /** The name of the document in the JSON; never used as a path. */
  readonly filename: string
  readonly profile: Profile
  /** Pages, slides or sheets from 1: `1-3,7`, `5-`; all when left out. */
  readonly pages?: string
  readonly maxPages?: number
  /** Limits that differ from the engine's defaults. */
  readonly limits?: Limits
  /** The password of a protected PDF. */
  readonly password?: string
  /** The largest number of characters in a chunk; 2,000 when left out. */
  readonly chunkSize?: number
  /** Marks the start of each page in the Markdown: `<!-- page 3 -->`. */
  readonly pageBreaks?: true
  /** The prefix of links to images in the texts; `images` when left out. */
  readonly imageFolder?: string
  /** Reads only the main content of an HTML page. */
  readonly mainContent?: true
  /** Only checks the type and counts the pages. */
  readonly isCount?: true
  /** The input is a `document` that an earlier conversion wrote: only its chunks are written. */
  readonly isDocument?: true
  /** True to leave text in pictures unread. */
  readonly isOcrOff?: true
  /** Recognises every page from its picture, even if it has text. */
  readonly isOcrForced?: true
  /** Languages of scanned pages, the most likely first; all known languages if left out. */
  readonly ocrLanguages?: readonly Language[]
}

/** Asks a child for one conversion. The files have fixed names in the child's folder. */
export interface ConversionRequest extends ConversionSettings {
  readonly id: number
  readonly outputs: readonly OutputName[]
  /** Only recognises this page. */
  readonly scan?: Scan
  /** Recognised pages, each in its own file. Without it, the child reports the pages that need recognition. */
  readonly recognized?: readonly number[]
  /** The parent runs the system's Tesseract on pictures. */
  readonly hasTesseract?: true
}

/** The outcome of recognising one picture for the child; on success its folder holds the hOCR. */
export interface PictureRead {
  readonly isRead: boolean
}

export type ToChild = ConversionRequest | PictureRead

export interface Scan {
  /** Counted from 1. */
  readonly page: number
  /** Language of a page whose words show none, as detected on other pages of the document. */
  readonly language?: string
}

/**
 * The descriptor for a child's replies. Node's own IPC channel is not used: an invalid line there ends the *parent*.
 */
export const REPLIES_FD = 3

export const INPUT_NAME = 'input'
export const outputName = (output: OutputName): string => `output.${output}`
/** Files exchanged with the system's Tesseract. */
export const PICTURE_NAME = 'picture.pgm'
export const HOCR_NAME = 'picture.hocr'
export const recognitionName = (page: number): string => `page-${page}`

export interface Done {
  readonly format: Format
  readonly title?: string
  /** Pages, slides or sheets; 0 for formats without pages. */
  readonly pages: number
  /** The number of pages recognised from their picture; none when left out. */
  readonly ocrPages?: number
  readonly warnings: readonly Warning[]
  /** Bugs that the engine survived, for the log; none when left out. */
  readonly faults?: readonly Fault[]
  /** The drawn pages, in the order of their images. */
  readonly drawings?: readonly Drawing[]
  /** The collected images, in the order of their bytes. */
  readonly imageEntries?: readonly ImageEntry[]
  /** The detected language of a recognised page, if any. */
  readonly language?: string
}

/** The PNG image of a page within the file of all. */
export interface Drawing {
  readonly page: number
  readonly bytes: number
}

/** An image within the file of all. */
export type ImageEntry = Omit<CollectedImage, 'name' | 'bytes'> & { readonly bytes: number }

/** Reports that pages have to be recognised before the document can be converted. */
export interface Scans {
  /** The page numbers. */
  readonly scans: readonly number[]
}

/** The reason why a conversion failed. */
export interface Failure {
  /** `internal` for a bug. */
  readonly code: ConversionErrorCode | 'internal'
  /** For the user. */
  readonly sentence: string
  /** For the log. */
  readonly detail?: string
  /** The child may be damaged (memory ran out, WebAssembly trapped) and must be replaced. */
  readonly isFatal: boolean
  /** The disk was full. */
  readonly isWithoutRoom?: boolean
}

export type FromChild =
  | { readonly type: 'ready' }
  | { readonly type: 'started'; readonly id: number }
  | { readonly type: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly type: 'done'; readonly id: number; readonly done: Done }
  | { readonly type: 'picture'; readonly id: number; readonly options: RecognizeOptions }
  | { readonly type: 'scans'; readonly id: number; readonly scans: Scans }
  | { readonly type: 'failed'; readonly id: number; readonly failure: Failure }

/** The longest title, warning and detail that a child may send; documents may contain longer ones. */
export const MAX_TITLE_CHARACTERS = 1_000
export const MAX_SENTENCE_CHARACTERS = 1_000
export const MAX_DETAIL_CHARACTERS = 4_000
/** The longest name of a language. */
export const MAX_LANGUAGE_CHARACTERS = 20
/**
 * The most warnings that a child sends. A reader emits each of its codes at most 20 times, and has about as many codes.
 */
export const MAX_WARNINGS = 500
/** The most pages to recognise; a longer document exceeds every limit, and the numbers would fill a message. */
export const MAX_SCANS = 100_000
/** The most pages to draw and bytes of their images; further pages are left out. */
export const MAX_DRAWINGS = 2_000
export const MAX_DRAWINGS_BYTES = 64 * 1024 * 1024
/** The largest `document` file that is read back: several times that of the largest input allowed. */
export const MAX_DOCUMENT_BYTES = 512 * 1024 * 1024
/** The most engine failures to report; more have the same cause. */
export const MAX_FAULTS = 10
/** The longest message: all warnings at their maximum. */
export const MAX_MESSAGE_CHARACTERS = 1_000_000
