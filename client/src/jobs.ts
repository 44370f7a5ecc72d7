/** The queue: submits jobs, lists them, waits for them, fetches results and deletes them. */
import { type DocumentInput, type DocumentOptions, toNamedBlob } from './document.ts'
import { RectoError } from './errors.ts'
import { type Connection, request, sleep } from './request.ts'
import type { Job, JobStatus, SubmittedJob } from './types.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface SubmitOptions extends DocumentOptions, CallOptions {
  /** A public URL that receives a webhook when the job has ended. */
  readonly webhookUrl?: string
}

export interface WaitOptions extends CallOptions {
  /** Called after each request for the job's state. */
  readonly onProgress?: (job: Job) => void
}

export interface ListOptions extends CallOptions {
  readonly status?: JobStatus
}

export interface ResultOptions extends CallOptions {
  /** `json` has pages as an array, `docling` is the format of docling-core. Default `markdown`. */
  readonly format?: 'markdown' | 'json' | 'docling'
}

/** Seconds that one request waits for the end of a job: the service's maximum. */
const WAIT_SECONDS = 30
/** The shortest time between two requests if a busy service answers at once. */
const MIN_POLL_MS = 1_000
const PAGE_SIZE = 200

export class Jobs {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /**
   * Queues a conversion.
   *
   * @throws {RectoError}
   */
  async submit(document: DocumentInput, options: SubmitOptions = {}): Promise<SubmittedJob> {
    const body = formOf(document, options)
    const call = { method: 'POST', path: '/v1/convert/jobs', body } as const
    return jsonOf(await request(this.#connection, { ...call, signal: options.signal }))
  }

  /** @throws {RectoError} `not_found` */
  async get(id: string, { signal }: CallOptions = {}): Promise<Job> {
    return jsonOf(await request(this.#connection, { method: 'GET', path: pathOf(id), signal }))
  }

  /** Lists all jobs of the account, the newest first; pages are fetched on demand. */
  async *list({ status, signal }: ListOptions = {}): AsyncGenerator<Job, void, undefined> {
    let cursor: string | null | undefined
    do {
      const query = new URLSearchParams({
        limit: `${PAGE_SIZE}`,
        ...(status && { status }),
        ...(cursor && { cursor }),
      })
      const call = { method: 'GET', path: `/v1/jobs?${query}`, signal } as const
      const page = await jsonOf<{ items: Job[]; next_cursor?: string | null }>(
        await request(this.#connection, call),
      )
      yield* page.items
      cursor = page.next_cursor
    } while (cursor)
  }

  /**
   * Waits until a job has ended.
   *
   * @returns The job, succeeded or failed.
   */
  async wait(id: string, { signal, onProgress }: WaitOptions = {}): Promise<Job> {
    while (true) {
      const next = Date.now() + MIN_POLL_MS
      const path = `${pathOf(id)}?wait=${WAIT_SECONDS}`
      const job = await jsonOf<Job>(
        await request(this.#connection, { method: 'GET', path, signal }),
      )
      onProgress?.(job)
      if (job.status === 'succeeded' || job.status === 'failed') return job
      await sleep(next - Date.now(), signal)
    }
  }

  /**
   * @returns Markdown, or the structured document.
   * @throws {RectoError} `job_not_ready`, `job_failed`, `result_expired`
   */
  async result(id: string, options?: ResultOptions & { format?: 'markdown' }): Promise<string>
  async result(id: string, options: ResultOptions & { format: 'json' | 'docling' }): Promise<object>
  async result(id: string, { format = 'markdown', signal }: ResultOptions = {}): Promise<unknown> {
    const query = format === 'markdown' ? '' : '?format=json'
    const response = await request(this.#connection, {
      method: 'GET',
      path: `/v1/convert/jobs/${encodeURIComponent(id)}/result${query}`,
      ...(format === 'docling' && { accept: 'application/vnd.docling+json' }),
      signal,
    })
    return format === 'markdown' ? response.text() : response.json()
  }

  /** Cancels an unfinished job; its credits are refunded. */
  async cancel(id: string, { signal }: CallOptions = {}): Promise<void> {
    await request(this.#connection, { method: 'DELETE', path: pathOf(id), signal })
  }

  /** Deletes the result of a job. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.cancel(id, options)
  }
}

function pathOf(id: string): string {
  return `/v1/jobs/${encodeURIComponent(id)}`
}

/** Makes the form of an upload; the document is read once and sent with each attempt. */
export function formOf(
  document: DocumentInput,
  { webhookUrl, ...options }: SubmitOptions,
): () => Promise<FormData> {
  let opened: ReturnType<typeof toNamedBlob> | undefined
  return async () => {
    opened ??= toNamedBlob(document, options)
    const { blob, filename } = await opened
    const form = new FormData()
    if (webhookUrl !== undefined) form.set('webhook_url', webhookUrl)
    form.set('file', blob, filename)
    return form
  }
}

/** Sound as far as the service keeps to its OpenAPI document; tests compare both. */
export async function jsonOf<Value>(response: Response): Promise<Value> {
  return (await response.json()) as Value
}

/**
 * @returns The job.
 * @throws {RectoError} with the code of a failed job.
 */
export function refuseFailed(job: Job): Job {
  if (job.status !== 'failed') return job
  const [, code = 'job_failed', sentence = ''] = /^(\w+): (.*)$/s.exec(job.error ?? '') ?? []
  throw new RectoError(code, sentence || 'The job failed.')
}
