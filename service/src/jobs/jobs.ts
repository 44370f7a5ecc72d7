/** Runs the queue in one process: workers, deliveries, clean-up and waiting requests. */
import { hostname } from 'node:os'
import type { Signal } from '../database/index.ts'
import { postBounds, systemLookup } from '../webhooks/index.ts'
import { type Deliverer, startDeliverer } from './deliver.ts'
import { createLongPoll, type LongPoll } from './long-poll.ts'
import { createLookup, type Lookup } from './lookup.ts'
import type { JobParts, Point } from './parts.ts'
import { createRecovery } from './recovery.ts'
import type { Converter } from './run-job.ts'
import { sweep } from './sweep.ts'
import { startWorker, type Worker } from './worker.ts'

/** The operations of the queue that HTTP routes use. */
export interface Jobs {
  readonly parts: JobParts
  readonly maxFileBytes: number
  readonly lookup: Lookup
  readonly longPoll: LongPoll
  /** Wakes the workers after a job was queued. */
  onQueued(): void
  /** Signals that a webhook is due. */
  onWebhookDue(): void
}

export interface RunningJobs extends Jobs {
  /** Claims no more jobs; running jobs have `graceMs` to finish, then they return to the queue. */
  stop(graceMs: number): Promise<void>
}

/** Options for running jobs in this process. */
interface WorkOptions {
  readonly converter: Converter
  /** The folder for files of running jobs. */
  readonly folder: string
  /** Concurrent jobs. */
  readonly slots: number
}

/** A job of a lost worker waits at most for a lease and a third. */
const RESCUES_PER_LEASE = 3

interface Background {
  readonly worker: Worker
  readonly deliverer: Deliverer
  stop(graceMs: number): Promise<void>
}

/** @param work Left out in a process that only answers requests while others run jobs. */
export function startJobs(
  given: JobParts,
  maxFileBytes: number,
  work: WorkOptions | undefined,
): RunningJobs {
  const longPoll = createLongPoll(given.db, given.log)
  const { signals } = given
  const reactions = {
    job_queued: () => background?.worker.wake(),
    job_ended: longPoll.wake,
    webhook_due: () => background?.deliverer.wake(),
  }
  /** Signals this process and all others. */
  const signalAll = (signal: Signal): void => {
    reactions[signal]()
    signals.send(signal)
  }
  const onPoint = (point: Point): void => {
    given.onPoint(point)
    if (point === 'job_ended' || point === 'webhook_due') signalAll(point)
  }
  const parts = { ...given, onPoint }
  const background = work && startBackground(parts, work)
  signals.listen(reactions)
  return {
    parts,
    maxFileBytes,
    lookup: createLookup(given.db),
    longPoll,
    onQueued: () => signalAll('job_queued'),
    onWebhookDue: () => signalAll('webhook_due'),
    stop: async (graceMs) => {
      longPoll.stop()
      await background?.stop(graceMs)
    },
  }
}

function startBackground(parts: JobParts, work: WorkOptions): Background {
  const { settings } = parts
  const worker = startWorker(parts, { ...work, name: `${hostname()}:${process.pid}` })
  const deliverer = startDeliverer(parts, {
    policy: settings.webhookPolicy,
    lookup: systemLookup,
    signatureHeader: settings.signatureHeader,
    bounds: postBounds,
  })
  const rescue = createRecovery(parts)
  const stopRescue = repeat(parts, settings.leaseMs / RESCUES_PER_LEASE, async () => {
    if ((await rescue()) > 0) worker.wake()
  })
  const stopSweep = repeat(parts, settings.sweepMs, () => sweep(parts))
  return {
    worker,
    deliverer,
    stop: async (graceMs) => {
      await Promise.all([stopRescue(), stopSweep(), worker.stop(graceMs)])
      // Deliveries stop last, so that jobs that just ended are delivered at once.
      await deliverer.stop()
    },
  }
}

/**
 * Repeats a task, never twice at once.
 *
 * @returns Stops repeating, after the running task has ended.
 */
function repeat(parts: JobParts, ms: number, task: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  const run = (): void => {
    current ??= task()
      .catch((error: unknown) => parts.log.warn({ err: error }, 'background cleanup failed'))
      .finally(() => {
        current = undefined
      })
  }
  const timer = setInterval(run, ms)
  run()
  return async () => {
    clearInterval(timer)
    await current
  }
}
