/** The bytes of a body as they come → an end to one that comes too slowly. */
import { Problem } from './problem.ts'

/** The window in which a body has to bring enough bytes. */
const WINDOW_MS = 10_000
/** 64 kbit a second, less than any connection of today has: 8 KiB a second. */
const MIN_WINDOW_BYTES = 80 * 1024

export interface BodyDeadline {
  onBytes(count: number): void
  /** Rejects when the body comes too slowly, or takes too long. */
  readonly late: Promise<never>
  stop(): void
}

/** @param maxMs For the whole body. */
export function startBodyDeadline(maxMs: number): BodyDeadline {
  const { promise: late, reject } = Promise.withResolvers<never>()
  late.catch(() => {})
  let bytes = 0
  const refuse = (detail: string): void => {
    // The rest is not waited for either.
    reject(new Problem('request_timeout', detail, { headers: { connection: 'close' } }))
  }
  const window = setInterval(() => {
    if (bytes < MIN_WINDOW_BYTES) refuse('The document came too slowly.')
    bytes = 0
  }, WINDOW_MS)
  const end = setTimeout(() => refuse('The document did not come in time.'), maxMs)
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
