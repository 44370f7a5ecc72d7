/** Jobs of accounts, and where they stand in the queue. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { readRows } from '../../database/index.ts'
import { jobColumns, jobRow, type Runner, textArray } from './rows.ts'

const placedJobRow = jobRow.extend({
  /** From 1 on, as of now; `null` when the job does not wait. */
  queuePosition: z.int().nullable(),
})
export type PlacedJob = Readonly<z.output<typeof placedJobRow>>

/**
 * Counts the jobs that are to be taken before one that waits, and this one.
 *
 * Accounts take turns, so of each other one at most as many come first as of the job's own, and one more.
 */
const position: RawBuilder<unknown> = sql`(
  WITH own AS (
    SELECT count(*) AS before FROM job AS earlier
    WHERE earlier.status = 'queued' AND earlier.account_id = job.account_id
      AND (earlier.created_at, earlier.id) < (job.created_at, job.id)
  ), others AS (
    SELECT least(count(*), (SELECT before FROM own) + 1) AS before FROM job AS other
    WHERE other.status = 'queued' AND other.account_id <> job.account_id GROUP BY other.account_id
  )
  SELECT (1 + (SELECT before FROM own) + coalesce((SELECT sum(before) FROM others), 0))::integer
)`

/** @returns Jobs of these ids that are any of these accounts'; whose each is, its `accountId` tells. */
export async function findJobs(
  runner: Runner,
  accountIds: readonly string[],
  ids: readonly string[],
): Promise<PlacedJob[]> {
  const statement = sql`
    SELECT ${jobColumns}, CASE WHEN status = 'queued' THEN ${position} END AS "queuePosition"
    FROM job WHERE id = ANY(${textArray(ids)}) AND account_id = ANY(${textArray(accountIds)})
  `
  return readRows(runner, placedJobRow, statement)
}

/** @returns `undefined` for a job of another account too. */
export async function findJob(
  runner: Runner,
  accountId: string,
  id: string,
): Promise<PlacedJob | undefined> {
  const [job] = await findJobs(runner, [accountId], [id])
  return job
}
