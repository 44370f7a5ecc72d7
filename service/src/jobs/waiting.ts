/** Requests that wait for the end of a job: all of them by one question to the database at a time. */
import type { Db } from '../database/index.ts'
import { findEnded } from './statements/index.ts'

export interface Waiting {
  /** Resolves when the job has ended, the time is over, or the caller is gone. */
  forEnd(jobId: string, ms: number, gone: AbortSignal): Promise<void>
  /** A job has ended. */
  wake(): void
  /** Ends all waiting. */
  stop(): void
}

const POLL_MS = 500
/** More than this do not wait, but are answered at once. */
const MOST = 2_000

export function createWaiting(db: Db): Waiting {
  const waiting = new Map<() => void, string>()
  let isAsking = false
  // Something has ended while it was being asked.
  let isStale = false
  const ask = async (): Promise<void> => {
    isStale = true
    if (isAsking) return
    isAsking = true
    while (isStale && waiting.size > 0) {
      isStale = false
      try {
        const ended = await findEnded(db, [...new Set(waiting.values())])
        for (const [resolve, id] of waiting) if (ended.has(id)) resolve()
      } catch {
        // They are answered when their time is over, or told then that the database is away.
      }
    }
    isAsking = false
  }
  const timer = setInterval(ask, POLL_MS)
  return {
    forEnd: (jobId, ms, gone) => {
      if (waiting.size >= MOST || gone.aborted) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      const late = setTimeout(resolve, ms)
      gone.addEventListener('abort', () => resolve())
      waiting.set(resolve, jobId)
      return promise.finally(() => {
        clearTimeout(late)
        waiting.delete(resolve)
      })
    },
    wake: () => void ask(),
    stop: () => {
      clearInterval(timer)
      for (const resolve of waiting.keys()) resolve()
    },
  }
}
