/** One call → its answer: tried again where that is safe and may help. */
import { errorOf, RectoError } from './errors.ts'

export interface Connection {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly fetch: typeof globalThis.fetch
  /** Tries after the first. */
  readonly maxRetries: number
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With its query. */
  readonly path: string
  /** Made anew for each try: a body is read once. */
  readonly body?: () => Promise<FormData>
  readonly accept?: string
  readonly signal?: AbortSignal | undefined
}

/** A busy or restarting service. */
const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504])
const FIRST_WAIT_MS = 500
/** A longer wait is the caller's to decide. */
const MAX_WAIT_MS = 60_000

/**
 * Makes a call.
 *
 * Answers 429 and 503 and lost connections are tried again, by `Retry-After` where it is given. An Idempotency-Key makes a
 * repeated POST cost nothing and do nothing twice.
 *
 * @throws {RectoError} for any answer but 2xx, or none.
 */
export async function request(connection: Connection, call: Call): Promise<Response> {
  const headers = headersOf(connection, call)
  for (let tries = 0; ; tries += 1) {
    const outcome = await attempt(connection, call, headers)
    if (!(outcome instanceof RectoError)) return outcome
    const waitMs = (outcome.retryAfter ?? 0) * 1_000 || FIRST_WAIT_MS * 2 ** tries
    if (tries >= connection.maxRetries || !mayRetry(outcome) || waitMs > MAX_WAIT_MS) throw outcome
    await sleep(waitMs, call.signal)
  }
}

function headersOf({ apiKey }: Connection, { method, accept }: Call): Record<string, string> {
  return {
    ...(apiKey !== undefined && { 'x-api-key': apiKey }),
    ...(accept !== undefined && { accept }),
    ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
  }
}

async function attempt(
  { baseUrl, fetch }: Connection,
  { method, path, body, signal }: Call,
  headers: Record<string, string>,
): Promise<Response | RectoError> {
  const form = await body?.()
  try {
    const init = { method, headers, ...(form && { body: form }), ...(signal && { signal }) }
    const response = await fetch(`${baseUrl}${path}`, init)
    return response.ok ? response : await errorOf(response)
  } catch (cause) {
    signal?.throwIfAborted()
    return new RectoError('connection_failed', `${baseUrl} can not be reached.`, { cause })
  }
}

/** A request with the same Idempotency-Key that is in progress ends soon, and is then repeated for nothing. */
function mayRetry({ code, status }: RectoError): boolean {
  return status === undefined || RETRIED.has(status) || code === 'idempotency_in_progress'
}

/** @throws The signal's reason once it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
