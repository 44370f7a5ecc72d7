/** The rest of a body that was refused → nowhere, so that the client comes to read our answer. */
import type { IncomingMessage } from 'node:http'

/** More than this is not worth waiting for: the connection is closed, whether or not the answer was read. */
const MAX_REST_BYTES = 64 * 1024 * 1024

/**
 * Reads what is still to come of a request, and forgets it.
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
