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

/**
 * `recognition`: of one page, for the conversion of the whole. `drawings`: pictures of the pages, one behind the other;
 * nothing else is done then. `document`: what texts are written from, as packed JSON. `images`: those of the document's pictures,
 * one behind the other, linked in the texts.
 */
export type OutputName = OutputFormat | 'recognition' | 'drawings' | 'document' | 'images'

/** One conversion. Files lie in the child's own folder, under the names below. */
export interface ConversionRequest {
  readonly id: number
  readonly outputs: readonly OutputName[]
  /** As declared, with parameters. */
  readonly mediaType: string
  /** The type is one to begin with: found by the bytes where it can't be. */
  readonly isTypeOpen?: true
  /** For the JSON; never used as a path. */
  readonly filename: string
  readonly profile: Profile
  /** Page ranges in the syntax of `parsePageRanges`: `1-3,7`. */
  readonly pages?: string
  readonly maxPages?: number
  /** Limits that differ from the engine's defaults. */
  readonly limits?: Limits
  /** Opens a protected PDF. */
  readonly password?: string
  /** Most characters of a chunk. */
  readonly chunkSize?: number
  /** The Markdown says where pages begin. */
  readonly pageBreaks?: true
  /** Folder of the images, as their links in the texts begin. */
  readonly imageFolder?: string
  /** Of an HTML page only its main content. */
  readonly mainContent?: true
  /** The type is checked and the pages are counted; nothing is read, and nothing written. */
  readonly isCount?: true
  /** The input is a `document` of an earlier order: its chunks are written, and nothing else is done. */
  readonly isDocument?: true
  /** This page is recognised, and nothing else is done. */
  readonly scan?: Scan
  /** Recognised pages, each in a file of its own. Without it, the child reports the pages that need recognition. */
  readonly recognized?: readonly number[]
  /** True to leave text in pictures unread. */
  readonly isOcrOff?: true
  /** Every page is read as a picture, whatever text it has of its own. */
  readonly isOcrForced?: true
  /** Pictures are read by the system's Tesseract, which the parent starts. */
  readonly hasTesseract?: true
}

/** The outcome of recognising one picture for the child; on success hOCR lies in its folder. */
export interface PictureRead {
  readonly isRead: boolean
}

export type ToChild = ConversionRequest | PictureRead

export interface Scan {
  /** From 1. */
  readonly page: number
  /** Languages detected on other pages of the document. */
  readonly language?: string
}

/** Where a child writes its replies. Not Node's own channel: a line there that is not JSON ends the *parent*. */
export const REPLIES_FD = 3

export const INPUT_NAME = 'input'
export const outputName = (output: OutputName): string => `output.${output}`
/** For the system's Tesseract, and from it. */
export const PICTURE_NAME = 'picture.pgm'
export const HOCR_NAME = 'picture.hocr'
export const recognitionName = (page: number): string => `page-${page}`

export interface Done {
  readonly format: Format
  readonly title?: string
  /** Pages, slides or sheets; 0 for formats without. */
  readonly pages: number
  /** Pages whose text was recognised from their picture; none when left out. */
  readonly ocrPages?: number
  readonly warnings: readonly Warning[]
  /** Failures of the engine's own code, for the log; none when left out. */
  readonly faults?: readonly Fault[]
  /** The pages that were drawn, in the order of their pictures. */
  readonly drawings?: readonly Drawing[]
  /** The images that were collected, in the order of their bytes. */
  readonly imageEntries?: readonly ImageEntry[]
  /** The detected language of a recognised page, if any. */
  readonly language?: string
}

/** The picture of a page in the file of all: PNG. */
export interface Drawing {
  readonly page: number
  readonly bytes: number
}

/** An image in the file of all. */
export type ImageEntry = Omit<CollectedImage, 'name' | 'bytes'> & { readonly bytes: number }

/** A document that can't be converted before pages of it are recognised. */
export interface Scans {
  /** Their numbers. */
  readonly scans: readonly number[]
}

/** Why a conversion ended without a result. */
export interface Failure {
  /** `internal` when it is not the document's fault. */
  readonly code: ConversionErrorCode | 'internal'
  /** For the user. */
  readonly sentence: string
  /** For the log. */
  readonly detail?: string
  /** The child may be damaged (memory ran out, an engine trapped) and is to be replaced. */
  readonly isFatal: boolean
  /** There was no room for what the child had to write. */
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

/** Characters of a title, of a warning and of a detail that a child sends; a document may hold any number. */
export const MAX_TITLE_CHARACTERS = 1_000
export const MAX_SENTENCE_CHARACTERS = 1_000
export const MAX_DETAIL_CHARACTERS = 4_000
/** Characters of a language's name. */
export const MAX_LANGUAGE_CHARACTERS = 20
/** Warnings that a child sends. A reader raises at most 20 of each of its codes, of which it has about as many. */
export const MAX_WARNINGS = 500
/** Pages that have to be recognised; a document of more is past every limit, and their numbers fill a message. */
export const MAX_SCANS = 100_000
/** Pages that are drawn, and bytes of all their pictures; what comes after is left out. */
export const MAX_DRAWINGS = 2_000
export const MAX_DRAWINGS_BYTES = 64 * 1024 * 1024
/** The largest `document` file that is read back: several times that of the largest input allowed. */
export const MAX_DOCUMENT_BYTES = 512 * 1024 * 1024
/** A document with more failures of the engine has them for one reason. */
export const MAX_FAULTS = 10
/** Characters of one message: all warnings at their longest. */
export const MAX_MESSAGE_CHARACTERS = 1_000_000
