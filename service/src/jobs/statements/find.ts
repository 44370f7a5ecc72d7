/** Finds jobs of accounts and their positions in the queue. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { readRows } from '../../database/index.ts'
import type { Job } from '../job.ts'
import { jobColumns, jobRow, type Runner, textArray } from './rows.ts'

/** Jobs before and behind a job of its account are counted up to this number. */
const MAX_COUNTED = 50

const neighbours = (side: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  SELECT count(*)::integer FROM (
    SELECT FROM job AS other WHERE other.status = 'queued' AND other.account_id = job.account_id
      AND other.is_test = job.is_test AND other.place ${side} job.place LIMIT ${sql.lit(MAX_COUNTED + 1)}
  ) AS counted
)`
const before = neighbours(sql`<`)
const behind = neighbours(sql`>`)

const foundRow = jobRow.extend({
  before: z.int().nullable(),
  behind: z.int().nullable(),
  /** Waiting jobs of its account. */
  waiting: z.int(),
  /** The job's relative place between the first and the last waiting job of its account, from 0 to 1. */
  share: z.number().nullable(),
})
type Found = z.output<typeof foundRow>

const waitingRow = z.object({ isTest: z.boolean(), waiting: z.int(), accounts: z.int() })
export type WaitingJobs = z.output<typeof waitingRow>

export interface JobWithPosition extends Job {
  /** The current position, from 1; `null` if the job does not wait. */
  readonly queuePosition: number | null
}

/**
 * Finds jobs and their positions in the queue.
 *
 * @param readWaiting Called if one of the jobs waits: {@link readQueue}, or its recent answer.
 * @returns The jobs with these ids that belong to the accounts in `accountId`.
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
      CASE WHEN status = 'queued' AND turn.waiting > ${sql.lit(2 * MAX_COUNTED)} THEN (
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
  return found.map((job) => withPosition(job, queue))
}

/** Counts accounts by their number of waiting jobs: one row for each number. */
export function readQueue(runner: Runner): Promise<WaitingJobs[]> {
  const statement = sql`
    SELECT is_test AS "isTest", waiting, count(*)::integer AS accounts FROM turn
    WHERE waiting > 0 AND NOT is_suspended GROUP BY is_test, waiting
  `
  return readRows(runner, waitingRow, statement)
}

/**
 * Accounts take turns, so the number of jobs of each other account that come first is at most the job's place within
 * its own account.
 */
function withPosition(
  { before, behind, waiting, share, ...job }: Found,
  queue: readonly WaitingJobs[],
): JobWithPosition {
  if (before === null || behind === null) return { ...job, queuePosition: null }
  const own = countOwn({ before, behind, waiting, share })
  let position = own
  for (const { isTest, waiting: each, accounts } of queue) {
    if (isTest === job.isTest) position += accounts * Math.min(each, own)
  }
  // The total includes the account's own jobs, unless they were added since.
  return { ...job, queuePosition: Math.max(own, position - Math.min(waiting, own)) }
}

/** @returns The job's place within its account: exact near both ends, an estimate in the middle of a long queue. */
function countOwn({
  before,
  behind,
  waiting,
  share,
}: Record<'before' | 'behind' | 'waiting', number> & Pick<Found, 'share'>): number {
  if (before <= MAX_COUNTED) return before + 1
  if (behind <= MAX_COUNTED) return Math.max(waiting - behind, before + 1)
  return Math.max(Math.round((share ?? 0) * waiting), before + 1)
}

/** @returns `undefined` also for a job of another account. */
export async function findJob(
  runner: Runner,
  accountId: string,
  id: string,
): Promise<JobWithPosition | undefined> {
  const [job] = await findJobs(runner, [accountId], [id])
  return job
}
