/** The objects of the HTTP API, written by openapi.test.ts from the OpenAPI document: not to be edited. */

export interface Api {
  JobResponse: JobResponse
  JobSubmitResponse: JobSubmitResponse
  JobResponsePage: JobResponsePage
  MeResponse: MeResponse
  SyncConvertResponse: SyncConvertResponse
}
export interface JobResponse {
  id: string
  /**
   * `convert`. More may come.
   */
  kind: string
  /**
   * `queued`, `running`, and at the end `succeeded` or `failed`.
   */
  status: string
  /**
   * null until the job has succeeded.
   */
  result: JobResult | null
  /**
   * `code: sentence`, with the codes conversion_failed, password_protected, timeout, too_many_pages, cancelled, internal. More may come.
   */
  error?: string | null
  created_at?: string | null
  started_at?: string | null
  finished_at?: string | null
  progress?: {
    stage: string
    pages_done: number
    /**
     * null as long as it is not known.
     */
    pages_total: number | null
    /**
     * From 1 on, for a job that waits; null in lists, and once it runs.
     */
    queue_position: number | null
  }
  /**
   * When the document and its result were deleted.
   */
  deletion?: {
    upload_deleted_at: string | null
    result_deleted_at: string | null
  }
}
/**
 * What the result is like. More may come.
 */
export interface JobResult {
  /**
   * Name of the source file; kept for 30 days.
   */
  filename?: string
  media_type: string
  /**
   * Pages, slides or sheets; 0 for formats without.
   */
  pages: number
  /**
   * Title of the document, where it has one.
   */
  title?: string
  /**
   * Values that `format` of the result may have.
   */
  formats: string[]
  result_url: string
  /**
   * When the result is deleted.
   */
  expires_at: string
  bytes: {
    markdown: number
    json: number
  }
  /**
   * Pages that there is a picture of; where they were asked for.
   */
  previews?: number[]
  engine: {
    name: string
    version: string
  }
  duration_ms: number
  /**
   * Pages whose text was recognised from their picture.
   */
  ocr_pages: number
  /**
   * What was lost or guessed; the first hundred.
   */
  warnings: {
    code: string
    message: string
    /**
     * Page, slide or sheet.
     */
    page?: number
  }[]
}
export interface JobSubmitResponse {
  job_id: string
  /**
   * `queued`; with `wait` what it is by now.
   */
  status: string
  /**
   * Signs the webhooks; only this answer tells it. null without a webhook.
   */
  webhook_secret?: string | null
  result_url: string
  poll_url: string
  job?: JobResponse1
}
/**
 * With `wait`: the job as it is by now.
 */
export interface JobResponse1 {
  id: string
  /**
   * `convert`. More may come.
   */
  kind: string
  /**
   * `queued`, `running`, and at the end `succeeded` or `failed`.
   */
  status: string
  /**
   * null until the job has succeeded.
   */
  result: JobResult | null
  /**
   * `code: sentence`, with the codes conversion_failed, password_protected, timeout, too_many_pages, cancelled, internal. More may come.
   */
  error?: string | null
  created_at?: string | null
  started_at?: string | null
  finished_at?: string | null
  progress?: {
    stage: string
    pages_done: number
    /**
     * null as long as it is not known.
     */
    pages_total: number | null
    /**
     * From 1 on, for a job that waits; null in lists, and once it runs.
     */
    queue_position: number | null
  }
  /**
   * When the document and its result were deleted.
   */
  deletion?: {
    upload_deleted_at: string | null
    result_deleted_at: string | null
  }
}
export interface JobResponsePage {
  /**
   * The newest first.
   */
  items: JobResponse[]
  /**
   * For `cursor`; null on the last page.
   */
  next_cursor?: string | null
}
export interface MeResponse {
  /**
   * The plan that the request is served on. More may come.
   */
  tier: string
  /**
   * Whether the request carried a valid API key.
   */
  is_keyed: boolean
  rate_limit: RateLimitInfo
  /**
   * null on plans that are not priced in credits.
   */
  credits?: CreditsInfo | null
  /**
   * Features that the plan includes. More may come.
   */
  features: string[]
}
/**
 * The same numbers as in the X-RateLimit-* headers; null for unknown.
 */
export interface RateLimitInfo {
  /**
   * Size of the current window.
   */
  limit: number | null
  /**
   * Requests left in the window.
   */
  remaining: number | null
  /**
   * Seconds until the window refills.
   */
  reset: number | null
}
export interface CreditsInfo {
  /**
   * Credits unspent in the current billing period.
   */
  balance: number
  /**
   * Credits that the plan included.
   */
  granted: number
  /**
   * Date (ISO 8601) on which the allowance refills.
   */
  period_end?: string | null
}
export interface SyncConvertResponse {
  /**
   * The document as Markdown.
   */
  markdown: string
  meta?: {
    /**
     * Name of the source file.
     */
    filename: string
    /**
     * Title of the document, where it has one.
     */
    title?: string
  }
  /**
   * What was lost or guessed; the first hundred.
   */
  warnings?: {
    code: string
    message: string
    /**
     * Page, slide or sheet.
     */
    page?: number
  }[]
}
