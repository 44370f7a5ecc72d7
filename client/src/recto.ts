/** The client: converts documents to Markdown. */
import type { DocumentInput, DocumentOptions } from './document.ts'
import { type CallOptions, formOf, Jobs, jsonOf, refuseFailed } from './jobs.ts'
import { type Connection, request } from './request.ts'
import type { Account, Job } from './types.ts'

export interface RectoOptions {
  /** Default: the environment variable `RECTO_KEY`; without a key, calls are anonymous. */
  readonly apiKey?: string
  /** Default `http://127.0.0.1:3000`. */
  readonly baseUrl?: string
  /** The most repeats of a call after busy responses and lost connections; default 3. */
  readonly maxRetries?: number
  readonly fetch?: typeof globalThis.fetch
}

export interface ConvertOptions extends DocumentOptions, CallOptions {
  /**
   * `fidelity` queues the document for the full conversion; `fast` converts at once, without the structure of PDFs.
   * Default `fidelity`.
   */
  readonly lane?: 'fidelity' | 'fast'
  /** Called as the job proceeds; fidelity lane only. */
  readonly onProgress?: (job: Job) => void
}

export interface Converted {
  readonly markdown: string
  /** The job; fidelity lane only. */
  readonly job?: Job
}

export class Recto {
  readonly jobs: Jobs
  readonly #connection: Connection

  constructor({ apiKey, baseUrl, maxRetries = 3, fetch }: RectoOptions = {}) {
    this.#connection = {
      apiKey: apiKey ?? environment('RECTO_KEY'),
      baseUrl: (baseUrl ?? 'http://127.0.0.1:3000').replace(/\/+$/, ''),
      maxRetries,
      fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
    }
    this.jobs = new Jobs(this.#connection)
  }

  /**
   * Converts a document: the fidelity lane submits it, waits for its job, and fetches the result.
   *
   * @throws {RectoError} with the code of the API, or of the failed job.
   * @throws The reason of `signal` once it is aborted; a running job is cancelled then.
   */
  async convert(document: DocumentInput, options: ConvertOptions = {}): Promise<Converted> {
    return options.lane === 'fast'
      ? this.#convertNow(document, options)
      : this.#convertQueued(document, options)
  }

  /** Returns the plan, its rate limit and its credits. */
  async me({ signal }: CallOptions = {}): Promise<Account> {
    return jsonOf(await request(this.#connection, { method: 'GET', path: '/v1/me', signal }))
  }

  async #convertNow(document: DocumentInput, options: ConvertOptions): Promise<Converted> {
    const { lane, onProgress, signal, ...rest } = options
    const call = { method: 'POST', path: '/v1/convert', body: formOf(document, rest) } as const
    const response = await request(this.#connection, { ...call, signal })
    const { markdown } = await jsonOf<{ markdown: string }>(response)
    return { markdown }
  }

  async #convertQueued(document: DocumentInput, options: ConvertOptions): Promise<Converted> {
    const { lane, onProgress, ...rest } = options
    const { signal } = rest
    const { job_id } = await this.jobs.submit(document, rest)
    const waiting = { ...(signal && { signal }), ...(onProgress && { onProgress }) }
    try {
      const job = refuseFailed(await this.jobs.wait(job_id, waiting))
      const markdown = await this.jobs.result(job_id, signal ? { signal } : {})
      return { markdown, job }
    } catch (error) {
      // The caller no longer waits.
      if (signal?.aborted) await this.jobs.cancel(job_id).catch(() => undefined)
      throw error
    }
  }
}

/** Edge runtimes and browsers have no `process`. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name] || undefined
}
