/** The types of jobs: a queued conversion and its outcome. */

import type { FailureCode, ImageEntry } from '@recto/converter'
import type { Language } from '@recto/engine/tesseract'
import type { StoredName } from '../store/index.ts'

export const jobStatuses = ['queued', 'running', 'succeeded', 'failed'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** The reason why a job failed; an open set. */
export type JobErrorCode = Exclude<FailureCode, 'unsupported_media_type'>

/** The options of a conversion. */
export interface JobOptions {
  /** Page, slide or sheet numbers from 1: `1-3,7`. */
  readonly pages?: string
  /** OCR: `off`, every page, or, when left out, pages without text. */
  readonly ocr?: 'off' | 'force'
  /** Languages of scanned pages, the most likely first. */
  readonly ocrLanguages?: readonly Language[]
  /** True to store pictures of the pages with the result. */
  readonly previews?: true
  /** True to store the images of the document's pictures with the result, linked from its Markdown. */
  readonly images?: true
}

/** The summary of a result; the result itself is at `result_url`. */
export interface JobResult {
  /** Left out after 30 days, because file names are personal data. */
  readonly filename?: string
  readonly media_type: string
  readonly pages: number
  readonly title?: string
  readonly formats: readonly string[]
  readonly result_url: string
  readonly expires_at: string
  readonly bytes: { readonly markdown: number; readonly json: number }
  /** The number of stored page pictures, when they were requested. */
  readonly previews?: readonly number[]
  readonly engine: { readonly name: string; readonly version: string }
  readonly duration_ms: number
  readonly ocr_pages: number
  readonly warnings: readonly {
    readonly code: string
    readonly message: string
    /** Number of the page, slide or sheet. */
    readonly page?: number
  }[]
}

/** The stored texts of a result. */
export const storedFormats = ['markdown', 'json', 'docling'] as const
export type StoredFormat = (typeof storedFormats)[number]

/** One text of a result, in the store. */
export interface Output {
  /** Name of the stored file, which holds all texts of a result. */
  readonly name: StoredName
  /** The first byte of this text in the file. */
  readonly start: number
  readonly bytes: number
  readonly sha256: string
}
/** Page images, concatenated. */
interface Drawings extends Output {
  readonly pages: readonly Drawing[]
}
/** The images of the document's pictures, concatenated. */
export interface StoredImages extends Output {
  readonly files: readonly Pick<ImageEntry, 'mediaType' | 'bytes'>[]
}
export interface Drawing {
  readonly page: number
  readonly bytes: number
}
export type Outputs = Readonly<Record<StoredFormat, Output>> & {
  /** The document model, from which other formats are rendered later; older results have none. */
  readonly document?: Output
  readonly drawings?: Drawings
  readonly images?: StoredImages
}

/** A row of the table of jobs. Times are the database's. */
export interface Job {
  readonly id: string
  readonly accountId: string
  readonly status: JobStatus
  /** The number of claims; results of earlier claims are ignored. */
  readonly attempt: number
  readonly isTest: boolean
  readonly filename: string | null
  readonly mediaType: string
  readonly bytes: number
  readonly options: JobOptions
  /** The encrypted password of the document; `null` without one and after the end of the job. */
  readonly sealedPassword: Uint8Array | null
  /** `null` after the end of the job. */
  readonly uploadName: StoredName | null
  readonly result: JobResult | null
  readonly outputs: Outputs | null
  /** `code: sentence`. */
  readonly error: string | null
  readonly stage: string | null
  readonly pagesDone: number
  readonly pagesTotal: number | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly expiresAt: Date
  /** The time at which the account deleted the result. */
  readonly deletedAt: Date | null
  readonly uploadDeletedAt: Date | null
  readonly resultDeletedAt: Date | null
  /** True if the result has expired, by the database's clock. */
  readonly isExpired: boolean
  readonly webhookUrl: string | null
  readonly webhookSecret: Uint8Array | null
  /** The trace of the request that submitted the job; `null` if it was not traced. */
  readonly traceparent: string | null
  readonly tracestate: string | null
}

/** Lists the names of the stored files of a result. */
export function filesOf(outputs: Outputs | null): StoredName[] {
  return [...new Set(Object.values(outputs ?? {}).map(({ name }) => name))]
}

export function isFinal({ status }: Pick<Job, 'status'>): boolean {
  return status === 'succeeded' || status === 'failed'
}

export function resultUrlOf(id: string): string {
  return `/v1/convert/jobs/${id}/result`
}

export function pollUrlOf(id: string): string {
  return `/v1/jobs/${id}`
}
