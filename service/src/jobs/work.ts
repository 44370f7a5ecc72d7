/** One job in a worker's hands: its document → texts in the store, or a reason why not. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ConversionFailure, PoolError, type Result } from '@recto/converter'
import type { OutputFormat, Progress } from '@recto/engine'
import { isUnreachable } from '../database/index.ts'
import { nameIn, parseStoredName, type StoredName, StoreError } from '../store/index.ts'
import { cannedOutcome } from './canned.ts'
import { endFailed, endSucceeded, type JobError, removeNow } from './endings.ts'
import { engineVersion } from './engine-version.ts'
import { filesOf, type Job, type JobResult, type Output, type Outputs, resultUrlOf } from './job.ts'
import type { JobParts } from './parts.ts'
import { beat, countReturns, dropFiles, noteFiles, returnJob } from './statements/index.ts'

/** What converts: the pool, or something in its place in tests. */
export interface Converter {
  convert(task: Task, options: TaskOptions): Promise<Result>
}
export interface Task {
  readonly inputPath: string
  readonly outputs: Readonly<Record<OutputFormat, string>>
  readonly mediaType: string
  readonly filename: string
  readonly profile: 'fidelity'
  readonly maxPages: number
}
export interface TaskOptions {
  readonly deadlineMs: number
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

export interface WorkTools {
  readonly converter: Converter
  /** For files that last as long as the work. */
  readonly folder: string
  /** Aborted when the worker has to stop before it is done. */
  readonly stopping: AbortSignal
  /** Told when the converter is free again; what remains is storing. */
  readonly onConverted: () => void
}

/** How often a worker says that it is alive, and hears whether the job is still its own: a cancelled one is not. */
const BEAT_MS = 1_000
/** Waits before a job is tried again whose files could not be read or written; doubled each time, up to the most. */
const RETURN_WAIT_MS = 5_000
const MAX_RETURN_WAIT_MS = 5 * 60 * 1_000
/** About half an hour of a store that fails. */
const MAX_RETURNS = 10
/** Warnings that are told with a result; a document of thousands of parts may have as many. */
const MAX_WARNINGS = 100

const endings = { markdown: 'md', json: 'json', docling: 'docling.json' } as const
// Not the engine's own list: a worker's process has no need of its readers.
const outputFormats = ['markdown', 'json', 'docling'] as const

interface Work extends WorkTools {
  readonly parts: JobParts
  readonly job: Job
  readonly ownFolder: string
  /** Aborted when the job is not the worker's any more, or the worker is stopping. */
  readonly end: AbortController
  readonly begin: number
  progress: Progress
}

/** Does a job that was claimed, to whatever end. Throws nothing but what the database does not take. */
export async function doJob(parts: JobParts, tools: WorkTools, job: Job): Promise<void> {
  const ownFolder = join(tools.folder, `job-${randomUUID()}`)
  const end = new AbortController()
  const progress = { stage: 'starting', pagesDone: 0 }
  const begin = performance.now()
  const work: Work = { ...tools, parts, job, ownFolder, end, begin, progress }
  const stopBeating = keepBeating(work)
  const onStopping = (): void => end.abort()
  tools.stopping.addEventListener('abort', onStopping)
  if (tools.stopping.aborted) onStopping()
  try {
    await mkdir(ownFolder, { mode: 0o700 })
    await convertAndKeep(work)
  } catch (error) {
    await giveUp(work, error)
  } finally {
    stopBeating()
    tools.stopping.removeEventListener('abort', onStopping)
    await rm(ownFolder, { recursive: true, force: true })
  }
}

function keepBeating(work: Work): () => void {
  const { parts, job, end } = work
  let isBeating = false
  const timer = setInterval(async () => {
    if (isBeating) return
    isBeating = true
    const { stage, pagesDone, pagesTotal } = work.progress
    const { leaseMs } = parts.settings
    try {
      const isOurs = await beat(parts.db, job, { leaseMs, stage, pagesDone, pagesTotal })
      if (!isOurs) end.abort()
    } catch (error) {
      // The database is away for a moment; if for longer, another worker gets the job.
      parts.log.warn({ err: error, job_id: job.id }, 'a heartbeat failed')
    }
    isBeating = false
  }, BEAT_MS)
  return () => clearInterval(timer)
}

async function convertAndKeep(work: Work): Promise<void> {
  const { parts, job } = work
  const inputPath = await fetchUpload(work)
  const begin = performance.now()
  const outputPaths = pathsOf(work)
  const { deadlineMs, onProgress } = boundsOf(work)
  const convert = job.isTest ? cannedOutcome : work.converter.convert
  const result = await convert(
    {
      inputPath,
      outputs: outputPaths,
      mediaType: job.mediaType,
      filename: job.filename ?? 'document',
      profile: 'fidelity',
      maxPages: parts.settings.maxPages,
    },
    { deadlineMs, onProgress, signal: work.end.signal },
  ).finally(work.onConverted)
  const durationMs = Math.round(performance.now() - begin)
  work.progress = { ...work.progress, stage: 'storing' }
  const outputs = await keepOutputs(work, outputPaths)
  const told = toJobResult(job, result, outputs, durationMs)
  if (await endSucceeded(parts, job, told, outputs)) {
    const { warnings, pages } = result
    return tell(work, 'info', 'done', { pages, warnings: warnings.length })
  }
  await dropOutputs(work, outputs)
}

function boundsOf(work: Work): Pick<TaskOptions, 'deadlineMs' | 'onProgress'> {
  return {
    deadlineMs: work.parts.settings.timeoutMs,
    onProgress: (progress) => {
      work.progress = progress
    },
  }
}

function pathsOf({ ownFolder }: Work): Record<OutputFormat, string> {
  const path = (format: OutputFormat): string => join(ownFolder, `output.${endings[format]}`)
  return { markdown: path('markdown'), json: path('json'), docling: path('docling') }
}

async function fetchUpload({ parts, job, ownFolder }: Work): Promise<string> {
  const file = await parts.store.open(parseStoredName(job.uploadName ?? ''))
  if (!file) throw new Error('The upload of a job is not in the store.')
  const path = join(ownFolder, 'input')
  await pipeline(file.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch(
    (cause: unknown) => {
      throw new StoreError('An upload could not be read.', { cause })
    },
  )
  return path
}

/** Under names of this attempt: a worker that lost the job without knowing it overwrites nothing. */
async function keepOutputs(
  { parts, job }: Work,
  paths: Readonly<Record<OutputFormat, string>>,
): Promise<Outputs> {
  const nameOf = (format: OutputFormat): StoredName =>
    nameIn('results', `${job.id}.${job.attempt}.${endings[format]}`)
  const names = outputFormats.map(nameOf)
  await noteFiles(parts.db, names, job.id, parts.settings.abandonedMs)
  const keep = async (format: OutputFormat): Promise<Output> => {
    const name = nameOf(format)
    await parts.store.put(name, paths[format])
    return { name, ...(await measure(paths[format])) }
  }
  const [markdown, json, docling] = await Promise.all([
    keep('markdown'),
    keep('json'),
    keep('docling'),
  ])
  parts.onPoint('result_stored')
  return { markdown, json, docling }
}

async function measure(path: string): Promise<Pick<Output, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    bytes += (chunk as Buffer).length
    hash.update(chunk as Buffer)
  }
  return { bytes, sha256: hash.digest('hex') }
}

function toJobResult(
  job: Job,
  { title, pages, ocrPages = 0, warnings }: Result,
  { markdown, json }: Outputs,
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
    engine: engineVersion,
    duration_ms: durationMs,
    ocr_pages: ocrPages,
    warnings: warnings.slice(0, MAX_WARNINGS).map(({ code, message }) => ({ code, message })),
  }
}

/** The job was given to another, or cancelled, while this worker did it. */
async function dropOutputs(work: Work, outputs: Outputs): Promise<void> {
  const { parts, job } = work
  const names = filesOf(outputs)
  await dropFiles(parts.db, names, job.id)
  await removeNow(parts, names, job.id)
  tell(work, 'info', 'superseded', {})
}

/** Says how it went, to the log and to who counts. */
function tell(work: Work, level: 'info' | 'warn' | 'error', outcome: string, more: object): void {
  const { parts, job, begin } = work
  const durationMs = Math.round(performance.now() - begin)
  parts.observe.job(outcome, durationMs / 1_000)
  const { id, attempt } = job
  parts.log[level]({ job_id: id, attempt, outcome, duration_ms: durationMs, ...more }, 'job')
}

async function giveUp(work: Work, error: unknown): Promise<void> {
  const { parts, job, stopping } = work
  const { id, attempt } = job
  if (stopping.aborted) {
    const isReturned = await returnJob(parts.db, job, 'stopping', 0)
    tell(work, 'info', isReturned ? 'returned' : 'superseded', {})
  } else if (isPassing(error) && (await returnForLater(work))) {
    tell(work, 'warn', 'returned', { err: error })
  } else {
    const jobError = toJobError(error, parts.settings.timeoutMs)
    // A job that was cancelled has ended already, and this changes nothing.
    const hasEnded = await endFailed(parts, { id, attempt }, jobError)
    const level = jobError.code === 'internal' ? 'error' : 'info'
    const detail = error instanceof ConversionFailure ? { detail: error.detail } : { err: error }
    if (hasEnded) tell(work, level, jobError.code, detail)
    else tell(work, 'info', 'superseded', {})
  }
}

/** Not the document's fault, and not for long: a store or database without connection, a full disk, a converter that starts. */
function isPassing(error: unknown): boolean {
  if (error instanceof StoreError || error instanceof PoolError || isUnreachable(error)) return true
  const cause = error instanceof ConversionFailure ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EMFILE'
}

/** @returns `false` when it has been tried often enough. */
async function returnForLater({ parts, job }: Work): Promise<boolean> {
  const returns = await countReturns(parts.db, job.id)
  if (returns >= MAX_RETURNS) return false
  const waitMs = Math.min(RETURN_WAIT_MS * 2 ** returns, MAX_RETURN_WAIT_MS)
  await returnJob(parts.db, job, 'storage', waitMs)
  return true
}

const internal: JobError = {
  code: 'internal',
  sentence: 'The document could not be converted, by a fault of the service.',
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
