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
     * null until it is known.
     */
    pages_total: number | null
    /**
     * Position of a waiting job, from 1; null in lists and once the job runs.
     */
    queue_position: number | null
  }
  /**
   * Times at which the document and its result were deleted.
   */
  deletion?: {
    upload_deleted_at: string | null
    result_deleted_at: string | null
  }
}
/**
 * Summary of the result. Fields may be added.
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
   * Title of the document, if it has one.
   */
  title?: string
  /**
   * Valid values for the `format` of the result.
   */
  formats: string[]
  result_url: string
  /**
   * Time at which the result is deleted.
   */
  expires_at: string
  bytes: {
    markdown: number
    json: number
  }
  /**
   * Pages with a stored image, if images were requested.
   */
  previews?: number[]
  engine: {
    name: string
    version: string
  }
  duration_ms: number
  /**
   * Number of pages whose text was recognised from their picture.
   */
  ocr_pages: number
  /**
   * Lost or guessed content; at most a hundred warnings.
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
   * `queued`; with `wait`, the current status.
   */
  status: string
  /**
   * Secret of the webhook signatures, returned only here. null without a webhook.
   */
  webhook_secret?: string | null
  result_url: string
  poll_url: string
  job?: JobResponse1
}
/**
 * With `wait`: the current state of the job.
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
     * null until it is known.
     */
    pages_total: number | null
    /**
     * Position of a waiting job, from 1; null in lists and once the job runs.
     */
    queue_position: number | null
  }
  /**
   * Times at which the document and its result were deleted.
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
   * The plan of the caller. More may be added.
   */
  tier: string
  /**
   * True if the request has a valid API key.
   */
  is_keyed: boolean
  rate_limit: RateLimitInfo
  /**
   * null on plans without credits.
   */
  credits?: CreditsInfo | null
  /**
   * Features of the plan. More may be added.
   */
  features: string[]
}
/**
 * The values of the X-RateLimit-* headers; null if unknown.
 */
export interface RateLimitInfo {
  /**
   * Size of the current window.
   */
  limit: number | null
  /**
   * Remaining requests in the window.
   */
  remaining: number | null
  /**
   * Seconds until the window refills.
   */
  reset: number | null
}
export interface CreditsInfo {
  /**
   * Remaining credits of the current billing period.
   */
  balance: number
  /**
   * Credits that the plan granted for this period.
   */
  granted: number
  /**
   * Date (ISO 8601) on which the next period begins.
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
     * Title of the document, if it has one.
     */
    title?: string
  }
  /**
   * Lost or guessed content; at most a hundred warnings.
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
