/** Requests about existing jobs: the result, its deletion, its webhook. */
import { imageName } from '@recto/engine/media-types'
import type { StoredFile } from '../store/index.ts'
import { failJob, removeNow } from './complete-job.ts'
import { filesOf, isFinal, type Job, type Output, type StoredFormat } from './job.ts'
import type { JobParts } from './parts.ts'
import { dropFiles, findJob, redeliver, takeResult } from './statements/index.ts'

/** The reason why a result is not available. */
export type NoResult = 'job_not_ready' | 'job_failed' | 'result_expired'

/** Decided when it is read: a result is gone after its retention, even if it was not deleted yet. */
export function findNoResult(job: Job): NoResult | undefined {
  if (job.status === 'failed') return 'job_failed'
  if (job.status !== 'succeeded') return 'job_not_ready'
  return job.isExpired || !job.outputs ? 'result_expired' : undefined
}

/** @returns `undefined` if it was just deleted. */
export async function openResult(
  { store }: JobParts,
  { outputs }: Job,
  format: StoredFormat | 'document',
): Promise<{ readonly output: Output; readonly file: StoredFile } | undefined> {
  const output = outputs?.[format]
  if (!output) return undefined
  const file = await store.open(output.name, output)
  return file && { output, file }
}

/** @returns `undefined` if the page has no image, or it was just deleted. */
export async function openDrawing(
  { store }: JobParts,
  { outputs }: Job,
  page: number,
): Promise<StoredFile | undefined> {
  if (!outputs?.drawings) return undefined
  const { name, pages } = outputs.drawings
  let { start } = outputs.drawings
  for (const each of pages) {
    if (each.page === page) return store.open(name, { start, bytes: each.bytes })
    start += each.bytes
  }
  return undefined
}

interface StoredImage {
  /** The file name that the Markdown links to. */
  readonly name: string
  readonly open: () => Promise<StoredFile | undefined>
}

export function imagesOf({ store }: JobParts, { outputs }: Job): StoredImage[] {
  if (!outputs?.images) return []
  const { name, files } = outputs.images
  let { start } = outputs.images
  return files.map(({ mediaType, bytes }, index) => {
    const section = { start, bytes }
    start += bytes
    return { name: imageName(index + 1, mediaType), open: () => store.open(name, section) }
  })
}

/** Cancels a job that has not ended, deletes the result of one that has. Safe to repeat. */
export async function deleteJob(parts: JobParts, job: Job): Promise<void> {
  if (!isFinal(job)) {
    const error = { code: 'cancelled', sentence: 'The account cancelled the job.' } as const
    if (await failJob(parts, { id: job.id, attempt: undefined }, error)) return
    // The job has ended meanwhile.
    const now = await findJob(parts.db, job.accountId, job.id)
    if (!now) return
  }
  const names = await parts.db.transaction().execute(async (tx) => {
    const taken = await takeResult(tx, job.id)
    const dropped = filesOf(taken?.outputs ?? null)
    if (dropped.length > 0) await dropFiles(tx, dropped, job.id)
    return dropped
  })
  await removeNow(parts, names)
}

export type Redelivery = 'begun' | 'under_way' | 'too_late' | 'none'

/** Sends a job's webhook again; possible while its result is kept. */
export async function redeliverWebhook(
  { db }: Pick<JobParts, 'db'>,
  job: Job,
): Promise<Redelivery> {
  if (job.webhookUrl === null && job.webhookSecret === null) return 'none'
  if (!isFinal(job)) return 'under_way'
  if (job.isExpired) return 'too_late'
  return (await db.transaction().execute((tx) => redeliver(tx, job.id))) ? 'begun' : 'under_way'
}
