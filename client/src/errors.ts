/** The error of a failed call, with the stable code of the API. */

/** The used fields of an error response (RFC 9457). */
interface ProblemBody {
  readonly code?: string
  readonly detail?: string
  readonly request_id?: string | null
}

interface RectoErrorDetails {
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

/**
 * A failed call.
 *
 * `code` comes from the API (`credits_exhausted`, `conversion_failed`, …), from a failed job (`password_protected`,
 * `timeout`, …), or from the client: `connection_failed`, `timeout`, `webhook_invalid`.
 */
export class RectoError extends Error {
  override readonly name = 'RectoError'
  readonly code: string
  /** The HTTP status; `undefined` without a response. */
  readonly status: number | undefined
  /** Identifies the request in support questions. */
  readonly requestId: string | undefined
  /** Seconds after which the call may be repeated. */
  readonly retryAfter: number | undefined

  constructor(code: string, message: string, details: RectoErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.status = details.status
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
  }
}

/** @returns The error in a response. */
export async function errorOf(response: Response): Promise<RectoError> {
  const { code, detail, request_id }: ProblemBody = await response
    .json()
    .then((body: unknown) => (typeof body === 'object' && body !== null ? body : {}))
    .catch(() => ({}))
  const message = detail ?? `The service answered ${response.status} without a reason.`
  return new RectoError(code ?? 'unexpected_answer', message, {
    status: response.status,
    requestId: request_id ?? response.headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterOf(response),
  })
}

/** Seconds (RFC 9110, 10.2.3); the service never sends a date. */
function retryAfterOf({ headers }: Response): number | undefined {
  const value = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(value) && value >= 0 ? value : undefined
}
