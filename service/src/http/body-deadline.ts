/** Rejects bodies that arrive too slowly. */
import { Problem } from './problem.ts'

/** The time window in which the minimum of bytes has to arrive. */
const WINDOW_MS = 10_000
/** 64 kbit/s, slower than any current connection: 8 KiB per second. */
const MIN_WINDOW_BYTES = 80 * 1024

export interface BodyDeadline {
  onBytes(count: number): void
  /** Rejects when the body is too slow or takes too long. */
  readonly late: Promise<never>
  stop(): void
}

/** @param maxMs The limit for the whole body. */
export function startBodyDeadline(maxMs: number): BodyDeadline {
  const { promise: late, reject } = Promise.withResolvers<never>()
  late.catch(() => {})
  let bytes = 0
  const refuse = (detail: string): void => {
    // The request's remaining body is not read, so the connection is closed.
    reject(new Problem('request_timeout', detail, { headers: { connection: 'close' } }))
  }
  const window = setInterval(() => {
    if (bytes < MIN_WINDOW_BYTES) refuse('The document arrived too slowly.')
    bytes = 0
  }, WINDOW_MS)
  const end = setTimeout(() => refuse('The document did not arrive in time.'), maxMs)
  return {
    onBytes: (count) => {
      bytes += count
    },
    late,
    stop: () => {
      clearInterval(window)
      clearTimeout(end)
    },
  }
}
