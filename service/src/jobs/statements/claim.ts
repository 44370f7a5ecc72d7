/** Jobs for a worker: each the oldest of the account whose turn it is. */
import { sql } from 'kysely'
import { readRows } from '../../database/index.ts'
import type { Job } from '../job.ts'
import { jobColumns, jobRow, milliseconds, type Runner } from './rows.ts'

export interface Claim {
  readonly worker: string
  readonly leaseMs: number
  /** Jobs of test keys, or all others: each have turns of their own. */
  readonly isTest: boolean
  /** Jobs at the most. */
  readonly most: number
}

/**
 * Gives a worker jobs.
 *
 * Accounts take turns: first who has the fewest running for its weight, then who was served least (start-time fair
 * queueing). So ten thousand jobs of one account delay the first of another by one job, which a queue in order of
 * arrival could not promise. Of the accounts that wait it looks only at those that are served, in the order of an
 * index. Neither turns nor jobs that another transaction has at hand are waited for: so it may find fewer than there are.
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
      lease_until = now() + ${milliseconds(leaseMs)}, started_at = now(), stage = 'starting', pages_done = 0
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
