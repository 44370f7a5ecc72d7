/** Takes jobs as long as there are some, so many at a time. */

import type { Job } from './job.ts'
import type { JobParts } from './parts.ts'
import { queueLimits } from './parts.ts'
import { type Claim, claimJob } from './statements/index.ts'
import { doJob, type WorkTools } from './work.ts'

export interface Worker {
  /** Jobs at hand. */
  readonly busy: () => number
  /** There may be something to do. */
  wake(): void
  /** Takes no more; those at hand have so long, and then go back to the queue. */
  stop(graceMs: number): Promise<void>
}

export interface WorkerOptions extends Omit<WorkTools, 'stopping' | 'onConverted'> {
  /** Of this worker among all. */
  readonly name: string
  /** Jobs that are converted at a time; as many more may be stored and tidied up after. */
  readonly slots: number
}

const running: Claim['running'] = Object.fromEntries(
  Object.entries(queueLimits).map(([tier, limit]) => [tier, limit.running]),
)

interface State {
  readonly parts: JobParts
  readonly options: WorkerOptions
  readonly stopping: AbortController
  readonly atHand: Set<Promise<void>>
  /** Of those at hand. */
  converting: number
  isTaking: boolean
  isStopped: boolean
  /** Asked for work while it was looking. */
  isWoken: boolean
}

export function startWorker(parts: JobParts, options: WorkerOptions): Worker {
  const state: State = {
    parts,
    options,
    stopping: new AbortController(),
    atHand: new Set(),
    converting: 0,
    isTaking: false,
    isStopped: false,
    isWoken: false,
  }
  const wake = (): void => void takeAll(state)
  const timer = setInterval(wake, parts.settings.pollMs)
  wake()
  return {
    busy: () => state.atHand.size,
    wake,
    stop: async (graceMs) => {
      state.isStopped = true
      clearInterval(timer)
      const late = setTimeout(() => state.stopping.abort(), graceMs)
      while (state.isTaking || state.atHand.size > 0) {
        await Promise.race([...state.atHand, new Promise((resolve) => setTimeout(resolve, 20))])
      }
      clearTimeout(late)
    },
  }
}

/** Fills the slots. */
async function takeAll(state: State): Promise<void> {
  state.isWoken = true
  if (state.isTaking) return
  state.isTaking = true
  try {
    while (state.isWoken && !state.isStopped) {
      state.isWoken = false
      while (!state.isStopped && hasRoom(state)) {
        const job = await take(state)
        if (!job) break
        begin(state, job)
      }
    }
  } catch (error) {
    state.parts.log.warn({ err: error }, 'no jobs can be taken')
  } finally {
    state.isTaking = false
  }
}

function hasRoom({ converting, atHand, options: { slots } }: State): boolean {
  return converting < slots && atHand.size < 2 * slots
}

function take({ parts, options }: State): Promise<Job | undefined> {
  const claim = { worker: options.name, leaseMs: parts.settings.leaseMs, running }
  return parts.db.transaction().execute((tx) => claimJob(tx, claim))
}

function begin(state: State, job: Job): void {
  const { parts, options, stopping, atHand } = state
  parts.onPoint('job_claimed')
  let isConverting = true
  state.converting += 1
  const onConverted = (): void => {
    if (!isConverting) return
    isConverting = false
    state.converting -= 1
    void takeAll(state)
  }
  const done = doJob(parts, { ...options, stopping: stopping.signal, onConverted }, job)
    .catch((error: unknown) => {
      // The database does not answer: the job's lease ends, and somebody takes it again.
      parts.log.error({ err: error, job_id: job.id }, 'a job was left')
    })
    .finally(() => {
      atHand.delete(done)
      onConverted()
      void takeAll(state)
    })
  atHand.add(done)
}
