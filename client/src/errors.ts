/** The error of a failed call, with the stable code of the API. */

/** The body of an error answer (RFC 9457), as far as it is used. */
export interface ProblemBody {
  readonly code?: string
  readonly detail?: string
  readonly request_id?: string | null
}

export interface RectoErrorDetails {
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

/**
 * A call that failed.
 *
 * `code` is one of the API (`credits_exhausted`, `conversion_failed`, …), of a job that failed (`password_protected`,
 * `timeout`, …), or of the client: `connection_failed`, `timeout`, `webhook_invalid`.
 */
export class RectoError extends Error {
  override readonly name = 'RectoError'
  readonly code: string
  /** The HTTP status of the answer; none where there was no answer. */
  readonly status: number | undefined
  /** For questions to who runs the service. */
  readonly requestId: string | undefined
  /** Seconds after which the call may be made again. */
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

/** Seconds (RFC 9110, 10.2.3); a date is not what the service sends. */
function retryAfterOf({ headers }: Response): number | undefined {
  const value = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(value) && value >= 0 ? value : undefined
}
