/** Runs one claimed job: converts its document and stores the result, or records the failure. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConversionFailure, PoolError, type Result } from '@recto/converter'
import type { Progress } from '@recto/engine'
import { isUnreachable } from '../database/index.ts'
import { nameIn, StoreError } from '../store/index.ts'
import { type Span, within } from '../tracing/index.ts'
import { bundle, type Texts } from './bundle.ts'
import { completeJob, failJob, type JobError, removeNow } from './complete-job.ts'
import {
  answerTest,
  type Conversion,
  type Converted,
  type Converter,
  convertDocument,
} from './convert-job.ts'
import { engineVersion } from './engine-version.ts'
import { filesOf, type Job, type JobResult, type Output, type Outputs, resultUrlOf } from './job.ts'
import type { JobParts } from './parts.ts'
import { countReturns, type Heartbeat } from './statements/index.ts'

export type { Converter } from './convert-job.ts'

export interface JobTools {
  readonly converter: Converter
  /** The folder for files of the running job. */
  readonly folder: string
  /** Aborts the job when the worker has to stop. */
  readonly stopping: AbortSignal
  /** Called when the converter is free again; what remains is storing. */
  readonly onConverted: () => void
}

/** The time for storing a result after the conversion's own time. */
const STORING_MS = 30_000
/** The interval between attempts to reach a database during an outage. */
const RECONNECT_MS = 1_000
/**
 * The first wait before a job is retried after its files could not be read or written; doubled each time, up to a
 * maximum.
 */
const RETURN_WAIT_MS = 5_000
const MAX_RETURN_WAIT_MS = 5 * 60 * 1_000
/** About half an hour of a failing store. */
const MAX_RETURNS = 10
/** The most warnings of a result; a document of thousands of parts may have thousands. */
const MAX_WARNINGS = 100

interface Work extends JobTools {
  readonly parts: JobParts
  readonly job: Job
  readonly ownFolder: string
  /** Aborted when the worker has lost the job or is stopping. */
  readonly end: AbortController
  readonly begin: number
  /** Absent if tracing is off. */
  readonly span: Span | undefined
  progress: Progress
}

/** A job that this process runs. */
export interface RunningJob {
  readonly id: string
  heartbeat(): Heartbeat
  /** Called when the worker has lost the job. */
  abandon(): void
  /** Rejects only with errors of the database. */
  readonly done: Promise<void>
}

/** Runs a claimed job to its end. */
export function runJob(parts: JobParts, tools: JobTools, job: Job): RunningJob {
  const { id, attempt } = job
  const attributes = { 'recto.job.id': id, 'recto.job.attempt': attempt }
  const work: Work = {
    ...tools,
    parts,
    job,
    ownFolder: join(tools.folder, `job-${randomUUID()}`),
    end: new AbortController(),
    begin: performance.now(),
    span: parts.tracing?.start('job', { kind: 'consumer', parent: job, attributes }),
    progress: { stage: 'starting', pagesDone: 0 },
  }
  return {
    id,
    heartbeat: () => {
      const { stage, pagesDone, pagesTotal = null } = work.progress
      return { id, attempt, stage, pagesDone, pagesTotal }
    },
    abandon: () => work.end.abort(),
    done: run(work),
  }
}

async function run(work: Work): Promise<void> {
  const { stopping, end, ownFolder } = work
  const onStopping = (): void => end.abort()
  stopping.addEventListener('abort', onStopping)
  if (stopping.aborted) onStopping()
  try {
    await convertAndKeep(work)
  } catch (error) {
    await giveUp(work, error)
  } finally {
    stopping.removeEventListener('abort', onStopping)
    work.span?.end()
    await rm(ownFolder, { recursive: true, force: true })
  }
}

/** One deadline covers reading and converting the document; storing may take somewhat longer. */
async function convertAndKeep(work: Work): Promise<void> {
  const { parts, job } = work
  const { timeoutMs } = parts.settings
  const path = job.isTest
    ? undefined
    : await inTime(
        work,
        timeoutMs,
        within(work.span, 'fetch upload', () => fetchUpload(work)),
      )
  const begin = performance.now()
  const converted = await within(work.span, 'convert', async (span) => {
    const conversion = toConversion(work, span)
    const converting =
      path === undefined ? answerTest(conversion) : convertDocument(conversion, path)
    const { result, ...rest } = await converting.finally(work.onConverted)
    const { format, pages, ocrPages = 0, warnings } = result
    span?.set({
      'recto.format': format,
      'recto.pages': pages,
      'recto.ocr_pages': ocrPages,
      'recto.warnings': warnings.length,
    })
    return { result, ...rest }
  })
  const durationMs = Math.round(performance.now() - begin)
  work.progress = { ...work.progress, stage: 'storing' }
  const outputs = await inTime(
    work,
    timeoutMs + STORING_MS,
    within(work.span, 'store result', () => keepOutputs(work, converted)),
  )
  const { id, attempt } = job
  const ending = {
    id,
    attempt,
    status: 'succeeded',
    result: toJobResult(job, converted.result, outputs, durationMs),
    outputs,
  } as const
  const complete = (): Promise<boolean> => untilAnswered(work, () => completeJob(parts, ending))
  if (await within(work.span, 'end', complete)) {
    const { warnings, pages, ocrPages = 0, faults = [] } = converted.result
    parts.observe.pages(pages, ocrPages, durationMs / 1_000)
    for (const fault of faults) {
      parts.observe.fault(fault.pass)
      parts.log.error({ job_id: id, fault }, 'engine fault')
    }
    return reportOutcome(work, 'info', 'done', { pages, warnings: warnings.length })
  }
  await dropOutputs(work, outputs)
}

/** @throws {StoreError} when the job's time is over: the store is slow, which is not the document's fault. */
async function inTime<Result>(work: Work, ms: number, task: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const left = Math.max(0, work.begin + ms - performance.now())
  const timer = setTimeout(() => reject(new StoreError('The store took too long.')), left)
  // The files of a late result are removed with the job's folder.
  task.catch(() => {})
  return Promise.race([task, promise]).finally(() => clearTimeout(timer))
}

/** Repeats during an outage of the database: an outage ends no job. A stopping worker leaves the job to others. */
async function untilAnswered<Result>(work: Work, ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isUnreachable(error) || work.stopping.aborted) throw error
      work.parts.log.warn({ err: error, job_id: work.job.id }, 'a job waits for the database')
      await sleep(RECONNECT_MS, undefined, { signal: work.stopping }).catch(() => {})
    }
  }
}

function toConversion(work: Work, span: Span | undefined): Conversion {
  const { parts, job, converter, ownFolder, begin, end } = work
  const { timeoutMs } = parts.settings
  return {
    parts,
    job,
    converter,
    folder: ownFolder,
    signal: end.signal,
    leftMs: () => Math.max(1, begin + timeoutMs - performance.now()),
    onProgress: (progress) => {
      if (progress.stage !== work.progress.stage) span?.event(progress.stage)
      work.progress = progress
    },
  }
}

async function fetchUpload({ parts, job, ownFolder }: Work): Promise<string> {
  const file = job.uploadName && (await parts.store.open(job.uploadName))
  if (!file) throw new Error('The upload of a job is not in the store.')
  await mkdir(ownFolder, { mode: 0o700 })
  const path = join(ownFolder, 'input')
  await pipeline(file.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch(
    (cause: unknown) => {
      throw new StoreError('An upload could not be read.', { cause })
    },
  )
  return path
}

/** Stores the outputs under names of this attempt, so that a worker which lost the job overwrites nothing. */
async function keepOutputs(work: Work, { texts, drawn, images }: Converted): Promise<Outputs> {
  const { parts, job } = work
  const { abandonedMs: dueInMs } = parts.settings
  const name = nameIn('results', `${job.id}.${job.attempt}`)
  await untilAnswered(work, () => parts.fileNotes.note({ name, jobId: job.id, dueInMs }))
  const { markdown, json, docling, document } = texts
  const { source, sectionOf } = bundle<keyof Texts | 'drawings' | 'images'>([
    ['markdown', markdown],
    ['json', json],
    ['docling', docling],
    ['document', document],
    ...(drawn ? ([['drawings', drawn.source]] as const) : []),
    ...(images ? ([['images', images.source]] as const) : []),
  ])
  await parts.store.put(name, source)
  parts.onPoint('result_stored')
  const output = (format: keyof Texts): Output => ({ name, ...sectionOf(format) })
  return {
    markdown: output('markdown'),
    json: output('json'),
    docling: output('docling'),
    document: output('document'),
    ...(images && { images: { name, ...sectionOf('images'), files: images.files } }),
    ...(drawn && { drawings: { name, ...sectionOf('drawings'), pages: drawn.pages } }),
  }
}

function toJobResult(
  job: Job,
  { title, pages, ocrPages = 0, warnings }: Result,
  { markdown, json, drawings }: Outputs,
  durationMs: number,
): JobResult {
  return {
    filename: job.filename ?? 'document',
    media_type: job.mediaType,
    pages,
    ...(title !== undefined && { title }),
    formats: ['markdown', 'json'],
    result_url: resultUrlOf(job.id),
    expires_at: job.expiresAt.toISOString(),
    bytes: { markdown: markdown.bytes, json: json.bytes },
    ...(job.options.previews && { previews: drawings?.pages.map(({ page }) => page) ?? [] }),
    engine: engineVersion,
    duration_ms: durationMs,
    ocr_pages: ocrPages,
    warnings: warnings.slice(0, MAX_WARNINGS).map(toJobWarning),
  }
}

function toJobWarning({
  code,
  message,
  page,
}: Result['warnings'][number]): JobResult['warnings'][number] {
  return { code, message, ...(page !== undefined && { page }) }
}

/** Drops the outputs: the job was claimed by another worker, or cancelled, during the conversion. */
async function dropOutputs(work: Work, outputs: Outputs): Promise<void> {
  const { parts } = work
  for (const name of filesOf(outputs)) {
    // Deletes only files that are certainly not in use.
    if (await untilAnswered(work, () => parts.fileNotes.giveUp(name)))
      await removeNow(parts, [name])
  }
  reportOutcome(work, 'info', 'superseded', {})
}

/** Reports the outcome to the log and the metrics. */
function reportOutcome(
  work: Work,
  level: 'info' | 'warn' | 'error',
  outcome: string,
  more: object,
): void {
  const { parts, job, begin } = work
  const durationMs = Math.round(performance.now() - begin)
  parts.observe.job(outcome, durationMs / 1_000)
  work.span?.set({ 'recto.outcome': outcome })
  const { id, attempt } = job
  parts.log[level]({ job_id: id, attempt, outcome, duration_ms: durationMs, ...more }, 'job')
}

async function giveUp(work: Work, error: unknown): Promise<void> {
  const { parts, job, stopping } = work
  if (stopping.aborted) {
    const isReturned = await parts.queue.giveBack(job, 'stopping', 0)
    reportOutcome(work, 'info', isReturned ? 'returned' : 'superseded', {})
  } else if (isPassing(error) && (await untilAnswered(work, () => returnForLater(work)))) {
    reportOutcome(work, 'warn', 'returned', { err: error })
  } else {
    const jobError = toJobError(error, parts.settings.timeoutMs)
    const { id, attempt } = job
    // A cancelled job has ended already; this changes nothing.
    const hasEnded = await untilAnswered(work, () => failJob(parts, { id, attempt }, jobError))
    const level = jobError.code === 'internal' ? 'error' : 'info'
    const detail = error instanceof ConversionFailure ? { detail: error.detail } : { err: error }
    if (hasEnded) reportOutcome(work, level, jobError.code, detail)
    else reportOutcome(work, 'info', 'superseded', {})
  }
}

/**
 * Returns true for temporary faults that are not the document's: an unreachable store or database, a full disk, a
 * starting converter.
 */
function isPassing(error: unknown): boolean {
  if (error instanceof StoreError || error instanceof PoolError || isUnreachable(error)) return true
  const cause = error instanceof ConversionFailure ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EMFILE'
}

/** @returns `false` after too many returns. */
async function returnForLater({ parts, job }: Work): Promise<boolean> {
  const returns = await countReturns(parts.db, job.id)
  if (returns >= MAX_RETURNS) return false
  const waitMs = Math.min(RETURN_WAIT_MS * 2 ** returns, MAX_RETURN_WAIT_MS)
  await parts.queue.giveBack(job, 'storage', waitMs)
  return true
}

const internal: JobError = {
  code: 'internal',
  sentence: 'The document could not be converted because of a fault of the service.',
}

function toJobError(error: unknown, timeoutMs: number): JobError {
  if (!(error instanceof ConversionFailure) || error.code === 'internal') return internal
  if (error.code === 'timeout') {
    const sentence = `The conversion took longer than ${timeoutMs / 1_000} seconds and was stopped.`
    return { code: 'timeout', sentence }
  }
  const code = error.code === 'unsupported_media_type' ? 'conversion_failed' : error.code
  return { code, sentence: error.message }
}
