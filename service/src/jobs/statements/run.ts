/** What a worker tells of the job that it has. Guarded by status and attempt: who lost the job changes nothing. */
import { sql } from 'kysely'
import type { JobResult, Outputs } from '../job.ts'
import { milliseconds, type Runner } from './rows.ts'

/** A job in a worker's hands. */
export interface Held {
  readonly id: string
  readonly attempt: number
}

export interface Beat {
  readonly leaseMs: number
  readonly stage: string
  readonly pagesDone: number
  readonly pagesTotal: number | undefined
}

/** Keeps the lease, and says how far the work is. @returns Whether the job is still the worker's. */
export async function beat(
  runner: Runner,
  held: Held,
  { leaseMs, stage, pagesDone, pagesTotal }: Beat,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE job SET lease_until = now() + ${milliseconds(leaseMs)}, stage = ${stage}, pages_done = ${pagesDone},
      pages_total = ${pagesTotal ?? null}
    WHERE id = ${held.id} AND attempt = ${held.attempt} AND status = 'running' RETURNING id
  `.execute(runner)
  return rows.length > 0
}

export interface Ended {
  readonly id: string
  readonly accountId: string
  readonly uploadName: string | null
  readonly isTest: boolean
  readonly hasWebhook: boolean
}

/** @returns `undefined` when the job is no longer the worker's. */
export async function markSucceeded(
  tx: Runner,
  held: Held,
  result: JobResult,
  outputs: Outputs,
): Promise<Ended | undefined> {
  const { rows } = await sql<Ended>`
    WITH before AS (SELECT id, upload_name FROM job WHERE id = ${held.id} FOR UPDATE)
    UPDATE job SET status = 'succeeded', result = ${JSON.stringify(result)}::json,
      outputs = ${JSON.stringify(outputs)}::jsonb, finished_at = now(), lease_until = NULL, upload_name = NULL,
      stage = NULL, pages_done = ${result.pages}, pages_total = ${result.pages}
    FROM before
    WHERE job.id = before.id AND attempt = ${held.attempt} AND status = 'running'
    RETURNING job.id, account_id AS "accountId", before.upload_name AS "uploadName", is_test AS "isTest",
      webhook_url IS NOT NULL AS "hasWebhook"
  `.execute(tx)
  return rows[0]
}

/**
 * Ends a job without a result.
 *
 * @param attempt Of the worker that says so; `undefined` when it does not matter who has the job.
 * @returns `undefined` when it has ended already, or is no longer the worker's.
 */
export async function markFailed(
  tx: Runner,
  { id, attempt }: { readonly id: string; readonly attempt: number | undefined },
  error: string,
): Promise<Ended | undefined> {
  const { rows } = await sql<Ended>`
    WITH before AS (SELECT id, upload_name FROM job WHERE id = ${id} FOR UPDATE)
    UPDATE job SET status = 'failed', error = ${error}, finished_at = now(), lease_until = NULL, upload_name = NULL,
      stage = NULL
    FROM before
    WHERE job.id = before.id AND status IN ('queued', 'running')
      AND (${attempt ?? null}::integer IS NULL OR (attempt = ${attempt ?? null}::integer AND status = 'running'))
    RETURNING job.id, account_id AS "accountId", before.upload_name AS "uploadName", is_test AS "isTest",
      webhook_url IS NOT NULL AS "hasWebhook"
  `.execute(tx)
  return rows[0]
}

/** Why a job goes back to the queue: its worker was lost, or is stopping; or files could not be read or written. */
export type ReturnReason = 'lost' | 'stopping' | 'storage'

/** Puts a job back where it was in the queue. @returns Whether it was still the worker's. */
export async function returnJob(
  runner: Runner,
  held: Held,
  reason: ReturnReason,
  waitMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE job SET status = 'queued', lease_until = NULL, worker = NULL, stage = NULL, pages_done = 0,
      started_at = NULL, not_before = now() + ${milliseconds(waitMs)},
      losses = losses + ${reason === 'lost' ? 1 : 0}, returns = returns + ${reason === 'storage' ? 1 : 0}
    WHERE id = ${held.id} AND attempt = ${held.attempt} AND status = 'running' RETURNING id
  `.execute(runner)
  return rows.length > 0
}

export interface Lost extends Held {
  readonly losses: number
}

/** Jobs whose worker has not been heard of for the time of a lease. */
export async function findLost(runner: Runner, most: number): Promise<readonly Lost[]> {
  const { rows } = await sql<Lost>`
    SELECT id, attempt, losses FROM job WHERE status = 'running' AND lease_until < now()
    ORDER BY lease_until LIMIT ${most}
  `.execute(runner)
  return rows
}

/** How often a job has gone back to the queue for want of its files. */
export async function countReturns(runner: Runner, id: string): Promise<number> {
  const { rows } = await sql<{ returns: number }>`
    SELECT returns FROM job WHERE id = ${id}
  `.execute(runner)
  return rows[0]?.returns ?? 0
}
