/** The end of a job: final state, refund, delivery and what is to be deleted, in one transaction. */
import { parseStoredName, type StoredName, StoreError } from '../store/index.ts'
import { newDeliveryId } from './ids.ts'
import { filesOf, type JobErrorCode, type JobResult, type Outputs } from './job.ts'
import type { JobParts } from './parts.ts'
import {
  dropFiles,
  type Ended,
  forgetFile,
  type Held,
  insertDelivery,
  keepFiles,
  markFailed,
  markSucceeded,
  type Runner,
} from './statements/index.ts'

export interface JobError {
  readonly code: JobErrorCode
  readonly sentence: string
}

/** @returns Whether the job was still the worker's; else nothing has changed. */
export async function endSucceeded(
  parts: JobParts,
  held: Held,
  result: JobResult,
  outputs: Outputs,
): Promise<boolean> {
  return end(parts, async (tx) => {
    const ended = await markSucceeded(tx, held, result, outputs)
    if (ended) await keepFiles(tx, filesOf(outputs))
    return ended
  })
}

/**
 * Ends a job without a result, and gives back what it was charged.
 *
 * @param which With the attempt of the worker that says so, or without for whoever has it.
 * @returns Whether it has ended by this call; else nothing has changed.
 */
export async function endFailed(
  parts: JobParts,
  which: { readonly id: string; readonly attempt: number | undefined },
  { code, sentence }: JobError,
): Promise<boolean> {
  return end(parts, async (tx) => {
    const ended = await markFailed(tx, which, `${code}: ${sentence}`)
    if (ended && !ended.isTest) await parts.charges.refund(tx, ended.accountId, ended.id)
    return ended
  })
}

async function end(
  parts: JobParts,
  mark: (tx: Runner) => Promise<Ended | undefined>,
): Promise<boolean> {
  parts.onPoint('job_ending')
  const ended = await parts.db.transaction().execute(async (tx) => {
    const marked = await mark(tx)
    if (marked?.uploadName != null) await dropFiles(tx, [nameOf(marked)], marked.id)
    if (marked?.hasWebhook) await insertDelivery(tx, newDeliveryId(), marked)
    return marked
  })
  if (!ended) return false
  parts.onPoint('job_ended')
  if (ended.uploadName !== null) await removeNow(parts, [nameOf(ended)], ended.id)
  return true
}

function nameOf({ uploadName }: Ended): StoredName {
  return parseStoredName(uploadName ?? '')
}

/** Deletes files that were dropped; what fails is left to the sweep. */
export async function removeNow(
  { db, store, log }: JobParts,
  names: readonly StoredName[],
  jobId: string | null,
): Promise<void> {
  for (const name of names) {
    try {
      await store.remove(name)
      await forgetFile(db, { name, jobId })
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      log.warn({ err: error, job_id: jobId }, 'a file is left to the sweep')
    }
  }
}
