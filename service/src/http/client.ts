/** Detects disconnected clients, and discards the rest of refused requests. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'

/** @returns A signal that aborts when the connection closes or the answer was sent. */
export function closeSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const closed = new AbortController()
  raw.once('close', () => closed.abort())
  return closed.signal
}

/** The largest rest to read; past it the connection is closed, even if the client has not read the answer. */
const MAX_REST_BYTES = 64 * 1024 * 1024

/**
 * Reads the rest of a request and discards it.
 *
 * Closing the connection would reset it, and many clients would then report the reset instead of the answer. The
 * timeout of the whole request bounds the duration.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_REST_BYTES) request.destroy()
  })
  // Errors of the connection no longer matter.
  request.on('error', () => {})
  request.resume()
}
