/** A client on its connection: whether it is still there, and what it goes on sending after its request was refused. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'

/** @returns Aborts when the connection closes, or the answer was sent. */
export function closeSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const closed = new AbortController()
  raw.once('close', () => closed.abort())
  return closed.signal
}

/** More than this is not worth waiting for: the connection is closed, whether or not the answer was read. */
const MAX_REST_BYTES = 64 * 1024 * 1024

/**
 * Reads the rest of a request and discards it.
 *
 * Closing the connection instead would reset it, and many clients then report that and never look at the answer. How
 * long it may take is bounded by the time that a whole request has.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_REST_BYTES) request.destroy()
  })
  // A connection that breaks now breaks nothing.
  request.on('error', () => {})
  request.resume()
}
