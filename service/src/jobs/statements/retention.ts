/** Deletes rows whose retention is over. */
import { sql } from 'kysely'
import { z } from 'zod'
import { findRow, readRows } from '../../database/index.ts'
import { deliveryIdAt, jobIdAt } from '../ids.ts'
import { milliseconds, outputs, type Runner } from './rows.ts'

const expiredRow = z.object({ id: z.string(), outputs: outputs.nullable() })
type Expired = Readonly<z.output<typeof expiredRow>>

/**
 * Takes expired results for deletion.
 *
 * @returns Their jobs and files.
 */
export function takeExpired(tx: Runner, most: number): Promise<Expired[]> {
  const statement = sql`
    WITH expired AS (
      SELECT id, outputs FROM job WHERE expires_at <= now() AND outputs IS NOT NULL
      ORDER BY expires_at LIMIT ${most} FOR UPDATE SKIP LOCKED
    )
    UPDATE job SET outputs = NULL FROM expired WHERE job.id = expired.id RETURNING job.id, expired.outputs
  `
  return readRows(tx, expiredRow, statement)
}

/**
 * Takes the result of one job for deletion, at its account's request.
 *
 * @returns `undefined` if it was taken before.
 */
export function takeResult(tx: Runner, id: string): Promise<Expired | undefined> {
  const statement = sql`
    WITH before AS (SELECT id, outputs FROM job WHERE id = ${id} AND outputs IS NOT NULL FOR UPDATE)
    UPDATE job SET outputs = NULL, deleted_at = now() FROM before WHERE job.id = before.id
    RETURNING job.id, before.outputs
  `
  return findRow(tx, expiredRow, statement)
}

/**
 * Deletes secrets of webhooks that can't be sent again, names of files, which are personal data, and old idempotency
 * keys.
 */
export async function forgetOld(
  runner: Runner,
  { namesMs, keysMs }: { readonly namesMs: number; readonly keysMs: number },
): Promise<void> {
  await sql`
    UPDATE job SET webhook_secret = NULL, webhook_url = NULL
    WHERE webhook_secret IS NOT NULL AND expires_at <= now() AND status IN ('succeeded', 'failed')
  `.execute(runner)
  await sql`
    UPDATE job SET filename = NULL, result = (result::jsonb - 'filename' - 'title')::json
    WHERE filename IS NOT NULL AND created_at <= now() - ${milliseconds(namesMs)} AND status IN ('succeeded', 'failed')
  `.execute(runner)
  await sql`
    DELETE FROM idempotency WHERE created_at <= now() - ${milliseconds(keysMs)}
  `.execute(runner)
}

/**
 * Deletes the jobs of an account at once and releases their files to the next sweep.
 *
 * @param tx The transaction that deletes the account.
 */
export async function removeJobsOf(tx: Runner, accountId: string): Promise<void> {
  // Deleted by one statement before the jobs; otherwise the triggers would count each one.
  await sql`
    DELETE FROM delivery USING job WHERE delivery.job_id = job.id AND job.account_id = ${accountId}
  `.execute(tx)
  await sql`
    WITH gone AS (DELETE FROM job WHERE account_id = ${accountId} RETURNING upload_name, outputs),
    files AS (
      SELECT upload_name AS name FROM gone WHERE upload_name IS NOT NULL
      UNION ALL
      SELECT output ->> 'name' FROM gone, jsonb_path_query(outputs, '$.*') AS output
    )
    INSERT INTO file_removal (name, job_id, due_at) SELECT DISTINCT name, NULL, now() FROM files
    ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at
  `.execute(tx)
  await sql`DELETE FROM idempotency WHERE account_id = ${accountId}`.execute(tx)
}

/**
 * Deletes jobs that were created before a time, have ended, and have no files left.
 *
 * @returns The number of deleted jobs.
 */
export async function removeOldJobs(runner: Runner, before: Date, most: number): Promise<number> {
  const { rows } = await sql`
    DELETE FROM job WHERE id IN (
      SELECT id FROM job WHERE id < ${jobIdAt(before)} AND status IN ('succeeded', 'failed') AND outputs IS NULL
      ORDER BY id LIMIT ${most}::integer FOR UPDATE SKIP LOCKED
    ) RETURNING id
  `.execute(runner)
  return rows.length
}

/**
 * Deletes finished deliveries that were created before a time, with their attempts.
 *
 * @returns The number of deleted deliveries.
 */
export async function removeOldDeliveries(
  runner: Runner,
  before: Date,
  most: number,
): Promise<number> {
  const { rows } = await sql`
    DELETE FROM delivery WHERE id IN (
      SELECT id FROM delivery WHERE id < ${deliveryIdAt(before)} AND status <> 'pending'
      ORDER BY id LIMIT ${most}::integer FOR UPDATE SKIP LOCKED
    ) RETURNING id
  `.execute(runner)
  return rows.length
}
