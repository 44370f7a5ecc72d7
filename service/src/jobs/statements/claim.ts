/** Claims jobs for a worker: the oldest job of each account whose turn it is. */
import { sql } from 'kysely'
import { readRows } from '../../database/index.ts'
import type { Job } from '../job.ts'
import { jobColumns, jobRow, milliseconds, type Runner } from './rows.ts'

export interface Claim {
  readonly worker: string
  readonly leaseMs: number
  /** True for jobs of test keys, which have separate turns. */
  readonly isTest: boolean
  /** The most jobs to claim. */
  readonly most: number
}

/**
 * Claims jobs for a worker.
 *
 * Accounts take turns: those with the fewest running jobs for their weight come first, then those that were served
 * least (start-time fair queueing). So ten thousand jobs of one account delay the first job of another by one job; a
 * queue in order of arrival could not promise that. An index orders the waiting accounts, so only the served ones are
 * read. Turns and jobs that another transaction has locked are skipped, so a claim may return fewer jobs than are
 * ready. `started_at` is never before `created_at`, although the claim's transaction, which sets `now()`, may be older.
 */
export function claimJobs(
  runner: Runner,
  { worker, leaseMs, isTest, most }: Claim,
): Promise<Job[]> {
  const statement = sql`
    WITH ready AS MATERIALIZED (
      SELECT account_id, weight, running, served, least(most - running, waiting, ${most}::integer) AS room FROM turn
      WHERE is_test = ${isTest}::boolean AND waiting > 0 AND NOT is_suspended
        AND turn_load(running, most, weight) < 'infinity' AND NOT EXISTS (SELECT FROM queue_pause)
      ORDER BY turn_load(running, most, weight), served LIMIT ${most}::integer
      FOR UPDATE SKIP LOCKED
    ), place AS (
      SELECT account_id FROM ready CROSS JOIN LATERAL generate_series(0, room - 1) AS number
      ORDER BY (running + number)::real / weight, served + number * 1000 / weight LIMIT ${most}::integer
    ), head AS MATERIALIZED (
      SELECT oldest.id FROM (SELECT account_id, count(*) AS places FROM place GROUP BY account_id) AS share
      CROSS JOIN LATERAL (
        SELECT id FROM job
        WHERE status = 'queued' AND NOT is_delayed AND account_id = share.account_id AND is_test = ${isTest}::boolean
        ORDER BY place LIMIT share.places FOR UPDATE SKIP LOCKED
      ) AS oldest
    )
    UPDATE job SET status = 'running', attempt = attempt + 1, worker = ${worker},
      lease_until = now() + ${milliseconds(leaseMs)}, started_at = greatest(now(), created_at), stage = 'starting',
      pages_done = 0
    WHERE id = ANY(ARRAY(SELECT id FROM head))
    RETURNING ${jobColumns}
  `
  return readRows(runner, jobRow, statement)
}

/** Returns true if there are jobs that a worker may claim. */
export async function hasReady(runner: Runner, isTest: boolean): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM turn WHERE is_test = ${isTest}::boolean AND waiting > 0 AND NOT is_suspended
      AND turn_load(running, most, weight) < 'infinity' AND NOT EXISTS (SELECT FROM queue_pause) LIMIT 1
  `.execute(runner)
  return rows.length > 0
}
