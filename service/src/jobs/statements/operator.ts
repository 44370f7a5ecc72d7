/** The operator's statements on the queue: jobs and webhooks of all accounts, and the pause. */
import { sql } from 'kysely'
import { z } from 'zod'
import { findRow, readRows } from '../../database/index.ts'
import { type JobStatus, jobStatuses } from '../job.ts'
import type { Runner } from './rows.ts'

const operatorJobRow = z.object({
  id: z.string(),
  accountId: z.string(),
  status: z.enum(jobStatuses),
  isTest: z.boolean(),
  mediaType: z.string(),
  bytes: z.int(),
  attempt: z.int(),
  worker: z.string().nullable(),
  stage: z.string().nullable(),
  pagesDone: z.int(),
  pagesTotal: z.int().nullable(),
  error: z.string().nullable(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  /** The time at which a returned job is retried. */
  delayedUntil: z.date().nullable(),
})
export type OperatorJob = Readonly<z.output<typeof operatorJobRow>>

const operatorJobColumns = sql`
  id, account_id AS "accountId", status, is_test AS "isTest", media_type AS "mediaType", bytes, attempt, worker,
  stage, pages_done AS "pagesDone", pages_total AS "pagesTotal", error, created_at AS "createdAt",
  started_at AS "startedAt", finished_at AS "finishedAt",
  CASE WHEN is_delayed THEN not_before END AS "delayedUntil"`

export interface OperatorQuery<Status extends string> {
  readonly accountId: string | undefined
  readonly status: Status | undefined
  readonly limit: number
}

/** Lists jobs, the newest first: ids increase with time. */
export function listAllJobs(
  runner: Runner,
  { accountId, status, limit }: OperatorQuery<JobStatus>,
): Promise<readonly OperatorJob[]> {
  const statement = sql`
    SELECT ${operatorJobColumns} FROM job
    WHERE (${accountId ?? null}::text IS NULL OR account_id = ${accountId ?? null}::text)
      AND (${status ?? null}::text IS NULL OR status = ${status ?? null}::text)
    ORDER BY id DESC LIMIT ${limit}::integer
  `
  return readRows(runner, operatorJobRow, statement)
}

export function findAnyJob(runner: Runner, id: string): Promise<OperatorJob | undefined> {
  const statement = sql`SELECT ${operatorJobColumns} FROM job WHERE id = ${id}`
  return findRow(runner, operatorJobRow, statement)
}

/**
 * Ends the delay of a returned job.
 *
 * @returns True if it was delayed.
 */
export async function endDelay(runner: Runner, id: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE job SET is_delayed = false, not_before = now()
    WHERE id = ${id} AND status = 'queued' AND is_delayed RETURNING id
  `.execute(runner)
  return rows.length > 0
}

const operatorDeliveryRow = z.object({
  jobId: z.string(),
  accountId: z.string(),
  host: z.string().nullable(),
  status: z.enum(['pending', 'delivered', 'failed']),
  tries: z.int(),
  dueAt: z.date(),
  answer: z.int().nullable(),
  error: z.string().nullable(),
})
export type OperatorDelivery = Readonly<z.output<typeof operatorDeliveryRow>>

/** Lists webhooks with their last attempt, the newest first. */
export function listAllDeliveries(
  runner: Runner,
  { accountId, status, limit }: OperatorQuery<OperatorDelivery['status']>,
): Promise<readonly OperatorDelivery[]> {
  const statement = sql`
    SELECT job_id AS "jobId", account_id AS "accountId", host, delivery.status, tries, due_at AS "dueAt",
      last.status AS answer, last.error
    FROM delivery LEFT JOIN LATERAL (
      SELECT status, error FROM delivery_attempt WHERE delivery_id = delivery.id ORDER BY number DESC LIMIT 1
    ) AS last ON true
    WHERE (${accountId ?? null}::text IS NULL OR account_id = ${accountId ?? null}::text)
      AND (${status ?? null}::text IS NULL OR delivery.status = ${status ?? null}::text)
    ORDER BY delivery.id DESC LIMIT ${limit}::integer
  `
  return readRows(runner, operatorDeliveryRow, statement)
}

/**
 * Disables a receiving host of an account.
 *
 * @returns True if webhooks were sent there.
 */
export async function disableReceiver(
  runner: Runner,
  accountId: string,
  host: string,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE receiver SET disabled_at = coalesce(disabled_at, now()), told_at = coalesce(told_at, now()),
      failing_since = coalesce(failing_since, now())
    WHERE account_id = ${accountId} AND host = ${host} RETURNING host
  `.execute(runner)
  return rows.length > 0
}

/**
 * Pauses or resumes claims by all workers; running jobs continue.
 *
 * @returns True if the state changed.
 */
export async function setPaused(runner: Runner, isPaused: boolean): Promise<boolean> {
  const statement = isPaused
    ? sql`INSERT INTO queue_pause (id) VALUES (true) ON CONFLICT (id) DO NOTHING RETURNING id`
    : sql`DELETE FROM queue_pause RETURNING id`
  const { rows } = await statement.execute(runner)
  return rows.length > 0
}
