/** Maps errors of a conversion to problems. */
import {
  ConversionFailure,
  type FailureCode,
  PoolError,
  type Unavailability,
} from '@recto/converter'
import { isWithoutRoom, Problem, type ProblemCode, unavailable } from './problem.ts'

export const queueAdvice = 'Send the document to the queue: POST /v1/convert/jobs.'

const codes: Readonly<Record<Exclude<FailureCode, 'internal'>, ProblemCode>> = {
  unsupported_media_type: 'unsupported_media_type',
  conversion_failed: 'conversion_failed',
  password_protected: 'conversion_failed',
  too_many_pages: 'conversion_failed',
  timeout: 'conversion_failed',
  // The client has disconnected, so nobody reads the answer.
  cancelled: 'bad_request',
}

/** @returns The matching problem, or any other error unchanged. */
export function conversionProblem(
  error: unknown,
  timeoutMs: number,
  advice = queueAdvice,
): unknown {
  if (error instanceof PoolError) return unavailable(refusals[error.reason], error)
  if (!(error instanceof ConversionFailure)) return error
  if (error.code === 'internal') {
    return isWithoutRoom(error.cause) ? unavailable(refusals.unavailable, error) : error
  }
  const detail =
    error.code === 'timeout'
      ? `The conversion took longer than ${timeoutMs / 1_000} seconds. ${advice}`
      : error.message
  return new Problem(codes[error.code], detail, { cause: error })
}

const refusals: Readonly<Record<Unavailability, string>> = {
  busy: 'The service is busy. Try again soon.',
  unavailable: 'The service does not convert documents at the moment. Try again soon.',
  closed: 'The service is stopping. Try again soon.',
}
