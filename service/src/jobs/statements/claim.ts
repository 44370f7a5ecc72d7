/** The next job for a worker: the oldest of the account whose turn it is. */
import { sql } from 'kysely'
import type { Job } from '../job.ts'
import { jobColumns, milliseconds, type Runner } from './rows.ts'

export interface Claim {
  readonly worker: string
  readonly leaseMs: number
  /** Jobs of an account that may run at a time, by tier. */
  readonly running: Readonly<Record<string, number>>
}

/** Any number that no other lock of the service has. */
const CLAIM_LOCK = 7_301

/**
 * Gives a worker a job.
 *
 * Accounts take turns: first who has the fewest running, then who was served longest ago. So ten thousand jobs of one
 * account delay the first of another by one job, which a queue in order of arrival could not promise. The lock keeps two
 * workers from giving one account more than it may have; it is held for the milliseconds of one statement.
 *
 * @param tx A transaction.
 */
export async function claimJob(
  tx: Runner,
  { worker, leaseMs, running }: Claim,
): Promise<Job | undefined> {
  await sql`SELECT pg_advisory_xact_lock(${CLAIM_LOCK})`.execute(tx)
  const { rows } = await sql<Job>`
    WITH RECURSIVE waiting AS (
      -- Each account that waits, by one step of the index each, however many jobs it has.
      (SELECT account_id FROM job WHERE status = 'queued' ORDER BY account_id LIMIT 1)
      UNION ALL
      SELECT (SELECT job.account_id FROM job WHERE status = 'queued' AND job.account_id > waiting.account_id
        ORDER BY job.account_id LIMIT 1)
      FROM waiting WHERE waiting.account_id IS NOT NULL
    ), candidate AS (
      SELECT head.id, head.created_at, load.running, served.at
      FROM waiting
      -- By the index, one account after the other: a join would read the whole table, taking those that wait for many.
      CROSS JOIN LATERAL (SELECT id, tier FROM account WHERE account.id = waiting.account_id OFFSET 0) AS account
      CROSS JOIN LATERAL (
        SELECT count(*) AS running FROM job WHERE status = 'running' AND job.account_id = account.id
      ) AS load
      CROSS JOIN LATERAL (SELECT max(started_at) AS at FROM job WHERE job.account_id = account.id) AS served
      CROSS JOIN LATERAL (
        SELECT id, created_at FROM job
        WHERE status = 'queued' AND job.account_id = account.id AND not_before <= now()
        ORDER BY created_at, id LIMIT 1
      ) AS head
      WHERE load.running < coalesce((${JSON.stringify(running)}::jsonb ->> account.tier)::integer, 1)
    )
    UPDATE job SET status = 'running', attempt = attempt + 1, worker = ${worker},
      lease_until = now() + ${milliseconds(leaseMs)}, started_at = now(), stage = 'starting', pages_done = 0
    WHERE id = (SELECT id FROM candidate ORDER BY running, at NULLS FIRST, created_at, id LIMIT 1)
      AND status = 'queued'
    RETURNING ${jobColumns}
  `.execute(tx)
  return rows[0]
}
