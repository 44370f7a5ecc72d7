/** Tasks → results: a bounded queue before a few warm child processes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Children, type PoolEvent, startChildren } from './children.ts'
import { checkWalls, childScript, findConfinement } from './confinement.ts'
import { PoolError, toFailure, type Unavailability } from './failures.ts'
import type { Scans } from './messages.ts'
import { type ConvertOptions, convertWithScans, type ScanTools, type StepOptions } from './scans.ts'
import { createTesseract } from './tesseract.ts'
import { letPass, type Wall } from './walls/index.ts'
import type { Outcome, Result, Step, Task } from './worker.ts'

export interface PoolConfig {
  /** Child processes; one per core when left out. */
  readonly size?: number
  /** Of them, those that are started before there is work; all when left out. */
  readonly sizeAtStart?: number
  /** After so long without work, those end that were started for it; never when left out. */
  readonly idleMs?: number
  /** Tasks that may wait; more are refused. Any number when left out. */
  readonly maxWaiting?: number
  /** Where a folder for the children's files is made; the system's folder for temporary files when left out. */
  readonly parentFolder?: string
  /** Resident memory at which a child is killed, bytes; 1 GiB when left out. */
  readonly maxRssBytes?: number
  /** Tasks after which a child is replaced; 500 when left out. */
  readonly recycleAfter?: number
  /** Of every HTML page only its main content is read. */
  readonly mainContent?: boolean
  /** True to leave text in pictures unread. */
  readonly isOcrOff?: boolean
  /** True to run children at a lower priority than other processes. */
  readonly isBackground?: boolean
  /** The system's Tesseract, which reads pictures; children do it when left out. */
  readonly tesseract?: string | undefined
  /** How long the recognition of a page may take, by the clock and of CPU; 90 s and 40 s when left out. */
  readonly pageMs?: number
  readonly pageCpuMs?: number
  readonly onEvent?: (event: PoolEvent) => void
  /** The script of a child; tests have others. */
  readonly script?: string
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
  /** Has a process behind the children's walls try to get out; a tenth of a second, the first time. */
  checkWalls(): Promise<readonly Wall[]>
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

const DEFAULT_MAX_RSS_BYTES = 1024 * 1024 * 1024
const DEFAULT_RECYCLE_AFTER = 500
/** Most pages take 3 to 6 s of CPU, those that are read in several ways 15. */
const DEFAULT_PAGE_CPU_MS = 40_000
/** On a busy machine, children that give way wait more than they work. A job has two minutes. */
const DEFAULT_PAGE_MS = 90_000

interface Waiting {
  readonly step: Step
  readonly options: StepOptions
  readonly resolve: (result: Result | Scans) => void
  readonly reject: (error: Error) => void
  /** Was given to a child that ended without an answer. */
  isRetry: boolean
}

interface State {
  readonly children: Children
  readonly waiting: Waiting[]
  /** Pages to recognise: for children that nobody else waits for. */
  readonly scans: Waiting[]
  readonly maxWaiting: number
  isClosed: boolean
}

export function createPool(config: PoolConfig = {}): Pool {
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  // The failure reaches whoever awaits it; it must not end the process when nobody does.
  ready.catch(() => {})
  const { size = availableParallelism(), isBackground = false } = config
  const parentFolder = config.parentFolder ?? tmpdir()
  const folder = mkdtempSync(join(parentFolder, 'recto-children-'))
  const script = config.script ?? childScript
  const confinement = findConfinement(parentFolder, script).then((found) => {
    letPass(found.owner, folder)
    return found
  })
  // The failure reaches whoever awaits it; without children nobody does.
  confinement.catch(() => {})
  const children = startChildren(
    {
      size,
      sizeAtStart: config.sizeAtStart ?? size,
      idleMs: config.idleMs,
      folder,
      script,
      confinement,
      maxRssBytes: config.maxRssBytes ?? DEFAULT_MAX_RSS_BYTES,
      recycleAfter: config.recycleAfter ?? DEFAULT_RECYCLE_AFTER,
      isBackground,
      tesseract:
        config.tesseract === undefined
          ? undefined
          : createTesseract(config.tesseract, join(folder, 'languages'), confinement, isBackground),
    },
    {
      onIdle: () => {
        resolve()
        dispatch(state)
      },
      onUnavailable: () => {
        reject(new PoolError('unavailable'))
        refuseWaiting(state, 'unavailable')
      },
      onEvent: config.onEvent ?? (() => {}),
    },
  )
  const { maxWaiting = Number.POSITIVE_INFINITY } = config
  const state: State = { children, waiting: [], scans: [], maxWaiting, isClosed: false }
  const always = {
    ...(config.mainContent && { mainContent: true as const }),
    ...(config.isOcrOff && { isOcrOff: true as const }),
  }
  const run: ScanTools['run'] = (step, options) => enqueue(state, step, options)
  const { pageMs = DEFAULT_PAGE_MS, pageCpuMs = DEFAULT_PAGE_CPU_MS } = config
  let walls: Promise<readonly Wall[]> | undefined
  const tools: ScanTools = { run, pagesAtATime: size, pageMs, pageCpuMs, folder }
  return {
    ready,
    checkWalls: () => {
      walls ??= checkWalls(parentFolder)
      return walls
    },
    convert: (task, options) => convertWithScans(tools, { ...task, ...always }, options),
    stats: () => ({ size, ...children.count(), waiting: state.waiting.length }),
    close: async () => {
      state.isClosed = true
      refuseWaiting(state, 'closed')
      reject(new PoolError('closed'))
      await children.close()
      // They have folders beside ours.
      await Promise.allSettled([confinement, walls])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function enqueue(state: State, step: Step, options: StepOptions): Promise<Result | Scans> {
  const refusal = findRefusal(state, options)
  if (refusal) return Promise.reject(new PoolError(refusal))
  const { promise, resolve, reject } = Promise.withResolvers<Result | Scans>()
  const waiting: Waiting = { step, options, resolve, reject, isRetry: false }
  if (options.isUrgent) state.waiting.unshift(waiting)
  else queueOf(state, waiting).push(waiting)
  const stop = watchWaiting(state, waiting)
  dispatch(state)
  return promise.finally(stop)
}

function queueOf({ waiting, scans }: State, { step }: Waiting): Waiting[] {
  return step.scan ? scans : waiting
}

function findRefusal(
  { isClosed, children, waiting, maxWaiting }: State,
  { isUrgent }: StepOptions,
): Unavailability | undefined {
  if (isClosed) return 'closed'
  if (!children.isAvailable()) return 'unavailable'
  const isFull = waiting.length >= maxWaiting && !children.hasIdle()
  return isFull && !isUrgent ? 'busy' : undefined
}

/** The caller may go at any time, and lets its task wait only so long. @returns Stops watching. */
function watchWaiting(state: State, waiting: Waiting): () => void {
  const { signal, maxWaitMs } = waiting.options
  const leave = (error: Error, where: 'queue' | 'anywhere'): void => {
    const queue = queueOf(state, waiting)
    const index = queue.indexOf(waiting)
    if (index >= 0) queue.splice(index, 1)
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

/** Gives those who wait longest to children that have nothing to do, and pages to those that are left. */
function dispatch(state: State): void {
  while (state.children.hasIdle()) {
    const next = state.waiting.shift() ?? state.scans.shift()
    if (!next) return
    void runOne(state, next)
  }
  if (!state.isClosed) state.children.grow(state.waiting.length + state.scans.length)
}

async function runOne(state: State, waiting: Waiting): Promise<void> {
  waiting.options.onBegin?.()
  const outcome = await state.children.tryRun(waiting.step, waiting.options)
  const mayTryAgain = !waiting.isRetry && !state.isClosed && !waiting.options.signal?.aborted
  if (outcome && !(mayTryAgain && isWorthAnother(outcome, waiting))) {
    settle(state, waiting, outcome)
    return
  }
  waiting.isRetry = true
  queueOf(state, waiting).unshift(waiting)
  dispatch(state)
}

/** A child that had ended before, and we had not heard of it yet; and whatever it was that a page did to one. */
function isWorthAnother(outcome: Outcome, { step }: Waiting): boolean {
  if (outcome.type !== 'dead') return false
  return outcome.isLost || (step.scan !== undefined && outcome.death !== 'deadline')
}

function settle({ isClosed }: State, { resolve, reject }: Waiting, outcome: Outcome): void {
  if (outcome.type === 'done') resolve(outcome.result)
  else reject(isClosed ? new PoolError('closed') : outcome.error)
}

function refuseWaiting(state: State, reason: Unavailability): void {
  for (const { reject } of [...state.waiting.splice(0), ...state.scans.splice(0)]) {
    reject(new PoolError(reason))
  }
}
