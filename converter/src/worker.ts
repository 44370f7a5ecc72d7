/** Runs tasks in one child process, one at a time, under a deadline, a memory limit and the caller's signal. */
import { rm } from 'node:fs/promises'
import type { Progress, RecognizeOptions } from '@recto/engine'
import { emptyFolder, namesOf, type Outputs, putInput, takeOutputs } from './exchange.ts'
import { ConversionFailure, type ExitReason, toFailure } from './failures.ts'
import { capMemory, cpuTimeMs, measureWaits, residentBytes } from './memory.ts'
import type {
  ConversionRequest,
  ConversionSettings,
  Done,
  Failure,
  FromChild,
  OutputName,
  Scan,
  Scans,
} from './messages.ts'
import { type ConfinedProcess, startProcess } from './process.ts'
import { type PictureReading, readPicture, type Tesseract } from './tesseract.ts'
import type { Confinement } from './walls/index.ts'

/** One conversion between files; the channel carries no documents. */
export interface Task extends ConversionSettings {
  readonly inputPath: string
  /** The paths of the outputs; all are made from one reading. */
  readonly outputs: Outputs
}

/** A task, or the recognition of a page for one. */
export interface Step extends Task {
  readonly scan?: Scan
  /** Files of recognised pages, by page number, after their recognition. */
  readonly recognized?: ReadonlyMap<number, string>
}

/** The result of a conversion without its texts. */
export interface Result extends Done {
  /** The size of each output in bytes. */
  readonly bytes: Readonly<Partial<Record<OutputName, number>>>
}

export interface RunOptions {
  /** Counted from the start of the task in a child. */
  readonly deadlineMs: number
  /** CPU time of the child, so that a busy machine does not shorten the conversion. */
  readonly cpuMs?: number
  /** Aborts the conversion; its caller gets `cancelled`. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /**
   * Receives, ten times a second, how long the child or the Tesseract that reads for it waited for a core since. The deadline
   * does not count this time where the function is given.
   */
  readonly onWait?: (ms: number) => void
}

/** `isLost`: the child had ended before the task began, so another child may run it. */
export type Outcome =
  | { readonly type: 'done'; readonly result: Result | Scans }
  | { readonly type: 'failed'; readonly error: ConversionFailure; readonly isFatal: boolean }
  | {
      readonly type: 'dead'
      readonly error: ConversionFailure
      readonly isLost: boolean
      readonly death: ExitReason
    }

interface WorkerConfig {
  /** The script that a child runs. */
  readonly script: string
  /** The child's folder; removed after its end. */
  readonly folder: string
  /** The folder with its compiled code. */
  readonly codeCache: string | undefined
  readonly heapMiB: number
  /** Resident memory at which the child is killed, bytes. */
  readonly maxRssBytes: number
  readonly isBackground: boolean
  readonly confinement: Confinement
  /** Recognises pictures; without it, the child does so itself. */
  readonly tesseract: Tesseract | undefined
}

export interface Worker {
  readonly pid: number | undefined
  /** Resolves when the child has loaded its code; rejects if it ends before. */
  readonly ready: Promise<void>
  /** Resolves with a description of its end, after it has ended and its folder was removed. */
  readonly gone: Promise<string>
  run(step: Step, options: RunOptions): Promise<Outcome>
  residentBytes(): number
  kill(): void
}

/** A running task. */
interface Exchange {
  readonly id: number
  hasStarted: boolean
  readonly onProgress: ((progress: Progress) => void) | undefined
  readonly onAnswer: (answer: Done | Scans | Failure) => void
  readonly onGone: (how: string) => void
}

interface State {
  readonly config: WorkerConfig
  readonly process: ConfinedProcess
  exchange: Exchange | undefined
  /** The picture that is being recognised for the child. */
  picture: PictureReading | undefined
  /** The reason why we killed the child. */
  death: ExitReason | undefined
  /** True as soon as it has ended; its folder may still exist. */
  hasEnded: boolean
  /** Description of the child's end, once it has ended and its folder was removed. */
  ending: string | undefined
  nextId: number
}

/** A child loads its code in half a second; on an overloaded machine it takes longer. */
const START_DEADLINE_MS = 30_000
/** The interval for checking the resources of a busy child. */
const USE_CHECK_MS = 100
/** Address space that a child may map beyond its resident memory: memory that it has not touched. */
const MAPPED_MORE_BYTES = 128 * 1024 * 1024
/** The grace period of a cancelled conversion: most end by then, and a new child costs half a second. */
const CANCEL_GRACE_MS = 250

export function startWorker(config: WorkerConfig): Worker {
  let onReady = (): void => {}
  const isReady = new Promise<void>((resolve) => {
    onReady = resolve
  })
  const child = startProcess(config, config.confinement, {
    onMessage: (message) => (message.type === 'ready' ? onReady() : handleMessage(state, message)),
    onGarbage: () => end(state, 'garbage'),
  })
  const state: State = {
    config,
    process: child,
    exchange: undefined,
    picture: undefined,
    death: undefined,
    hasEnded: false,
    ending: undefined,
    nextId: 1,
  }
  const gone = child.gone.then(async (how) => {
    state.hasEnded = true
    state.picture?.kill()
    // Asynchronous: deleting a few hundred files would block the server.
    await rm(config.folder, { recursive: true, force: true })
    const ending = [how, child.lastWords()].filter((words) => words !== '').join(': ')
    state.ending = ending
    state.exchange?.onGone(ending)
    return ending
  })
  const ready = becomeReady(state, isReady, gone)
  // Whoever awaits `ready` handles the failure; an unhandled rejection would end the process.
  ready.catch(() => {})
  return {
    pid: child.pid,
    ready,
    gone,
    run: (step, options) => run(state, step, options),
    residentBytes: () => residentBytes(child.pid ?? 0),
    kill: child.kill,
  }
}

async function becomeReady(
  { process, config }: State,
  isReady: Promise<void>,
  gone: Promise<string>,
): Promise<void> {
  const late = setTimeout(process.kill, START_DEADLINE_MS)
  const end = await Promise.race([isReady, gone])
  clearTimeout(late)
  if (end !== undefined) throw new Error(`A converter did not start: it ${end}`)
  const { maxRssBytes, confinement } = config
  await capMemory(process.pid ?? 0, maxRssBytes + MAPPED_MORE_BYTES, confinement.owner)
}

function handleMessage(state: State, message: Exclude<FromChild, { type: 'ready' }>): void {
  const { exchange } = state
  if (exchange?.id !== message.id) return
  if (message.type === 'started') exchange.hasStarted = true
  else if (message.type === 'progress') exchange.onProgress?.(message.progress)
  else if (message.type === 'picture') void readPictureFor(state, message.options)
  else if (message.type === 'done') exchange.onAnswer(message.done)
  else exchange.onAnswer(message.type === 'scans' ? message.scans : message.failure)
}

async function readPictureFor(state: State, options: RecognizeOptions): Promise<void> {
  const { config, process } = state
  // A valid child asks for one picture at a time, and only if the request allows it.
  if (!config.tesseract || state.picture) return end(state, 'garbage')
  state.picture = readPicture(config.tesseract, config.folder, options)
  const isRead = await state.picture.isRead
  state.picture = undefined
  process.send({ isRead })
}

function end(state: State, death: ExitReason): void {
  state.death ??= death
  state.process.kill()
}

async function run(state: State, step: Step, options: RunOptions): Promise<Outcome> {
  const outcome = await attempt(state, step, options).catch(toInternal)
  state.exchange = undefined
  if (outcome.type !== 'dead') await clean(state)
  return outcome
}

/** A folder that can't be emptied is deleted with its child. */
async function clean({ config, process }: State): Promise<void> {
  try {
    await emptyFolder(config.folder)
  } catch {
    process.kill()
  }
}

async function attempt(state: State, step: Step, options: RunOptions): Promise<Outcome> {
  const { folder, confinement } = state.config
  const { owner } = confinement
  const stopWatching = watch(state, options)
  const answer = await putInput({ folder, owner }, step.inputPath, step.recognized)
    .catch((cause: unknown) => {
      // The folder of a child that has ended is removed, perhaps before the input is in it.
      if (!state.hasEnded) throw cause
    })
    .then(() => ask(state, step, options))
    .finally(stopWatching)
  if ('type' in answer) return answer
  if (options.signal?.aborted) {
    return { type: 'failed', error: toFailure('cancelled', ''), isFatal: false }
  }
  if ('code' in answer) {
    const { code, sentence, detail, isFatal, isWithoutRoom } = answer
    // Treated like a failed write here, so that the caller retries later.
    const cause = isWithoutRoom && Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' })
    const error = new ConversionFailure(code, sentence, detail, cause ? { cause } : undefined)
    return { type: 'failed', error, isFatal }
  }
  if ('scans' in answer) return { type: 'done', result: answer }
  const bytes = await takeOutputs({ folder, owner }, step.outputs)
  return { type: 'done', result: { ...answer, bytes } }
}

/** A missing file or a full disk: not the document's fault. */
function toInternal(cause: unknown): Outcome {
  const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  const sentence = 'The document could not be converted.'
  const error = new ConversionFailure('internal', sentence, detail, { cause })
  return { type: 'failed', error, isFatal: true }
}

/** @returns The child's answer, or how it ended without one. */
function ask(
  state: State,
  step: Step,
  { onProgress }: RunOptions,
): Promise<Done | Scans | Failure | Extract<Outcome, { type: 'dead' }>> {
  const id = state.nextId++
  return new Promise((resolve) => {
    // Listens to an event, because a promise of the child's end would keep every conversion in memory until then.
    const onGone = (how: string): void => resolve(toDead(state, exchange, how))
    const exchange: Exchange = { id, hasStarted: false, onProgress, onAnswer: resolve, onGone }
    state.exchange = exchange
    if (state.ending !== undefined) onGone(state.ending)
    const hasTesseract = state.config.tesseract !== undefined
    state.process.send({ ...toOrder(id, step), ...(hasTesseract && { hasTesseract }) })
  })
}

/** Makes the request for the child, without the paths. */
function toOrder(
  id: number,
  { inputPath: _, outputs, recognized, ...rest }: Step,
): ConversionRequest {
  return {
    ...rest,
    id,
    outputs: namesOf(outputs),
    ...(recognized && { recognized: [...recognized.keys()] }),
  }
}

function toDead(
  state: State,
  { hasStarted }: Exchange,
  how: string,
): Extract<Outcome, { type: 'dead' }> {
  // V8 prints this when it ends the process because of a full heap.
  const isOutOfMemory = /out of memory|allocation failed/i.test(how)
  const death = state.death ?? (isOutOfMemory ? 'memory' : 'died')
  const isLost = death === 'died' && !hasStarted
  return { type: 'dead', error: toFailure(death, how), isLost, death }
}

/**
 * Ends the child at the deadline, past its memory or CPU limit, or shortly after its caller has gone.
 *
 * @returns Stops watching.
 */
function watch(
  state: State,
  { deadlineMs, cpuMs = Number.POSITIVE_INFINITY, signal, onWait }: RunOptions,
): () => void {
  const pid = state.process.pid ?? 0
  const mostCpuMs = cpuTimeMs(pid) + cpuMs
  let lateAt = performance.now() + deadlineMs
  const waitedMs = measureWaits()
  waitedMs([pid])
  const use = setInterval(() => {
    if (onWait) {
      const waited = waitedMs([pid, state.picture?.pid() ?? 0])
      lateAt += waited
      onWait(waited)
    }
    if (performance.now() > lateAt) end(state, 'deadline')
    if (residentBytes(pid) > state.config.maxRssBytes) end(state, 'memory')
    if (cpuTimeMs(pid) > mostCpuMs) end(state, 'deadline')
  }, USE_CHECK_MS)
  let grace: NodeJS.Timeout | undefined
  const onAbort = (): void => {
    grace = setTimeout(() => end(state, 'cancelled'), CANCEL_GRACE_MS)
  }
  signal?.addEventListener('abort', onAbort)
  return () => {
    clearInterval(use)
    clearTimeout(grace)
    signal?.removeEventListener('abort', onAbort)
  }
}
