/** The queue, on PostgreSQL or the embedded database, in the same transactions as the credits. */
import type { Charges } from '../credits/index.ts'
import { batch, type Db, inTransaction, isUnreachable, type Runner } from '../database/index.ts'
import type { StoredName } from '../store/index.ts'
import { newDeliveryId } from './ids.ts'
import { filesOf, type Job } from './job.ts'
import {
  beat,
  type Claim,
  claimJobs,
  type EndedJob,
  findEndings,
  findLost,
  type Heartbeat,
  type HeldJob,
  hasReady,
  insertDeliveries,
  insertJob,
  type JobEnding,
  keepFiles,
  type LostJob,
  markEnded,
  type NewJob,
  type ReturnReason,
  recordFiles,
  recountTurns,
  returnJob,
  wakeDelayed,
} from './statements/index.ts'

/**
 * The operations that the rest of the service needs from a queue, so that a large host may replace it:
 * `docs/scaling.md`. The tests of jobs are its conformance kit: RECTO_TEST_QUEUE makes them test another queue.
 */
export interface Queue {
  /**
   * Adds a job in the transaction that charges it, and takes its upload into use.
   *
   * @returns The number of waiting jobs of its account, with this one.
   */
  add(tx: Runner, job: NewJob): Promise<number>
  /** Claims jobs for a worker; possibly fewer than are ready, because another transaction has locked their turns. */
  claim(claim: Claim): Promise<readonly Job[]>
  /** Returns true if there are jobs that a worker may claim. */
  hasReady(isTest: boolean): Promise<boolean>
  /**
   * Renews leases and stores progress.
   *
   * @returns Ids of the jobs that the worker still holds.
   */
  beat(beats: readonly Heartbeat[], leaseMs: number): Promise<ReadonlySet<string>>
  /**
   * Ends a job: its state, refund, webhook and deletions in one transaction.
   *
   * Safe to repeat if no answer came.
   */
  complete(ending: JobEnding): Promise<Completion>
  /**
   * Returns a job to its place in the queue.
   *
   * @returns True if the worker still held it.
   */
  giveBack(held: HeldJob, reason: ReturnReason, waitMs: number): Promise<boolean>
  /** Makes delayed jobs claimable again when their delay is over. */
  wakeDelayed(): Promise<void>
  /** Finds jobs whose worker did not renew its lease in time. */
  findLost(most: number): Promise<readonly LostJob[]>
  /**
   * Corrects counters that have drifted.
   *
   * @returns The number of corrections.
   */
  recount(): Promise<number>
}

interface Completion {
  /** True if the job has the requested ending; false if another worker holds it or it has ended differently. */
  readonly isSo: boolean
  /** The upload to delete; `undefined` if it was deleted before. */
  readonly uploadName: StoredName | undefined
  /** True if the end of the job makes a webhook due. */
  readonly hasWebhook: boolean
}

/** The most jobs that end in one transaction. */
const MAX_BATCH = 64

export function createQueue(db: Db, charges: Charges): Queue {
  const complete = batch(
    (endings: readonly JobEnding[]) => completeAll(db, charges, endings),
    MAX_BATCH,
  )
  return {
    add: insertJob,
    claim: (claim) => claimJobs(db, claim),
    hasReady: (isTest) => hasReady(db, isTest),
    beat: (beats, leaseMs) => beat(db, beats, leaseMs),
    complete: async (ending) => {
      const completion = await complete(ending)
      if (completion.status === 'rejected') throw completion.reason
      return completion.value
    },
    giveBack: (held, reason, waitMs) => returnJob(db, held, reason, waitMs),
    wakeDelayed: () => wakeDelayed(db),
    findLost: (most) => findLost(db, most),
    recount: () => recountTurns(db),
  }
}

/** Ends jobs one by one if they can't end together, so that one faulty job does not block the others. */
async function completeAll(
  db: Db,
  charges: Charges,
  endings: readonly JobEnding[],
): Promise<PromiseSettledResult<Completion>[]> {
  try {
    const completions = await completeTogether(db, charges, endings)
    return completions.map((value) => ({ status: 'fulfilled', value }))
  } catch (error) {
    if (endings.length === 1 || isUnreachable(error)) throw error
    return Promise.allSettled(
      endings.map(async (ending) => {
        const [completion] = await completeTogether(db, charges, [ending])
        return completion ?? notSo
      }),
    )
  }
}

const notSo: Completion = { isSo: false, uploadName: undefined, hasWebhook: false }

async function completeTogether(
  db: Db,
  charges: Charges,
  endings: readonly JobEnding[],
): Promise<Completion[]> {
  const ended = await inTransaction(db, (tx) => endJobs(tx, charges, endings))
  const endedNow = new Map(ended.map((job) => [job.id, job]))
  const asSaid = await findEndings(db, endings)
  return endings.map((ending) => {
    const { uploadName, hasWebhook = false } = endedNow.get(ending.id) ?? {}
    return { isSo: asSaid.has(ending), uploadName: uploadName ?? undefined, hasWebhook }
  })
}

/** Locks in the order job, turn, balance, like all other transactions, so that none deadlock. */
async function endJobs(
  tx: Runner,
  charges: Charges,
  endings: readonly JobEnding[],
): Promise<readonly EndedJob[]> {
  const ended = await markEnded(tx, endings)
  const byAccount = ended.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))
  for (const { id, accountId, status, isTest } of byAccount) {
    if (status === 'failed' && !isTest) await charges.refund(tx, accountId, id)
  }
  const ids = new Set(ended.map(({ id, status }) => `${id} ${status}`))
  const kept = endings.flatMap((ending) =>
    ending.status === 'succeeded' && ids.has(`${ending.id} succeeded`)
      ? filesOf(ending.outputs)
      : [],
  )
  if (kept.length > 0) await keepFiles(tx, [...new Set(kept)])
  const uploads = ended.flatMap(({ id: jobId, uploadName }) =>
    uploadName === null ? [] : [{ name: uploadName, jobId, dueInMs: 0 }],
  )
  await recordFiles(tx, uploads)
  const withWebhook = ended.filter(({ hasWebhook }) => hasWebhook)
  await insertDeliveries(
    tx,
    withWebhook.map(({ id: jobId, accountId }) => ({ id: newDeliveryId(), jobId, accountId })),
  )
  return ended
}
