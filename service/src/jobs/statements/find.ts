/** Finds jobs of accounts and their positions in the queue. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { readRows } from '../../database/index.ts'
import type { Job } from '../job.ts'
import { jobColumns, jobRow, type Runner, textArray } from './rows.ts'

/** Jobs of an account before and behind one are counted up to here. */
const MOST_COUNTED = 50

const neighbours = (side: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  SELECT count(*)::integer FROM (
    SELECT FROM job AS other WHERE other.status = 'queued' AND other.account_id = job.account_id
      AND other.is_test = job.is_test AND other.place ${side} job.place LIMIT ${sql.lit(MOST_COUNTED + 1)}
  ) AS counted
)`
const before = neighbours(sql`<`)
const behind = neighbours(sql`>`)

const foundRow = jobRow.extend({
  before: z.int().nullable(),
  behind: z.int().nullable(),
  /** Of its account. */
  waiting: z.int(),
  /** Between the first and the last of its account that wait, from 0 to 1. */
  share: z.number().nullable(),
})
type Found = z.output<typeof foundRow>

const waitingRow = z.object({ isTest: z.boolean(), waiting: z.int(), accounts: z.int() })
export type WaitingJobs = z.output<typeof waitingRow>

export interface JobWithPosition extends Job {
  /** From 1 on, as of now; `null` when the job does not wait. */
  readonly queuePosition: number | null
}

/**
 * Finds jobs and their positions in the queue.
 *
 * @param readWaiting Asked where one of them waits: {@link readQueue}, or what it has said a moment ago.
 * @returns Jobs with these ids that belong to one of these accounts, which `accountId` names.
 */
export async function findJobs(
  runner: Runner,
  accountIds: readonly string[],
  ids: readonly string[],
  readWaiting: () => Promise<readonly WaitingJobs[]> = () => readQueue(runner),
): Promise<JobWithPosition[]> {
  const statement = sql`
    SELECT ${jobColumns}, coalesce(turn.waiting, 0) AS waiting,
      CASE WHEN status = 'queued' THEN ${before} END AS before,
      CASE WHEN status = 'queued' THEN ${behind} END AS behind,
      CASE WHEN status = 'queued' AND turn.waiting > ${sql.lit(2 * MOST_COUNTED)} THEN (
        SELECT (job.place - min(place))::double precision / greatest(max(place) - min(place), 1) FROM (
          (SELECT place FROM job AS other WHERE other.status = 'queued' AND other.account_id = job.account_id
            AND other.is_test = job.is_test ORDER BY place LIMIT 1)
          UNION ALL
          (SELECT place FROM job AS other WHERE other.status = 'queued' AND other.account_id = job.account_id
            AND other.is_test = job.is_test ORDER BY place DESC LIMIT 1)
        ) AS ends
      ) END AS share
    FROM job LEFT JOIN turn ON turn.account_id = job.account_id AND turn.is_test = job.is_test
    WHERE id = ANY(${textArray(ids)}) AND job.account_id = ANY(${textArray(accountIds)})
  `
  const found = await readRows(runner, foundRow, statement)
  const queue = found.some(({ status }) => status === 'queued') ? await readWaiting() : []
  return found.map((job) => place(job, queue))
}

/** How many accounts have how many jobs waiting: a row for each number. */
export function readQueue(runner: Runner): Promise<WaitingJobs[]> {
  const statement = sql`
    SELECT is_test AS "isTest", waiting, count(*)::integer AS accounts FROM turn
    WHERE waiting > 0 AND NOT is_suspended GROUP BY is_test, waiting
  `
  return readRows(runner, waitingRow, statement)
}

/** Accounts take turns, so of each other one at most as many come first as of the job's own, and one more. */
function place(
  { before, behind, waiting, share, ...job }: Found,
  queue: readonly WaitingJobs[],
): JobWithPosition {
  if (before === null || behind === null) return { ...job, queuePosition: null }
  const own = countOwn({ before, behind, waiting, share })
  let position = own
  for (const { isTest, waiting: each, accounts } of queue) {
    if (isTest === job.isTest) position += accounts * Math.min(each, own)
  }
  // The total includes the account's own jobs, unless they came since.
  return { ...job, queuePosition: Math.max(own, position - Math.min(waiting, own)) }
}

/** @returns Its place among those of its account: exact near both ends, in the middle of a long queue an estimate. */
function countOwn({
  before,
  behind,
  waiting,
  share,
}: Record<'before' | 'behind' | 'waiting', number> & Pick<Found, 'share'>): number {
  if (before <= MOST_COUNTED) return before + 1
  if (behind <= MOST_COUNTED) return Math.max(waiting - behind, before + 1)
  return Math.max(Math.round((share ?? 0) * waiting), before + 1)
}

/** @returns `undefined` for a job of another account too. */
export async function findJob(
  runner: Runner,
  accountId: string,
  id: string,
): Promise<JobWithPosition | undefined> {
  const [job] = await findJobs(runner, [accountId], [id])
  return job
}
