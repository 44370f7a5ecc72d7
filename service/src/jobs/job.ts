/** The types of jobs: a queued conversion and its outcome. */

import type { FailureCode, ImageEntry } from '@recto/converter'
import type { Language } from '@recto/engine/tesseract'
import type { StoredName } from '../store/index.ts'

export const jobStatuses = ['queued', 'running', 'succeeded', 'failed'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Why a job failed. Open: more may come. */
export type JobErrorCode = Exclude<FailureCode, 'unsupported_media_type'>

/** The options of a conversion. */
export interface JobOptions {
  /** Pages, slides or sheets from 1: `1-3,7`. */
  readonly pages?: string
  /** OCR: `off`, every page, or, when left out, pages without text. */
  readonly ocr?: 'off' | 'force'
  /** Languages of scanned pages, the likeliest first. */
  readonly ocrLanguages?: readonly Language[]
  /** True to store pictures of the pages with the result. */
  readonly previews?: true
  /** Stores the images of the document's pictures with the result, linked from its Markdown. */
  readonly images?: true
}

/** The summary of a result; the result itself is at `result_url`. */
export interface JobResult {
  /** Left out once it is too old to be kept: names of files are personal. */
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
    /** Page, slide or sheet. */
    readonly page?: number
  }[]
}

/** The stored texts of a result. */
export const storedFormats = ['markdown', 'json', 'docling'] as const
export type StoredFormat = (typeof storedFormats)[number]

/** One text of a result, in the store. */
export interface Output {
  /** Of the stored file, which holds all texts of a result. */
  readonly name: StoredName
  /** The first byte of this one. */
  readonly start: number
  readonly bytes: number
  readonly sha256: string
}
/** Pictures of pages, one behind the other. */
export interface Drawings extends Output {
  readonly pages: readonly Drawing[]
}
/** Images of the document's pictures, one behind the other. */
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

/** A row of the table. Times are the database's. */
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
  /** The password of the document; `null` without one, and once the job has ended. */
  readonly sealedPassword: Uint8Array | null
  /** `null` once the job has ended. */
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
  /** When the account had the result deleted. */
  readonly deletedAt: Date | null
  readonly uploadDeletedAt: Date | null
  readonly resultDeletedAt: Date | null
  /** True if the result has expired, by the database's clock. */
  readonly isExpired: boolean
  readonly webhookUrl: string | null
  readonly webhookSecret: Uint8Array | null
  /** Of the request that submitted it, where that was traced. */
  readonly traceparent: string | null
}

/** Names of the stored files that hold a result. */
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
