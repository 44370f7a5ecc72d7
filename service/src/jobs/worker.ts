/** Takes jobs as long as there are some, so many at a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from './job.ts'
import type { JobParts } from './parts.ts'
import { type JobTools, type RunningJob, runJob } from './run-job.ts'

export interface Worker {
  /** Jobs at hand. */
  readonly busy: () => number
  /** There may be something to do. */
  wake(): void
  /** Takes no more; those at hand have so long, and then go back to the queue. */
  stop(graceMs: number): Promise<void>
}

export interface WorkerOptions extends Omit<JobTools, 'stopping' | 'onConverted'> {
  /** The id of this worker. */
  readonly name: string
  /** Jobs that are converted at a time; as many more may be stored and tidied up after. */
  readonly slots: number
}

/** Jobs of test keys, which convert nothing, have places of their own: they are to wait for no other, nor keep any waiting. */
const TEST_SLOTS = 32
/** How often a worker says that it is alive, and hears whether its jobs are still its own: a cancelled one is not. */
const BEAT_MS = 1_000
/** Until turns are free that another worker had at hand, and how often that is tried; then it is left to the next poll. */
const RETRY_MS = 5
/** While less than this share of the places is free, a claim waits so long for more of them: one claim then serves several. */
const GATHERED_SHARE = 1 / 4
const GATHERING_MS = 100
const GATHERING_STEP_MS = 5
const MAX_RETRIES = 20

interface Lane {
  readonly isTest: boolean
  readonly slots: number
  readonly atHand: Set<Promise<void>>
  /** The jobs at hand. */
  converting: number
  isTaking: boolean
  /** Asked for work while it was looking. */
  isWoken: boolean
}

interface State {
  readonly parts: JobParts
  readonly options: WorkerOptions
  readonly stopping: AbortController
  readonly lanes: readonly Lane[]
  /** Jobs at hand, of all lanes. */
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

/** Fills the places of a lane. */
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
    state.parts.log.warn({ err: error }, 'no jobs can be taken')
  } finally {
    lane.isTaking = false
  }
}

/** Asks until there is no room, or nothing to take. */
async function fill(state: State, lane: Lane): Promise<void> {
  const { parts, options } = state
  const { leaseMs } = parts.settings
  let retries = 0
  while (roomOf(lane) > 0 && !state.isStopped) {
    await gatherPlaces(lane)
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

async function gatherPlaces(lane: Lane): Promise<void> {
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
      // The database does not answer: the job's lease ends, and somebody takes it again.
      parts.log.error({ err: error, job_id: job.id }, 'a job was left')
    })
    .finally(() => {
      running.delete(runningJob)
      lane.atHand.delete(done)
      onConverted()
      // Its account may have another one run now.
      void takeAll(state, lane)
    })
  lane.atHand.add(done)
}

/** How long the job waited, and what taking it took. */
function traceClaim({ tracing }: JobParts, job: Job, asked: Date): void {
  if (!tracing) return
  const { id, attempt, traceparent: parent } = job
  const attributes = { 'recto.job.id': id, 'recto.job.attempt': attempt }
  tracing.start('queue wait', { parent, since: job.createdAt, attributes }).end()
  tracing.start('claim', { parent, since: asked, attributes }).end()
}

/** @returns Ends that. */
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
      // The database is away for a moment; if for longer, all have a lease anew when it is back.
      parts.log.warn({ err: error, jobs: jobs.length }, 'a heartbeat failed')
    }
  }
  return async () => {
    clearInterval(timer)
    await current
  }
}
