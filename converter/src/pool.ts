/** Distributes conversions from a bounded queue to a few warm child processes. */
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
  /** Children that start before there is work; all when left out. */
  readonly sizeAtStart?: number
  /** Children beyond `sizeAtStart` end after this time without work; never when left out. */
  readonly idleMs?: number
  /** The most waiting tasks; further ones are refused. Unlimited when left out. */
  readonly maxWaiting?: number
  /** The parent of the folder for the children's files; the system's folder for temporary files when left out. */
  readonly parentFolder?: string
  /** Resident memory at which a child is killed, bytes; 1 GiB when left out. */
  readonly maxRssBytes?: number
  /** Tasks after which a child is replaced; 500 when left out. */
  readonly recycleAfter?: number
  /** Reads only the main content of HTML pages. */
  readonly mainContent?: boolean
  /** True to leave text in pictures unread. */
  readonly isOcrOff?: boolean
  /** True to run children at a lower priority than other processes. */
  readonly isBackground?: boolean
  /** The path of the system's Tesseract; children use the built-in one when left out. */
  readonly tesseract?: string | undefined
  /** The limits for recognising a page, in elapsed and CPU time; 90 s and 40 s when left out. */
  readonly pageMs?: number
  readonly pageCpuMs?: number
  readonly onEvent?: (event: PoolEvent) => void
  /** The script of a child; tests use others. */
  readonly script?: string
}

export interface PoolStats {
  readonly size: number
  /** Children that are idle or busy. */
  readonly alive: number
  readonly busy: number
  readonly waiting: number
}

export interface Pool {
  /** Resolves when the first child is ready; rejects if none starts or the pool is closed before. */
  readonly ready: Promise<void>
  /** Tests the walls with a process that tries to escape; takes a tenth of a second the first time. */
  checkWalls(): Promise<readonly Wall[]>
  /**
   * Converts one file.
   *
   * @throws {PoolError} if the pool refused the task; a later attempt may succeed.
   * @throws {ConversionFailure} if the document can't be converted, or its conversion had to be ended.
   */
  convert(task: Task, options: ConvertOptions): Promise<Result>
  stats(): PoolStats
  /** Kills all children and removes their files; running tasks fail with `closed`. */
  close(): Promise<void>
}

const DEFAULT_MAX_RSS_BYTES = 1024 * 1024 * 1024
const DEFAULT_RECYCLE_AFTER = 500
/** Most pages take 3 to 6 s of CPU; pages that are read in several ways take 15. */
const DEFAULT_PAGE_CPU_MS = 40_000
/** On a busy machine, low-priority children wait more than they work. A job has two minutes. */
const DEFAULT_PAGE_MS = 90_000

interface Waiting {
  readonly step: Step
  readonly options: StepOptions
  readonly resolve: (result: Result | Scans) => void
  readonly reject: (error: Error) => void
  /** True if an earlier child ended without an answer. */
  isRetry: boolean
}

interface State {
  readonly children: Children
  readonly waiting: Waiting[]
  /** Pages to recognise, which run when no other task waits for a child. */
  readonly scans: Waiting[]
  readonly maxWaiting: number
  isClosed: boolean
}

export function createPool(config: PoolConfig = {}): Pool {
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  // Whoever awaits `ready` handles the failure; an unhandled rejection would end the process.
  ready.catch(() => {})
  const { size = availableParallelism(), isBackground = false } = config
  const parentFolder = config.parentFolder ?? tmpdir()
  const folder = mkdtempSync(join(parentFolder, 'recto-children-'))
  const script = config.script ?? childScript
  const confinement = findConfinement(parentFolder, script).then((found) => {
    letPass(found.owner, folder)
    return found
  })
  // Children await the confinement and handle its failure; without any, the rejection would be unhandled.
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
      // They use folders beside those of the children.
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

/**
 * Rejects a task when its caller aborts, or when it has waited too long.
 *
 * @returns Stops watching.
 */
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

/** Gives the oldest tasks to idle children, and pages to the remaining ones. */
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
    finish(state, waiting, outcome)
    return
  }
  waiting.isRetry = true
  queueOf(state, waiting).unshift(waiting)
  dispatch(state)
}

/** Returns true if the child had ended before the task began, or if it failed on a page. */
function isWorthAnother(outcome: Outcome, { step }: Waiting): boolean {
  if (outcome.type !== 'dead') return false
  return outcome.isLost || (step.scan !== undefined && outcome.death !== 'deadline')
}

function finish({ isClosed }: State, { resolve, reject }: Waiting, outcome: Outcome): void {
  if (outcome.type === 'done') resolve(outcome.result)
  else reject(isClosed ? new PoolError('closed') : outcome.error)
}

function refuseWaiting(state: State, reason: Unavailability): void {
  for (const { reject } of [...state.waiting.splice(0), ...state.scans.splice(0)]) {
    reject(new PoolError(reason))
  }
}
