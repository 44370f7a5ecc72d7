/** Claims and runs jobs, up to a number of slots. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from './job.ts'
import type { JobParts } from './parts.ts'
import { type JobTools, type RunningJob, runJob } from './run-job.ts'

export interface Worker {
  /** Returns the number of running jobs. */
  readonly busy: () => number
  /** Checks the queue for work. */
  wake(): void
  /** Claims no more jobs; running jobs have `graceMs` to finish, then they return to the queue. */
  stop(graceMs: number): Promise<void>
}

interface WorkerOptions extends Omit<JobTools, 'stopping' | 'onConverted'> {
  /** The id of this worker. */
  readonly name: string
  /** Concurrent conversions; the same number of jobs may be storing their results. */
  readonly slots: number
}

/** Jobs of test keys, which convert nothing, have separate slots: they neither wait for other jobs nor delay them. */
const TEST_SLOTS = 32
/** The interval at which a worker renews its leases and learns which of its jobs were cancelled or lost. */
const BEAT_MS = 1_000
/**
 * The delay before a claim is repeated because another worker had locked the turns, and the number of repeats; then the
 * next poll follows.
 */
const RETRY_MS = 5
/**
 * While a smaller share of the slots is free, a claim waits this long for more of them, so that one claim fills
 * several.
 */
const GATHERED_SHARE = 1 / 4
const GATHERING_MS = 100
const GATHERING_STEP_MS = 5
const MAX_RETRIES = 20

interface Lane {
  readonly isTest: boolean
  readonly slots: number
  readonly atHand: Set<Promise<void>>
  /** Jobs being converted. */
  converting: number
  isTaking: boolean
  /** Set by a wake-up during a claim. */
  isWoken: boolean
}

interface State {
  readonly parts: JobParts
  readonly options: WorkerOptions
  readonly stopping: AbortController
  readonly lanes: readonly Lane[]
  /** Running jobs of all lanes. */
  readonly running: Set<RunningJob>
  isStopped: boolean
}

function createLane(isTest: boolean, slots: number): Lane {
  return { isTest, slots, atHand: new Set(), converting: 0, isTaking: false, isWoken: false }
}

export function startWorker(parts: JobParts, options: WorkerOptions): Worker {
  const state: State = {
    parts,
    options,
    stopping: new AbortController(),
    lanes: [createLane(false, options.slots), createLane(true, TEST_SLOTS)],
    running: new Set(),
    isStopped: false,
  }
  const wake = (): void => {
    for (const lane of state.lanes) void takeAll(state, lane)
  }
  const poll = setInterval(
    () => void parts.queue.wakeDelayed().then(wake, wake),
    parts.settings.pollMs,
  )
  const stopBeating = keepBeating(state)
  wake()
  const busy = (): number => state.lanes.reduce((sum, { atHand }) => sum + atHand.size, 0)
  return {
    busy,
    wake,
    stop: async (graceMs) => {
      state.isStopped = true
      clearInterval(poll)
      const late = setTimeout(() => state.stopping.abort(), graceMs)
      while (state.lanes.some(({ isTaking }) => isTaking) || busy() > 0) await sleep(10)
      clearTimeout(late)
      await stopBeating()
    },
  }
}

/** Fills the free slots of a lane. */
async function takeAll(state: State, lane: Lane): Promise<void> {
  lane.isWoken = true
  if (lane.isTaking) return
  lane.isTaking = true
  try {
    while (lane.isWoken && !state.isStopped) {
      lane.isWoken = false
      await fill(state, lane)
    }
  } catch (error) {
    state.parts.log.warn({ err: error }, 'jobs could not be claimed')
  } finally {
    lane.isTaking = false
  }
}

/** Claims until no slot is free or no job is ready. */
async function fill(state: State, lane: Lane): Promise<void> {
  const { parts, options } = state
  const { leaseMs } = parts.settings
  let retries = 0
  while (roomOf(lane) > 0 && !state.isStopped) {
    await gatherSlots(lane)
    const room = roomOf(lane)
    const claim = { worker: options.name, leaseMs, isTest: lane.isTest, most: room }
    const asked = new Date()
    const jobs = await parts.queue.claim(claim)
    for (const job of jobs) begin(state, lane, job, asked)
    if (jobs.length === room) continue
    retries = jobs.length > 0 ? 0 : retries + 1
    if (retries > MAX_RETRIES || !(await parts.queue.hasReady(lane.isTest))) return
    await sleep(RETRY_MS)
  }
}

async function gatherSlots(lane: Lane): Promise<void> {
  const end = performance.now() + GATHERING_MS
  while (roomOf(lane) < lane.slots * GATHERED_SHARE && performance.now() < end) {
    await sleep(GATHERING_STEP_MS)
  }
}

function roomOf({ converting, atHand, slots }: Lane): number {
  return Math.min(slots - converting, 2 * slots - atHand.size)
}

function begin(state: State, lane: Lane, job: Job, asked: Date): void {
  const { parts, options, stopping, running } = state
  traceClaim(parts, job, asked)
  parts.onPoint('job_claimed')
  let isConverting = true
  lane.converting += 1
  const onConverted = (): void => {
    if (!isConverting) return
    isConverting = false
    lane.converting -= 1
    void takeAll(state, lane)
  }
  const runningJob = runJob(parts, { ...options, stopping: stopping.signal, onConverted }, job)
  running.add(runningJob)
  const done = runningJob.done
    .catch((error: unknown) => {
      // The database does not answer: the lease expires, and another worker claims the job.
      parts.log.error({ err: error, job_id: job.id }, 'a job was abandoned; its lease expires')
    })
    .finally(() => {
      running.delete(runningJob)
      lane.atHand.delete(done)
      onConverted()
      // The account of the ended job may have another one running now.
      void takeAll(state, lane)
    })
  lane.atHand.add(done)
}

/** Records the job's wait and the duration of its claim. */
function traceClaim({ tracing }: JobParts, job: Job, asked: Date): void {
  if (!tracing) return
  const attributes = { 'recto.job.id': job.id, 'recto.job.attempt': job.attempt }
  tracing.start('queue wait', { parent: job, since: job.createdAt, attributes }).end()
  tracing.start('claim', { parent: job, since: asked, attributes }).end()
}

/** @returns Stops the heartbeats. */
function keepBeating({ parts, running }: State): () => Promise<void> {
  let current: Promise<void> | undefined
  const timer = setInterval(() => {
    if (running.size > 0) current ??= beatAll().finally(() => (current = undefined))
  }, BEAT_MS)
  const beatAll = async (): Promise<void> => {
    const jobs = [...running]
    try {
      const held = await parts.queue.beat(
        jobs.map((job) => job.heartbeat()),
        parts.settings.leaseMs,
      )
      for (const job of jobs) if (!held.has(job.id)) job.abandon()
    } catch (error) {
      // A short outage is harmless; after a long one, all workers get a new lease.
      parts.log.warn({ err: error, jobs: jobs.length }, 'a heartbeat failed')
    }
  }
  return async () => {
    clearInterval(timer)
    await current
  }
}
