/** Reads requests in the servers that tests start. */
import type { IncomingMessage } from 'node:http'

/**
 * Returns the body of a request, or `undefined` if its connection ended first. Node reports the end of a connection
 * even after the last byte has arrived, if it was not yet read.
 */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  try {
    return Buffer.concat(await Array.fromAsync<Buffer>(request))
  } catch {
    return undefined
  }
}
