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

/** The queue as the HTTP side sees it. */
export interface Jobs {
  readonly parts: JobParts
  readonly maxFileBytes: number
  readonly lookup: Lookup
  readonly longPoll: LongPoll
  /** A job was queued here: workers need not wait until they look. */
  onQueued(): void
  /** Signals that a webhook is due. */
  onWebhookDue(): void
}

export interface RunningJobs extends Jobs {
  /** Takes no more; jobs at hand have so long, and then go back to the queue. */
  stop(graceMs: number): Promise<void>
}

/** The work of this process. */
export interface WorkOptions {
  readonly converter: Converter
  /** For files that last as long as a job is worked on. */
  readonly folder: string
  /** Jobs at a time. */
  readonly slots: number
}

/** So that a job whose worker was lost waits no longer than a lease and a third. */
const RESCUES_PER_LEASE = 3

interface Background {
  readonly worker: Worker
  readonly deliverer: Deliverer
  stop(graceMs: number): Promise<void>
}

/** @param work Left out where other processes do it, and this one only answers requests. */
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
  const tell = (signal: Signal): void => {
    reactions[signal]()
    signals.send(signal)
  }
  const onPoint = (point: Point): void => {
    given.onPoint(point)
    if (point === 'job_ended' || point === 'webhook_due') tell(point)
  }
  const parts = { ...given, onPoint }
  const background = work && startBackground(parts, work)
  signals.listen(reactions)
  return {
    parts,
    maxFileBytes,
    lookup: createLookup(given.db),
    longPoll,
    onQueued: () => tell('job_queued'),
    onWebhookDue: () => tell('webhook_due'),
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

/** Does something now and again, once at a time. @returns Ends that, when it is not being done. */
function repeat(parts: JobParts, ms: number, task: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  const run = (): void => {
    current ??= task()
      .catch((error: unknown) => parts.log.warn({ err: error }, 'tidying up failed'))
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
