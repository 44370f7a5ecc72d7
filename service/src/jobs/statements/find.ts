/** One job of an account, and where it stands in the queue. */
import { type RawBuilder, sql } from 'kysely'
import type { Job } from '../job.ts'
import { jobColumns, type Runner } from './rows.ts'

export interface PlacedJob extends Job {
  /** From 1 on, as of now; `null` when the job does not wait. */
  readonly queuePosition: number | null
}

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

/** @returns `undefined` for a job of another account too. */
export async function findJob(
  runner: Runner,
  accountId: string,
  id: string,
): Promise<PlacedJob | undefined> {
  const { rows } = await sql<PlacedJob>`
    SELECT ${jobColumns}, CASE WHEN status = 'queued' THEN ${position} END AS "queuePosition"
    FROM job WHERE id = ${id} AND account_id = ${accountId}
  `.execute(runner)
  return rows[0]
}
