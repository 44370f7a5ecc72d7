/** The queue: which job is whose turn, and how it ends. On PostgreSQL and the embedded database, in the transactions of the money. */
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
 * All that the rest of the service asks of a queue, so that a large host may put another one in its place:
 * `docs/scaling.md`. The tests of jobs are its conformance kit: with RECTO_TEST_QUEUE they try another.
 */
export interface Queue {
  /** In the transaction that charges it; takes its upload into use. @returns How many jobs of its account wait, with this one. */
  add(tx: Runner, job: NewJob): Promise<number>
  /** Gives a worker jobs; perhaps fewer than there are, because others have turns at hand at the moment. */
  claim(claim: Claim): Promise<readonly Job[]>
  /** Returns true if there are jobs that a worker may claim. */
  hasReady(isTest: boolean): Promise<boolean>
  /** @returns Ids of the jobs that are still the worker's. */
  beat(beats: readonly Heartbeat[], leaseMs: number): Promise<ReadonlySet<string>>
  /**
   * Ends a job: its state, its refund, its delivery and what is to be deleted, as one.
   *
   * May be asked again when no answer came.
   */
  complete(ending: JobEnding): Promise<Completion>
  /** Puts a job back where it was. @returns Whether it was still the worker's. */
  giveBack(held: HeldJob, reason: ReturnReason, waitMs: number): Promise<boolean>
  /** Returns jobs to the queue whose pause is over. */
  wakeDelayed(): Promise<void>
  /** Jobs whose worker did not renew its lease in time. */
  findLost(most: number): Promise<readonly LostJob[]>
  /** Corrects counters that drifted. @returns How many. */
  recount(): Promise<number>
}

export interface Completion {
  /** True if the job ended as requested; false if another worker has it or it had ended before. */
  readonly isSo: boolean
  /** The upload, which is to be deleted; `undefined` when it has been seen to. */
  readonly uploadName: StoredName | undefined
  /** True if the end of the job makes a webhook due. */
  readonly hasWebhook: boolean
}

/** Jobs that end in one transaction. */
const MOST_AT_ONCE = 64

export function createQueue(db: Db, charges: Charges): Queue {
  const complete = batch(
    (endings: readonly JobEnding[]) => completeAll(db, charges, endings),
    MOST_AT_ONCE,
  )
  return {
    add: insertJob,
    claim: (claim) => claimJobs(db, claim),
    hasReady: (isTest) => hasReady(db, isTest),
    beat: (beats, leaseMs) => beat(db, beats, leaseMs),
    complete: async (ending) => {
      const settled = await complete(ending)
      if (settled.status === 'rejected') throw settled.reason
      return settled.value
    },
    giveBack: (held, reason, waitMs) => returnJob(db, held, reason, waitMs),
    wakeDelayed: () => wakeDelayed(db),
    findLost: (most) => findLost(db, most),
    recount: () => recountTurns(db),
  }
}

/** Ends jobs one by one when they can't end together, so that one faulty job does not keep others. */
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

/** Everywhere in the order job, turn, balance: so no two transactions wait for each other. */
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
  const told = ended.filter(({ hasWebhook }) => hasWebhook)
  await insertDeliveries(
    tx,
    told.map(({ id: jobId, accountId }) => ({ id: newDeliveryId(), jobId, accountId })),
  )
  return ended
}
