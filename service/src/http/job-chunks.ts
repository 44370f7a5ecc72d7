/** Makes the chunks of a stored document on request, in a child process. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Job, type Jobs, openResult } from '../jobs/index.ts'
import type { SlotClaimant } from '../limits/index.ts'
import type { Context } from './context.ts'
import { conversionProblem } from './conversion-problem.ts'
import { Problem } from './problem.ts'

/** The caller of a result, and the converter for formats that are not stored. */
export interface ResultRequest {
  readonly context: Context
  readonly jobs: Jobs
  readonly claimant: SlotClaimant
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

const advice = 'Choose a larger chunk size.'

/**
 * Writes the chunks of a job's document.
 *
 * @returns `undefined` if the result was just deleted.
 * @throws {Problem} `not_found` for results without a stored document, `conversion_failed` past a limit,
 * `service_unavailable`.
 * @throws {StoreError}
 */
export async function openChunks(
  { context, jobs, claimant, signal }: ResultRequest,
  job: Job,
  chunkSize: number,
): Promise<{ readonly stream: Readable; readonly bytes: number } | undefined> {
  if (!job.outputs?.document) {
    throw new Problem('not_found', 'This result has no chunks. Convert the document again.')
  }
  const stored = await openResult(jobs.parts, job, 'document')
  if (!stored) return undefined
  const { converter, config, folder } = context
  const inputPath = join(folder, `document-${randomUUID()}`)
  const chunks = join(folder, `chunks-${randomUUID()}`)
  const { mediaType, filename } = job
  try {
    await pipeline(stored.file.stream, createWriteStream(inputPath, { flags: 'wx', mode: 0o600 }))
    await converter.convert(
      {
        inputPath,
        outputs: { chunks },
        mediaType,
        filename: filename ?? 'document',
        profile: 'fidelity',
        isDocument: true,
        chunkSize,
      },
      {
        deadlineMs: config.syncTimeoutMs,
        maxWaitMs: config.converter.maxWaitMs,
        claimant,
        signal,
      },
    )
    const file = await open(chunks)
    const { size: bytes } = await file.stat()
    return { stream: file.createReadStream(), bytes }
  } catch (error) {
    throw conversionProblem(error, config.syncTimeoutMs, advice)
  } finally {
    // The open file stays readable after its removal.
    for (const path of [inputPath, chunks]) await rm(path, { force: true })
  }
}
