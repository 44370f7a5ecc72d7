/** Jobs as the API returns them. */

export interface Job {
  readonly id: string
  readonly status: string
  readonly error: string | null
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
  readonly result: JobResult | null
  readonly progress?: {
    readonly stage: string
    readonly pages_done: number
    readonly pages_total: number | null
    readonly queue_position: number | null
  }
  readonly deletion?: {
    readonly upload_deleted_at: string | null
    readonly result_deleted_at: string | null
  }
}

interface JobResult {
  readonly filename?: string
  readonly media_type: string
  readonly pages: number
  readonly title?: string
  readonly expires_at: string
  readonly bytes: { readonly markdown: number; readonly json: number }
  readonly engine: { readonly name: string; readonly version: string }
  readonly duration_ms: number
  readonly ocr_pages: number
  readonly previews?: readonly number[]
  readonly warnings: readonly {
    readonly code: string
    readonly message: string
    readonly page?: number
  }[]
}

export interface Deliveries {
  readonly status: string
  readonly next_attempt_at: string | null
  readonly attempts: readonly {
    readonly number: number
    readonly at: string
    readonly status: number | null
    readonly error: string | null
    readonly duration_ms: number
  }[]
}

export function isFinal({ status }: Job): boolean {
  return status === 'succeeded' || status === 'failed'
}

/** Returns the sentence of an error: `conversion_failed: The document is damaged.` → `The document is damaged.` */
export function reasonOf({ error }: Job): string {
  return error?.replace(/^[a-z_]+: /, '') ?? ''
}

/** Returns the name of the document, or the job's id after the name was deleted. */
export function nameOf({ id, result }: Job): string {
  return result?.filename ?? result?.title ?? id
}
