/** Pages of an account's jobs, and where its jobs stand in the queue. */
import { sql } from 'kysely'
import type { Job, JobStatus } from '../job.ts'
import { jobColumns, type Runner, textArray } from './rows.ts'

/** The last job of the page before. */
export interface Position {
  readonly createdAt: Date
  readonly id: string
}

export interface ListQuery {
  readonly accountId: string
  readonly limit: number
  readonly after: Position | undefined
  readonly status: JobStatus | undefined
}

/** The newest first. */
export async function listJobs(
  runner: Runner,
  { accountId, limit, after, status }: ListQuery,
): Promise<readonly Job[]> {
  const { rows } = await sql<Job>`
    SELECT ${jobColumns} FROM job
    WHERE account_id = ${accountId}
      AND (${status ?? null}::text IS NULL OR status = ${status ?? null}::text)
      AND (${after?.id ?? null}::text IS NULL
        OR (created_at, id) < (${after?.createdAt.toISOString() ?? null}::timestamptz, ${after?.id ?? null}::text))
    ORDER BY created_at DESC, id DESC LIMIT ${limit}
  `.execute(runner)
  return rows
}

/**
 * Counts the jobs that are to be taken before one that waits.
 *
 * Accounts take turns, so of each other one at most as many come first as of the job's own, and one more.
 * @returns From 1 on; 0 when the job does not wait.
 */
export async function queuePosition(runner: Runner, id: string): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    WITH this AS (SELECT id, account_id, created_at FROM job WHERE id = ${id} AND status = 'queued'),
    own AS (
      SELECT count(*) AS before FROM job, this
      WHERE job.status = 'queued' AND job.account_id = this.account_id
        AND (job.created_at, job.id) < (this.created_at, this.id)
    ), others AS (
      SELECT least(count(*), (SELECT before FROM own) + 1) AS before FROM job, this
      WHERE job.status = 'queued' AND job.account_id <> this.account_id GROUP BY job.account_id
    )
    SELECT (1 + (SELECT before FROM own) + coalesce((SELECT sum(before) FROM others), 0))::integer AS position FROM this
  `.execute(runner)
  return rows[0]?.position ?? 0
}

/** Those of some jobs that have ended. */
export async function findEnded(
  runner: Runner,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM job WHERE id = ANY(${textArray(ids)}) AND status IN ('succeeded', 'failed')
  `.execute(runner)
  return new Set(rows.map(({ id }) => id))
}
