/** Ends a job and deletes its files. */
import { type StoredName, StoreError } from '../store/index.ts'
import type { JobErrorCode } from './job.ts'
import type { JobParts } from './parts.ts'
import type { JobEnding } from './statements/index.ts'

export interface JobError {
  readonly code: JobErrorCode
  readonly sentence: string
}

/**
 * Ends a job and deletes its upload.
 *
 * @returns True if the job has this ending, by this call or an earlier one.
 */
export async function completeJob(parts: JobParts, ending: JobEnding): Promise<boolean> {
  parts.onPoint('job_ending')
  const { isSo, uploadName, hasWebhook } = await parts.queue.complete(ending)
  if (!isSo) return false
  parts.onPoint('job_ended')
  if (hasWebhook) parts.onPoint('webhook_due')
  if (uploadName !== undefined) await removeNow(parts, [uploadName])
  return true
}

/**
 * Ends a job without a result, and refunds it.
 *
 * @param which With the attempt of the worker that reports it, or without one to end the job regardless of its holder.
 */
export function failJob(
  parts: JobParts,
  { id, attempt }: { readonly id: string; readonly attempt: number | undefined },
  { code, sentence }: JobError,
): Promise<boolean> {
  return completeJob(parts, { id, attempt, status: 'failed', error: `${code}: ${sentence}` })
}

/** Deletes dropped files; files that can't be deleted are left to the sweep. */
export async function removeNow(
  { fileNotes, store, log }: JobParts,
  names: readonly StoredName[],
): Promise<void> {
  for (const name of names) {
    try {
      await store.remove(name)
      await fileNotes.forget(name)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      log.warn({ err: error, file: name }, 'a file could not be deleted; the sweep tries again')
    }
  }
}
