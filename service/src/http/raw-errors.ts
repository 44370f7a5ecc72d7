/** Answers malformed HTTP requests directly on the socket, because Node passes them to no handler. */
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { countingName, type RateLimiter } from '../limits/index.ts'
import { headersFor, rateHeaders } from './headers.ts'
import { PROBLEM_TYPE, Problem, problemHeaders, problems, writeProblem } from './problem.ts'
import { newRequestId } from './request-id.ts'

/** Answers a request that the HTTP parser refused, and closes the connection. */
export async function answerClientError(
  error: Error & { readonly code?: string },
  socket: Duplex,
  limiter: RateLimiter,
): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunAnswer(socket)) {
    socket.destroy()
    return
  }
  await answerRaw(problemOf(error.code), socket, limiter)
}

/** @param limiter The limiter for callers without a key: a malformed request is identified by its address only. */
export async function answerRaw(
  problem: Problem,
  socket: Duplex,
  limiter: RateLimiter,
): Promise<void> {
  const requestId = newRequestId()
  const body = writeProblem(problem, { instance: '/', requestId, upgradeUrl: '' })
  const address = socket instanceof Socket ? socket.remoteAddress : undefined
  const budget = await limiter.peek(countingName(address ?? ''))
  const headers = {
    ...headersFor('GET', '/v1/'),
    ...(budget && rateHeaders(budget)),
    ...problemHeaders,
    ...problem.headers,
    'x-request-id': requestId,
    'content-type': PROBLEM_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const { status, title } = problems[problem.code]
  socket.end([`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n'))
}

/** Returns true if an answer has begun: it can't be replaced. */
function hasBegunAnswer(socket: Duplex): boolean {
  // Sound: Node keeps the current answer in this field; if it does not, no answer has begun.
  const { _httpMessage: message } = socket as { _httpMessage?: { headersSent: boolean } | null }
  return message?.headersSent ?? false
}

function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem('header_fields_too_large', 'The headers of the request are too large.')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('request_timeout', 'The request did not arrive in time.')
  }
  return new Problem('bad_request', 'The request is not well-formed HTTP.')
}
