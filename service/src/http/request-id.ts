/** Chooses the id of a request, for its answer and the log. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Characters that need no quoting in a header, in JSON or in a log. */
const WELL_FORMED = /^[\w.:-]{1,128}$/

/** @returns The caller's own id if it is well formed, else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`
}
