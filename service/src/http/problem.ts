/** Defines all problems that the API answers with (RFC 9457). */
interface ProblemRow {
  readonly status: number
  readonly title: string
  /** When it is answered, for the documentation. */
  readonly meaning: string
}

/** One row for each code. Codes are stable, clients branch on them; titles and details may change. */
export const problems = {
  bad_request: {
    status: 400,
    title: 'Bad Request',
    meaning: 'The request is malformed, for example its multipart form.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The API key is invalid, or missing for a call that needs one.',
  },
  credits_exhausted: {
    status: 402,
    title: 'Payment Required',
    meaning: 'The credits are used up; more can be added at `upgrade_url`.',
  },
  feature_not_in_plan: {
    status: 403,
    title: 'Forbidden',
    meaning: 'The plan does not include this feature; it can be changed at `upgrade_url`.',
  },
  key_restricted: {
    status: 403,
    title: 'Forbidden',
    meaning: 'The key lacks a feature that its account has.',
  },
  account_suspended: {
    status: 403,
    title: 'Forbidden',
    meaning: 'The account is suspended; contact the operator of the service.',
  },
  not_found: { status: 404, title: 'Not Found', meaning: 'This address does not exist.' },
  method_not_allowed: {
    status: 405,
    title: 'Method Not Allowed',
    meaning: 'The address does not support this method; `Allow` lists the supported ones.',
  },
  request_timeout: {
    status: 408,
    title: 'Request Timeout',
    meaning: 'The request did not arrive in time.',
  },
  job_not_ready: {
    status: 409,
    title: 'Conflict',
    meaning: 'The job has not ended yet.',
  },
  job_failed: {
    status: 409,
    title: 'Conflict',
    meaning: 'The job failed and has no result; `detail` says why.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'Conflict',
    meaning: 'A request with the same `Idempotency-Key` is in progress.',
  },
  result_expired: {
    status: 410,
    title: 'Gone',
    meaning: 'The result was deleted: it expired, or its account deleted it.',
  },
  link_expired: {
    status: 410,
    title: 'Gone',
    meaning: 'A sign-in link was used already, or has expired.',
  },
  payload_too_large: {
    status: 413,
    title: 'Content Too Large',
    meaning: 'The file has more bytes or pages than this call accepts.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported Media Type',
    meaning: 'The type of the file is not accepted, or its content does not match its type.',
  },
  misdirected_request: {
    status: 421,
    title: 'Misdirected Request',
    meaning: 'A page was requested under a host name that is not the service’s.',
  },
  conversion_failed: {
    status: 422,
    title: 'Unprocessable Content',
    meaning:
      'The document is damaged, protected by a password, or takes too much time or memory to convert.',
  },
  invalid_webhook_url: {
    status: 422,
    title: 'Unprocessable Content',
    meaning: 'The `webhook_url` is not a public http or https address.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Unprocessable Content',
    meaning: 'The `Idempotency-Key` was used with different content.',
  },
  validation_error: {
    status: 422,
    title: 'Unprocessable Content',
    meaning: 'A field of the request is missing or invalid; `errors` lists them.',
  },
  rate_limited: {
    status: 429,
    title: 'Too Many Requests',
    meaning: 'Too many requests in a minute; `Retry-After` is the time to wait.',
  },
  header_fields_too_large: {
    status: 431,
    title: 'Request Header Fields Too Large',
    meaning: 'The headers of the request are too large.',
  },
  internal_error: {
    status: 500,
    title: 'Internal Server Error',
    meaning: 'An internal error occurred.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service Unavailable',
    meaning: 'The service is busy, starting or stopping; `Retry-After` is the time to wait.',
  },
} as const satisfies Record<string, ProblemRow>

export type ProblemCode = keyof typeof problems

/** One invalid field of a request. The value is left out, because it may be a secret. */
export interface FieldError {
  readonly location: 'query' | 'path' | 'body' | 'header'
  readonly field: string
  readonly code: string
  readonly message: string
  /** The valid values, if they are few. */
  readonly allowed?: readonly string[]
}

export interface ProblemOptions {
  /** Set with `validation_error`. */
  readonly errors?: readonly FieldError[]
  readonly headers?: Readonly<Record<string, string>>
  /** For the log only. */
  readonly cause?: unknown
}

/** Thrown by any code that handles a request. The message is the `detail`: what happened, to what, what to do. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly errors: readonly FieldError[] | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause })
    this.code = code
    this.errors = options.errors
    this.headers = options.headers ?? {}
  }

  get status(): number {
    return problems[this.code].status
  }
}

interface ProblemContext {
  /** Path of the request. */
  readonly instance: string
  readonly requestId: string
  /** The page for changing the plan. */
  readonly upgradeUrl: string
}

/** Problems that a larger plan would solve. */
const upgradeStatuses: ReadonlySet<number> = new Set([402, 403, 429])

/** Writes the body as JSON. */
export function writeProblem(problem: Problem, context: ProblemContext): string {
  const { status, title } = problems[problem.code]
  return JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail: problem.message,
    instance: context.instance,
    code: problem.code,
    request_id: context.requestId,
    ...(problem.errors && { errors: problem.errors }),
    ...(upgradeStatuses.has(status) && { upgrade_url: context.upgradeUrl }),
  })
}

export const PROBLEM_TYPE = 'application/problem+json'

/** Links to the documentation of all codes. */
export const problemHeaders = { link: '</openapi.json>; rel="help"' } as const

/** Seconds after which a request that was refused for lack of capacity is worth a retry. */
const RETRY_SECONDS = 5

/** Makes the problem of a temporary fault of the service. */
export function unavailable(detail: string, cause?: unknown): Problem {
  const headers = { 'retry-after': String(RETRY_SECONDS) }
  return new Problem('service_unavailable', detail, { headers, cause })
}

/** Returns true if a disk or quota is full, or too many files are open. */
export function isWithoutRoom(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EMFILE'
}
