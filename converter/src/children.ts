/** Keeps a number of children ready for work: starts them, and replaces those that end or have worked long. */
import { join } from 'node:path'
import { findCodeCache } from './code-cache.ts'
import { CPU_SECONDS } from './confinement.ts'
import { makeFolder } from './exchange.ts'
import type { Tesseract } from './tesseract.ts'
import type { Confinement } from './walls/index.ts'
import { type Outcome, type RunOptions, type Step, startWorker, type Worker } from './worker.ts'

interface ChildrenConfig {
  readonly size: number
  /** Children that start before there is work. */
  readonly sizeAtStart: number
  /** Children beyond `sizeAtStart` end after this time without work; never when left out. */
  readonly idleMs: number | undefined
  /** The folder in which each child gets its folder. */
  readonly folder: string
  readonly script: string
  readonly maxRssBytes: number
  readonly recycleAfter: number
  readonly isBackground: boolean
  readonly confinement: Promise<Confinement>
  readonly tesseract: Tesseract | undefined
}

interface ChildrenListeners {
  /** Called when a child becomes ready for work. */
  readonly onIdle: () => void
  /** Called when no child is left and none starts. */
  readonly onUnavailable: () => void
  readonly onEvent: (event: PoolEvent) => void
}

/** Events of child processes, for the log and the metrics. */
export type PoolEvent =
  | { readonly type: 'ready'; readonly pid: number; readonly tookMs: number }
  /** A child was replaced because of its age, its memory, or a task that may have damaged it. */
  | {
      readonly type: 'recycled'
      readonly pid: number
      readonly tasks: number
      readonly residentBytes: number
    }
  | { readonly type: 'ended'; readonly pid: number; readonly how: string }
  /** Children fail at their start; the next attempt follows after a delay. */
  | { readonly type: 'failing'; readonly starts: number; readonly nextInMs: number }

export interface Children {
  /**
   * Runs a task on an idle child.
   *
   * @returns `undefined` if no child is idle.
   */
  tryRun(step: Step, options: RunOptions): Promise<Outcome> | undefined
  hasIdle(): boolean
  /** Starts children, up to the limit, until as many are starting as tasks wait. */
  grow(waiting: number): void
  /** Returns true while queued tasks can still be run. */
  isAvailable(): boolean
  count(): { readonly alive: number; readonly busy: number }
  /** Kills all children. Resolves when they and their files are gone. */
  close(): Promise<void>
}

const MIB = 1024 * 1024
/** The heap's share of the memory cap: WebAssembly, buffers and file contents lie outside of V8's heap. */
const HEAP_SHARE = 0.6
/** The working time after which a child is replaced: half of the CPU time that the system allows it. */
const RECYCLE_AFTER_MS = (CPU_SECONDS * 1_000) / 2
/** A child with more memory after a task is replaced at once, since the next task would start near its cap. */
const RECYCLE_BYTES = 400 * MIB
/**
 * A child with more memory after some idle seconds is replaced: WebAssembly memory never shrinks, V8's only under
 * pressure. A fresh child has 85 to 110 MiB; after converting some typical documents it has up to 180.
 */
const IDLE_RECYCLE_BYTES = 200 * MIB
const IDLE_CHECK_MS = 3_000
/** A child that ends within this time without a task has failed to start. */
const START_MS = 10_000
/** Consecutive failed starts after which tasks are refused. */
const MAX_FAILED_STARTS = 5
/** Wait after the first failed start; doubled after each further one, to 12.8 s. */
const RESTART_MS = 100
const MAX_RESTART_DOUBLINGS = 7

interface Child {
  readonly worker: Worker
  readonly bornAt: number
  state: 'starting' | 'idle' | 'busy' | 'leaving'
  tasks: number
  busyMs: number
  idleChecks: readonly NodeJS.Timeout[]
  /** True if it ends for lack of work and needs no replacement. */
  isSpare: boolean
}

interface State {
  readonly config: ChildrenConfig
  readonly listeners: ChildrenListeners
  readonly codeCache: Promise<string | undefined>
  readonly children: Set<Child>
  /** Children that run or are about to start. */
  planned: number
  /** Folders being created for the next children. */
  readonly preparations: Set<Promise<void>>
  readonly restarts: Set<NodeJS.Timeout>
  failedStarts: number
  nextNumber: number
  isClosed: boolean
}

export function startChildren(config: ChildrenConfig, listeners: ChildrenListeners): Children {
  const state: State = {
    config,
    listeners,
    codeCache: findCodeCache(config.script),
    children: new Set(),
    planned: 0,
    preparations: new Set(),
    restarts: new Set(),
    failedStarts: 0,
    nextNumber: 1,
    isClosed: false,
  }
  grow(state, config.sizeAtStart)
  return {
    tryRun: (step, options) => {
      const child = findIdle(state)
      return child && runOn(state, child, step, options)
    },
    hasIdle: () => findIdle(state) !== undefined,
    grow: (waiting) => grow(state, waiting),
    isAvailable: () => isAvailable(state),
    count: () => count(state),
    close: () => close(state),
  }
}

/** A child that ends is replaced unless it was spare. */
function grow(state: State, waiting: number): void {
  const ready = [...state.children].filter(({ state }) => state !== 'starting').length
  while (state.planned < state.config.size && state.planned - ready < waiting) {
    state.planned += 1
    addChild(state)
  }
}

function count({ children }: State): { alive: number; busy: number } {
  const states = [...children].map((child) => child.state)
  const busy = states.filter((each) => each === 'busy').length
  return { alive: busy + states.filter((each) => each === 'idle').length, busy }
}

function isAvailable(state: State): boolean {
  return state.failedStarts < MAX_FAILED_STARTS || count(state).alive > 0
}

function findIdle({ children }: State): Child | undefined {
  return [...children].find((child) => child.state === 'idle')
}

function addChild(state: State): void {
  const folder = join(state.config.folder, `child-${state.nextNumber++}`)
  const preparation = prepare(state, folder)
    // The disk is full, or the folder was removed.
    .catch((error: unknown) => failStart(state, `could not be started: ${error}`))
    .then(() => {
      state.preparations.delete(preparation)
    })
  state.preparations.add(preparation)
}

async function prepare(state: State, folder: string): Promise<void> {
  const confinement = await state.config.confinement
  const codeCache = await makeFolder(folder, await state.codeCache, confinement)
  if (!state.isClosed) startChild(state, folder, confinement, codeCache)
}

function startChild(
  state: State,
  folder: string,
  confinement: Confinement,
  codeCache: string | undefined,
): void {
  const { script, maxRssBytes, isBackground, tesseract } = state.config
  const heapMiB = Math.round((maxRssBytes / MIB) * HEAP_SHARE)
  const worker = startWorker({
    script,
    folder,
    codeCache,
    heapMiB,
    maxRssBytes,
    isBackground,
    confinement,
    tesseract,
  })
  const child: Child = {
    worker,
    bornAt: performance.now(),
    state: 'starting',
    tasks: 0,
    busyMs: 0,
    idleChecks: [],
    isSpare: false,
  }
  state.children.add(child)
  worker.ready.then(
    () => {
      const tookMs = Math.round(performance.now() - child.bornAt)
      state.listeners.onEvent({ type: 'ready', pid: worker.pid ?? 0, tookMs })
      release(state, child)
    },
    // Failures no longer matter: the child is ending.
    () => {},
  )
  void worker.gone.then((how) => replace(state, child, how))
}

/** Starts a new child in place of one that ended. */
function replace(state: State, child: Child, how: string): void {
  stopChecks(child)
  state.children.delete(child)
  if (state.isClosed || child.isSpare) return
  const isNew = child.tasks === 0 && performance.now() - child.bornAt < START_MS
  if (isNew && (child.state === 'starting' || child.state === 'idle')) {
    failStart(state, how, child.worker.pid)
    return
  }
  if (child.state !== 'leaving') reportEnd(state, how, child.worker.pid)
  state.failedStarts = 0
  addChild(state)
}

function reportEnd({ listeners }: State, how: string, pid = 0): void {
  listeners.onEvent({ type: 'ended', pid, how })
}

/** Waits longer before each new attempt while children fail at their start. */
function failStart(state: State, how: string, pid?: number): void {
  if (state.isClosed) return
  reportEnd(state, how, pid)
  const waitMs = RESTART_MS * 2 ** Math.min(MAX_RESTART_DOUBLINGS, state.failedStarts)
  state.failedStarts += 1
  state.listeners.onEvent({ type: 'failing', starts: state.failedStarts, nextInMs: waitMs })
  if (!isAvailable(state)) state.listeners.onUnavailable()
  const restart = setTimeout(() => {
    state.restarts.delete(restart)
    addChild(state)
  }, waitMs)
  state.restarts.add(restart)
}

async function runOn(
  state: State,
  child: Child,
  step: Step,
  options: RunOptions,
): Promise<Outcome> {
  stopChecks(child)
  child.state = 'busy'
  const begin = performance.now()
  const outcome = await child.worker.run(step, options)
  child.busyMs += performance.now() - begin
  child.tasks += 1
  if (outcome.type === 'failed' && outcome.isFatal) dismiss(state, child)
  else if (outcome.type !== 'dead') release(state, child)
  return outcome
}

/** Makes a child idle again, or replaces it if it is old. */
function release(state: State, child: Child): void {
  const isWorn =
    child.tasks >= state.config.recycleAfter ||
    child.busyMs >= RECYCLE_AFTER_MS ||
    child.worker.residentBytes() > RECYCLE_BYTES
  if (isWorn) {
    dismiss(state, child)
    return
  }
  child.state = 'idle'
  child.idleChecks = startChecks(state, child)
  state.listeners.onIdle()
}

/** Ends an idle child if it holds too much memory or is not needed any longer. */
function startChecks(state: State, child: Child): readonly NodeJS.Timeout[] {
  const { idleMs, sizeAtStart } = state.config
  const checkMemory = (): void => {
    if (child.worker.residentBytes() > IDLE_RECYCLE_BYTES) dismiss(state, child)
  }
  const checkNeed = (): void => {
    if (child.state !== 'idle' || state.planned <= sizeAtStart) return
    child.isSpare = true
    state.planned -= 1
    dismiss(state, child)
  }
  return [
    setTimeout(checkMemory, IDLE_CHECK_MS).unref(),
    ...(idleMs === undefined ? [] : [setTimeout(checkNeed, idleMs).unref()]),
  ]
}

function stopChecks({ idleChecks }: Child): void {
  for (const check of idleChecks) clearTimeout(check)
}

function dismiss({ listeners }: State, child: Child): void {
  const { worker, tasks } = child
  child.state = 'leaving'
  const residentBytes = worker.residentBytes()
  listeners.onEvent({ type: 'recycled', pid: worker.pid ?? 0, tasks, residentBytes })
  worker.kill()
}

async function close(state: State): Promise<void> {
  state.isClosed = true
  for (const restart of state.restarts) clearTimeout(restart)
  const children = [...state.children]
  for (const { worker } of children) worker.kill()
  await Promise.all(children.map(({ worker }) => worker.gone))
  await Promise.all(state.preparations)
}
