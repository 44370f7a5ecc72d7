/** Turns any error into a problem and sends it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnreachable } from '../database/index.ts'
import type { OwnAddress } from './own-address.ts'
import { PROBLEM_TYPE, Problem, problemHeaders, unavailable, writeProblem } from './problem.ts'

export function sendProblem(
  { upgradeUrl }: OwnAddress,
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const body = writeProblem(problem, {
    instance: pathOf(request.url),
    requestId: request.id,
    upgradeUrl,
  })
  return reply
    .code(problem.status)
    .headers({ ...problemHeaders, ...problem.headers })
    .type(PROBLEM_TYPE)
    .send(body)
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? ''
}

/** Unknown errors are the service's fault: they are logged in full, and the answer reveals nothing of them. */
export function toProblem(error: Error): Problem {
  if (error instanceof Problem) return error
  if (isUnreachable(error)) return unavailable('The database is unavailable at the moment.', error)
  const statusCode = 'statusCode' in error ? Number(error.statusCode) : 500
  if (statusCode === 413) return new Problem('payload_too_large', 'The request is too large.')
  if (statusCode === 415) {
    return new Problem('unsupported_media_type', 'The media type of the request is not accepted.')
  }
  if (statusCode >= 400 && statusCode < 500) {
    return new Problem('bad_request', 'The request is malformed.', { cause: error })
  }
  const detail = 'An internal error occurred. Try again later, or give the request_id to support.'
  return new Problem('internal_error', detail, { cause: error })
}

/** Turns an error into a problem, and logs the service's own faults in full. */
export function reportProblem(error: Error, { log }: FastifyRequest): Problem {
  const problem = toProblem(error)
  if (problem.status >= 500) {
    const level = problem.code === 'internal_error' ? 'error' : 'warn'
    log[level]({ err: problem.cause ?? problem, code: problem.code }, problem.message)
  }
  return problem
}
