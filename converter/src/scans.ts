/**
 * Converts a document with pages that are pictures: first a child reads its text, then the free children recognise the pages,
 * then one child converts the whole.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConversionFailure, toFailure } from './failures.ts'
import type { Scans } from './messages.ts'
import { startWorkTime, type WorkTime } from './work-time.ts'
import type { Result, RunOptions, Step, Task } from './worker.ts'

export interface ConvertOptions extends RunOptions {
  /** Longest wait for a child before the task is refused as `busy`; without a limit by default. */
  readonly maxWaitMs?: number
}

export interface StepOptions extends ConvertOptions {
  /** Called when a child takes the step. */
  readonly onBegin?: () => void
  /** True for the last step of a document: it is run before all other waiting steps. */
  readonly isUrgent?: boolean
}

export interface ScanTools {
  readonly run: (step: Step, options: StepOptions) => Promise<Result | Scans>
  /** Pages of one document at a time: at most the number of children, so that other documents get their turn. */
  readonly pagesAtATime: number
  /** Limits of a page's time by the clock, and of its CPU time. */
  readonly pageMs: number
  readonly pageCpuMs: number
  /** Folder for the results of recognition. */
  readonly folder: string
}

/** The first pages, recognised before the language of the document is known: one of four usually reveals it. */
const PROBES = 4
/** The language in which a page of unknown language is read first, unless the caller sets languages. */
const USUAL_LANGUAGE = 'eng'

/**
 * Converts a document; several children recognise the pages that are pictures.
 *
 * A page that kills its child is given to another child once. A page that can't be recognised or takes too long has no text,
 * and the result has a warning.
 *
 * The deadline does not count time in which all pages wait for a child, or pages wait for a core: a busy machine fails nothing.
 */
export async function convertWithScans(
  tools: ScanTools,
  task: Task,
  options: ConvertOptions,
): Promise<Result> {
  let begin = performance.now()
  let pagesTotal = 0
  const first = await tools.run(task, {
    ...options,
    onBegin: () => {
      begin = performance.now()
    },
    onProgress: (progress) => {
      pagesTotal = progress.pagesTotal ?? pagesTotal
      options.onProgress?.(progress)
    },
  })
  if (!('scans' in first)) return first
  const leftMs = Math.max(1, Math.round(begin + options.deadlineMs - performance.now()))
  return finish(tools, task, { ...options, deadlineMs: leftMs }, first.scans, pagesTotal)
}

async function finish(
  tools: ScanTools,
  task: Task,
  options: RunOptions,
  scans: readonly number[],
  pagesTotal: number,
): Promise<Result> {
  const folder = await mkdtemp(join(tools.folder, 'scans-'))
  const time = startWorkTime(options.deadlineMs)
  const { late } = time
  const signal = AbortSignal.any([late, ...(options.signal ? [options.signal] : [])])
  const done = new Set<number>()
  const onDone = (page: number): void => {
    done.add(page)
    const pagesDone = Math.max(0, pagesTotal - scans.length) + done.size
    options.onProgress?.({ stage: 'ocr', pagesDone, pagesTotal: Math.max(pagesTotal, pagesDone) })
  }
  try {
    const work = { tools, task, folder, signal, time, onDone, found: new Map<number, string>() }
    await recognizeAll(work, scans)
    const { deadlineMs } = options
    const last = { ...task, recognized: work.found }
    const lastOptions = { deadlineMs, signal, isUrgent: true }
    const result = await time.count(lastOptions, (counted) => tools.run(last, counted))
    if ('scans' in result) throw toFailure('garbage', 'asked for pages that it had been given')
    return result
  } catch (error) {
    const isLate = late.aborted && !options.signal?.aborted
    throw isLate ? toFailure('deadline', `${done.size} of ${scans.length} recognised`) : error
  } finally {
    time.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Work {
  readonly tools: ScanTools
  readonly task: Task
  readonly folder: string
  readonly signal: AbortSignal
  readonly time: WorkTime
  readonly onDone: (page: number) => void
  /** Files, by page. */
  readonly found: Map<number, string>
}

/**
 * Recognises the pages, each in the language that its words show.
 *
 * Pages whose words show none are read in the first language that one of the first pages shows, unless there is only one page.
 */
async function recognizeAll(work: Work, scans: readonly number[]): Promise<void> {
  const stop = new AbortController()
  const signal = AbortSignal.any([work.signal, stop.signal])
  const known = { ...work, signal }
  const { ocrLanguages: languages = [] } = work.task
  const probes = scans.slice(0, languages.length === 1 ? 0 : PROBES)
  const answers = probes.map((page) => recognize(known, page, undefined))
  const all = (async () => {
    const language = (await firstKnown(answers)) ?? languages[0]
    await inParallel(scans.slice(probes.length), work, (page) => recognize(known, page, language))
    if (language === undefined || language === (languages[0] ?? USUAL_LANGUAGE)) return
    const detected = await Promise.all(answers)
    const wrong = probes.filter((_, index) => detected[index] === undefined)
    await inParallel(wrong, work, (page) => recognize(known, page, language))
  })()
  try {
    await Promise.all([all, ...answers])
  } catch (error) {
    stop.abort()
    await Promise.allSettled([all, ...answers])
    throw error
  }
}

async function firstKnown(
  answers: readonly Promise<string | undefined>[],
): Promise<string | undefined> {
  for (const answer of answers) {
    const language = await answer
    if (language !== undefined) return language
  }
  return undefined
}

async function inParallel(
  pages: readonly number[],
  { tools }: Work,
  recognizeOne: (page: number) => Promise<unknown>,
): Promise<void> {
  const left = pages.values()
  const takeTurns = async (): Promise<void> => {
    for (const page of left) await recognizeOne(page)
  }
  await Promise.all(Array.from({ length: tools.pagesAtATime }, takeTurns))
}

/** @returns The detected language of the page, if any. */
async function recognize(
  { tools, task, folder, signal, time, onDone, found }: Work,
  page: number,
  language: string | undefined,
): Promise<string | undefined> {
  const path = join(folder, String(page))
  const scan = { page, ...(language !== undefined && { language }) }
  const step: Step = { ...task, outputs: { recognition: path }, scan }
  try {
    const options = { deadlineMs: tools.pageMs, cpuMs: tools.pageCpuMs, signal }
    const result = await time.count(options, (counted) => tools.run(step, counted))
    if ('scans' in result) throw toFailure('garbage', 'a page is not a document')
    found.set(page, path)
    return result.language
  } catch (error) {
    if (!isLoss(error)) throw error
    return undefined
  } finally {
    onDone(page)
  }
}

/** True for errors that cost one page instead of the document; false for our own faults and for cancellation. */
function isLoss(error: unknown): boolean {
  if (!(error instanceof ConversionFailure)) return false
  return error.code !== 'cancelled' && error.code !== 'internal'
}
