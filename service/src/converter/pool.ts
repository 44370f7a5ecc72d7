/** Tasks → results: a few warm child processes, a bounded queue before them, a new child for each that ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { CPU_SECONDS, findConfinement } from './confinement.ts'
import { PoolError, toFailure, type Unavailability } from './failures.ts'
import { type Result, type RunOptions, startWorker, type Task, type Worker } from './worker.ts'

export interface PoolConfig {
  /** Child processes; one per core when left out. */
  readonly size?: number
  /** Tasks that may wait; more are refused. Any number when left out. */
  readonly maxWaiting?: number
  /** Where a folder for the children's files is made; the system's folder for temporary files when left out. */
  readonly parentFolder?: string
  /** Resident memory at which a child is killed, bytes. */
  readonly maxRssBytes?: number
  /** Tasks after which a child is replaced. */
  readonly recycleAfter?: number
  readonly onEvent?: (event: PoolEvent) => void
  /** What a child runs; another script in tests. */
  readonly script?: string
}

/** What happens to children, for the log and the metrics. */
export type PoolEvent =
  | { readonly type: 'ready'; readonly pid: number; readonly tookMs: number }
  /** Because of its age or its memory. */
  | {
      readonly type: 'recycled'
      readonly pid: number
      readonly tasks: number
      readonly residentBytes: number
    }
  | { readonly type: 'ended'; readonly pid: number; readonly how: string }
  /** Children end at their start; the next is tried after a while. */
  | { readonly type: 'failing'; readonly starts: number; readonly nextInMs: number }

export interface ConvertOptions extends RunOptions {
  /** How long the task may wait for a child before it is refused as `busy`; for ever when left out. */
  readonly maxWaitMs?: number
}

export interface PoolStats {
  readonly size: number
  /** Children that are ready for work or at work. */
  readonly alive: number
  readonly busy: number
  readonly waiting: number
}

export interface Pool {
  /** Resolves when the first child is ready; rejects when none starts, or the pool is closed before. */
  readonly ready: Promise<void>
  /** What the system grants the children less. */
  readonly isNetworkDenied: boolean
  /**
   * Converts one file.
   *
   * @throws {PoolError} when it was not taken: worth another try later.
   * @throws {ConversionFailure} when the document can't be converted, or the conversion had to be ended.
   */
  convert(task: Task, options: ConvertOptions): Promise<Result>
  stats(): PoolStats
  /** Kills all children and removes their files; tasks at hand fail with `closed`. */
  close(): Promise<void>
}

const MIB = 1024 * 1024
const DEFAULT_MAX_RSS_BYTES = 1024 * MIB
/** Of the memory cap: WebAssembly, buffers and strings of the files themselves lie outside of V8's heap. */
const HEAP_SHARE = 0.6
const DEFAULT_RECYCLE_AFTER = 500
/** A child's age in working time; half of the CPU time that the system allows it. */
const RECYCLE_AFTER_MS = (CPU_SECONDS * 1_000) / 2
/** A child that is larger after a task is replaced at once; it would start the next one near its cap. */
const RECYCLE_BYTES = 400 * MIB
/**
 * A child that is larger after some idle seconds is replaced: WebAssembly memory never shrinks, V8's only under
 * pressure. A fresh one has 80 to 110 MiB, one that has converted some documents of usual size up to 180.
 */
const IDLE_RECYCLE_BYTES = 200 * MIB
const IDLE_CHECK_MS = 3_000
/** A child that ends within this time without having finished a task has failed to start. */
const START_MS = 10_000
/** Failed starts in a row after which tasks are refused. */
const MAX_FAILED_STARTS = 5
/** Wait after the first failed start; doubled after each further one, to 12.8 s. */
const RESTART_MS = 100
const MAX_RESTART_DOUBLINGS = 7

interface Waiting {
  readonly task: Task
  readonly options: ConvertOptions
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
  /** Was given to a child that ended before it began. */
  isRetry: boolean
}

interface Member {
  readonly worker: Worker
  readonly bornAt: number
  state: 'starting' | 'idle' | 'busy' | 'leaving'
  tasks: number
  busyMs: number
  idleCheck: NodeJS.Timeout | undefined
}

interface State {
  readonly config: PoolConfig
  readonly size: number
  readonly folder: string
  readonly members: Set<Member>
  readonly waiting: Waiting[]
  readonly onReady: () => void
  readonly onNeverReady: (error: Error) => void
  readonly restarts: Set<NodeJS.Timeout>
  failedStarts: number
  nextChild: number
  isClosed: boolean
}

export function createPool(config: PoolConfig = {}): Pool {
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  // Who waits for it is told; nobody has to.
  ready.catch(() => {})
  const state: State = {
    config,
    size: config.size ?? availableParallelism(),
    folder: mkdtempSync(join(config.parentFolder ?? tmpdir(), 'recto-children-')),
    members: new Set(),
    waiting: [],
    onReady: resolve,
    onNeverReady: reject,
    restarts: new Set(),
    failedStarts: 0,
    nextChild: 1,
    isClosed: false,
  }
  for (let index = 0; index < state.size; index += 1) addMember(state)
  return {
    ready,
    isNetworkDenied: findConfinement().isNetworkDenied,
    convert: (task, options) => enqueue(state, task, options),
    stats: () => statsOf(state),
    close: () => close(state),
  }
}

function statsOf({ size, members, waiting }: State): PoolStats {
  const states = [...members].map((member) => member.state)
  return {
    size,
    alive: states.filter((each) => each === 'idle' || each === 'busy').length,
    busy: states.filter((each) => each === 'busy').length,
    waiting: waiting.length,
  }
}

function addMember(state: State): void {
  const { config, folder } = state
  const maxRssBytes = config.maxRssBytes ?? DEFAULT_MAX_RSS_BYTES
  const worker = startWorker({
    script: config.script ?? join(import.meta.dirname, `child${extensionOfThis}`),
    folder: join(folder, `child-${state.nextChild++}`),
    heapMiB: Math.round((maxRssBytes / MIB) * HEAP_SHARE),
    maxRssBytes,
  })
  const member: Member = {
    worker,
    bornAt: performance.now(),
    state: 'starting',
    tasks: 0,
    busyMs: 0,
    idleCheck: undefined,
  }
  state.members.add(member)
  worker.ready.then(
    () => welcome(state, member),
    // What then happens, happens when it is gone.
    () => {},
  )
  void worker.gone.then((how) => replace(state, member, how))
}

/** `.ts` where the sources run as they are, `.js` where they were compiled. */
const extensionOfThis = import.meta.filename.slice(import.meta.filename.lastIndexOf('.'))

function welcome(state: State, member: Member): void {
  const { worker, bornAt } = member
  state.onReady()
  const tookMs = Math.round(performance.now() - bornAt)
  state.config.onEvent?.({ type: 'ready', pid: worker.pid ?? 0, tookMs })
  release(state, member)
}

/** A new child for one that is gone; ever later, while they end at their start. */
function replace(state: State, member: Member, how: string): void {
  clearTimeout(member.idleCheck)
  state.members.delete(member)
  if (state.isClosed) return
  if (member.state !== 'leaving') {
    state.config.onEvent?.({ type: 'ended', pid: member.worker.pid ?? 0, how })
  }
  const isFailedStart =
    (member.state === 'starting' || member.state === 'idle') &&
    member.tasks === 0 &&
    performance.now() - member.bornAt < START_MS
  state.failedStarts = isFailedStart ? state.failedStarts + 1 : 0
  const wait = restartWaitMs(state.failedStarts)
  if (wait > 0) {
    state.config.onEvent?.({ type: 'failing', starts: state.failedStarts, nextInMs: wait })
  }
  if (!isAvailable(state)) refuseWaiting(state, 'unavailable')
  if (state.failedStarts >= MAX_FAILED_STARTS) state.onNeverReady(new PoolError('unavailable'))
  const restart = setTimeout(() => {
    state.restarts.delete(restart)
    addMember(state)
  }, wait)
  state.restarts.add(restart)
}

function restartWaitMs(failedStarts: number): number {
  return failedStarts === 0
    ? 0
    : RESTART_MS * 2 ** Math.min(MAX_RESTART_DOUBLINGS, failedStarts - 1)
}

function isAvailable(state: State): boolean {
  return state.failedStarts < MAX_FAILED_STARTS || statsOf(state).alive > 0
}

function enqueue(state: State, task: Task, options: ConvertOptions): Promise<Result> {
  const refusal = findRefusal(state)
  if (refusal) return Promise.reject(new PoolError(refusal))
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const waiting: Waiting = { task, options, resolve, reject, isRetry: false }
  state.waiting.push(waiting)
  const stop = watchWaiting(state, waiting)
  dispatch(state)
  return promise.finally(stop)
}

function findRefusal(state: State): Unavailability | undefined {
  const { maxWaiting = Number.POSITIVE_INFINITY } = state.config
  if (state.isClosed) return 'closed'
  if (!isAvailable(state)) return 'unavailable'
  return state.waiting.length >= maxWaiting && !findIdle(state) ? 'busy' : undefined
}

/** The caller may go at any time, and lets its task wait only so long. @returns Stops watching. */
function watchWaiting(state: State, waiting: Waiting): () => void {
  const { signal, maxWaitMs } = waiting.options
  const leave = (error: Error, where: 'queue' | 'anywhere'): void => {
    const index = state.waiting.indexOf(waiting)
    if (index >= 0) state.waiting.splice(index, 1)
    if (index >= 0 || where === 'anywhere') waiting.reject(error)
  }
  const onAbort = (): void => leave(toFailure('cancelled', 'by its caller'), 'anywhere')
  const timer =
    maxWaitMs === undefined
      ? undefined
      : setTimeout(() => leave(new PoolError('busy'), 'queue'), maxWaitMs)
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) onAbort()
  return () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

function findIdle({ members }: State): Member | undefined {
  return [...members].find((member) => member.state === 'idle')
}

function dispatch(state: State): void {
  for (let member = findIdle(state); member; member = findIdle(state)) {
    const next = state.waiting.shift()
    if (!next) return
    void runOn(state, member, next)
  }
}

async function runOn(state: State, member: Member, waiting: Waiting): Promise<void> {
  clearTimeout(member.idleCheck)
  member.state = 'busy'
  const begin = performance.now()
  const outcome = await member.worker.run(waiting.task, waiting.options)
  member.busyMs += performance.now() - begin
  member.tasks += 1
  if (outcome.type === 'dead' && outcome.isLost && !waiting.isRetry && !state.isClosed) {
    waiting.isRetry = true
    state.waiting.unshift(waiting)
    dispatch(state)
    return
  }
  if (outcome.type === 'done') waiting.resolve(outcome.result)
  else waiting.reject(state.isClosed ? new PoolError('closed') : outcome.error)
  if (outcome.type === 'failed' && outcome.isFatal) dismiss(state, member)
  else if (outcome.type !== 'dead') release(state, member)
}

/** Back to those who wait for work, unless it is time for a fresh one. */
function release(state: State, member: Member): void {
  const { recycleAfter = DEFAULT_RECYCLE_AFTER } = state.config
  const isWorn =
    member.tasks >= recycleAfter ||
    member.busyMs >= RECYCLE_AFTER_MS ||
    member.worker.residentBytes() > RECYCLE_BYTES
  if (isWorn) {
    dismiss(state, member)
    return
  }
  member.state = 'idle'
  member.idleCheck = setTimeout(() => {
    if (member.worker.residentBytes() > IDLE_RECYCLE_BYTES) dismiss(state, member)
  }, IDLE_CHECK_MS).unref()
  dispatch(state)
}

function dismiss(state: State, member: Member): void {
  const { worker, tasks } = member
  member.state = 'leaving'
  const resident = worker.residentBytes()
  state.config.onEvent?.({ type: 'recycled', pid: worker.pid ?? 0, tasks, residentBytes: resident })
  worker.kill()
}

function refuseWaiting(state: State, reason: Unavailability): void {
  for (const { reject } of state.waiting.splice(0)) reject(new PoolError(reason))
}

async function close(state: State): Promise<void> {
  state.isClosed = true
  refuseWaiting(state, 'closed')
  state.onNeverReady(new PoolError('closed'))
  for (const restart of state.restarts) clearTimeout(restart)
  const members = [...state.members]
  for (const { worker } of members) worker.kill()
  await Promise.all(members.map(({ worker }) => worker.gone))
  rmSync(state.folder, { recursive: true, force: true })
}
