/** Sends a call, and retries it if that is safe and may help. */
import { errorOf, RectoError } from './errors.ts'

export interface Connection {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly fetch: typeof globalThis.fetch
  /** The most repeats of a call. */
  readonly maxRetries: number
}

interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** The path with its query. */
  readonly path: string
  /** Called for each attempt, because a body can be read only once. */
  readonly body?: () => Promise<FormData>
  readonly accept?: string
  readonly signal?: AbortSignal | undefined
}

/** Statuses of a busy or restarting service. */
const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504])
const FIRST_WAIT_MS = 500
/** Longer waits are left to the caller. */
const MAX_WAIT_MS = 60_000

/**
 * Sends a call.
 *
 * Retries after 429, 503 and lost connections, after the delay of `Retry-After` if given. An Idempotency-Key makes a
 * repeated POST free and without a second effect.
 *
 * @throws {RectoError} without a response, and for any status but 2xx.
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
    return new RectoError('connection_failed', `${baseUrl} cannot be reached.`, { cause })
  }
}

/** A running request with the same Idempotency-Key ends soon; its repeat is then free. */
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
