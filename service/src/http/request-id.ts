/** The name of a request, in its answer and in our log. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Nothing that would need quoting in a header, in JSON or in a log. */
const WELL_FORMED = /^[\w.:-]{1,128}$/

/** @returns The caller's own where it is well formed. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`
}
