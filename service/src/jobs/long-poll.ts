/** Lets requests wait for the end of a job; one statement at a time serves all of them. */
import type { Db } from '../database/index.ts'
import type { Log } from '../log.ts'
import { findEnded } from './statements/index.ts'

export interface LongPoll {
  /** Resolves when the job has ended, the time is over, or the caller has disconnected. */
  forEnd(jobId: string, ms: number, gone: AbortSignal): Promise<void>
  /** Checks for ended jobs. */
  wake(): void
  /** Ends all waits. */
  stop(): void
}

const POLL_MS = 500
/** More requests than this do not wait; they are answered at once. */
const MOST = 2_000

interface State {
  readonly db: Db
  readonly log: Log
  /** Ids of the awaited jobs, keyed by the function that ends the wait. */
  readonly waiting: Map<() => void, string>
  isAsking: boolean
  /** True if a job ended during the running query. */
  isStale: boolean
}

export function createLongPoll(db: Db, log: Log): LongPoll {
  const state: State = { db, log, waiting: new Map(), isAsking: false, isStale: false }
  const timer = setInterval(() => void ask(state), POLL_MS)
  return {
    forEnd: (jobId, ms, gone) => waitForEnd(state, jobId, ms, gone),
    wake: () => void ask(state),
    stop: () => {
      clearInterval(timer)
      for (const resolve of state.waiting.keys()) resolve()
    },
  }
}

function waitForEnd(
  { waiting }: State,
  jobId: string,
  ms: number,
  gone: AbortSignal,
): Promise<void> {
  if (waiting.size >= MOST || gone.aborted) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const late = setTimeout(resolve, ms)
  gone.addEventListener('abort', () => resolve())
  waiting.set(resolve, jobId)
  return promise.finally(() => {
    clearTimeout(late)
    waiting.delete(resolve)
  })
}

async function ask(state: State): Promise<void> {
  const { db, log, waiting } = state
  state.isStale = true
  if (state.isAsking) return
  state.isAsking = true
  while (state.isStale && waiting.size > 0) {
    state.isStale = false
    try {
      const ended = await findEnded(db, [...new Set(waiting.values())])
      for (const [resolve, id] of waiting) if (ended.has(id)) resolve()
    } catch (error) {
      // The requests wait until their time is over, and then get the error.
      log.warn({ err: error, waiting: waiting.size }, 'ended jobs could not be queried')
    }
  }
  state.isAsking = false
}
