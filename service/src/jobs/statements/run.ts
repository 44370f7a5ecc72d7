/** Updates a worker's own jobs. Status and attempt guard each update: a worker that lost a job changes nothing. */
import { sql } from 'kysely'
import { z } from 'zod'
import { findRow, readRows } from '../../database/index.ts'
import type { JobResult, Outputs } from '../job.ts'
import { milliseconds, type Runner, storedName } from './rows.ts'

/** A job that a worker holds. */
export interface HeldJob {
  readonly id: string
  readonly attempt: number
}

export interface Heartbeat extends HeldJob {
  readonly stage: string
  readonly pagesDone: number
  readonly pagesTotal: number | null
}

const idRow = z.object({ id: z.string() })

/**
 * Renews leases and stores progress.
 *
 * @returns The ids of the jobs that the worker still holds.
 */
export async function beat(
  runner: Runner,
  beats: readonly Heartbeat[],
  leaseMs: number,
): Promise<ReadonlySet<string>> {
  const statement = sql`
    WITH beat AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(beats)}::jsonb)
        AS beat (id text, attempt integer, stage text, "pagesDone" integer, "pagesTotal" integer)
    ), held AS MATERIALIZED (
      SELECT id FROM job WHERE id = ANY(ARRAY(SELECT id FROM beat)) ORDER BY id FOR UPDATE
    )
    UPDATE job SET lease_until = now() + ${milliseconds(leaseMs)}, stage = beat.stage,
      pages_done = beat."pagesDone", pages_total = beat."pagesTotal"
    FROM held JOIN beat ON beat.id = held.id
    WHERE job.id = ANY(ARRAY(SELECT id FROM held)) AND job.id = held.id AND job.attempt = beat.attempt
      AND status = 'running' RETURNING job.id
  `
  return new Set((await readRows(runner, idRow, statement)).map(({ id }) => id))
}

/** The ending of a job. */
export type JobEnding = {
  readonly id: string
  /** The attempt of the reporting worker; `undefined` to end the job regardless of its holder. */
  readonly attempt: number | undefined
} & (
  | { readonly status: 'succeeded'; readonly result: JobResult; readonly outputs: Outputs }
  | { readonly status: 'failed'; readonly error: string }
)

const endedRow = z.object({
  id: z.string(),
  accountId: z.string(),
  status: z.enum(['succeeded', 'failed']),
  uploadName: storedName.nullable(),
  isTest: z.boolean(),
  hasWebhook: z.boolean(),
})
export type EndedJob = Readonly<z.output<typeof endedRow>>

/** @returns The jobs that this call ended, without those that had ended before or that another worker holds. */
export function markEnded(tx: Runner, endings: readonly JobEnding[]): Promise<EndedJob[]> {
  const statement = sql`
    WITH ending AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(endings.map(toRecord))}::jsonb)
        AS ending (id text, attempt integer, status text, error text, result text, outputs jsonb, pages integer)
    ), held AS MATERIALIZED (
      SELECT id, upload_name FROM job WHERE id = ANY(ARRAY(SELECT id FROM ending)) ORDER BY id FOR UPDATE
    )
    UPDATE job SET status = ending.status, error = ending.error, result = ending.result::json,
      outputs = ending.outputs, pages_done = coalesce(ending.pages, pages_done),
      pages_total = coalesce(ending.pages, pages_total), finished_at = now(), lease_until = NULL,
      upload_name = NULL, sealed_password = NULL, stage = NULL
    FROM held JOIN ending ON ending.id = held.id
    WHERE job.id = ANY(ARRAY(SELECT id FROM held)) AND job.id = held.id AND job.status IN ('queued', 'running')
      AND (ending.attempt IS NULL OR (job.attempt = ending.attempt AND job.status = 'running'))
    RETURNING job.id, account_id AS "accountId", job.status, held.upload_name AS "uploadName",
      is_test AS "isTest", webhook_url IS NOT NULL AS "hasWebhook"
  `
  return readRows(tx, endedRow, statement)
}

function toRecord(ending: JobEnding): object {
  const { id, attempt, status } = ending
  if (status === 'failed') return { id, attempt, status, error: ending.error }
  const { result, outputs } = ending
  // Passed as text: jsonb would lose the order of the names.
  return { id, attempt, status, result: JSON.stringify(result), outputs, pages: result.pages }
}

const finalRow = z.object({
  id: z.string(),
  attempt: z.int(),
  status: z.string(),
  error: z.string().nullable(),
  file: z.string().nullable(),
})

/** @returns The endings that took effect, by any call; this also finds those whose COMMIT was not answered. */
export async function findEndings(
  runner: Runner,
  endings: readonly JobEnding[],
): Promise<ReadonlySet<JobEnding>> {
  const ids = JSON.stringify(endings.map(({ id }) => id))
  const statement = sql`
    SELECT id, attempt, status, error, outputs -> 'markdown' ->> 'name' AS file FROM job
    WHERE id = ANY(ARRAY(SELECT jsonb_array_elements_text(${ids}::jsonb)))
  `
  const jobs = new Map((await readRows(runner, finalRow, statement)).map((job) => [job.id, job]))
  return new Set(
    endings.filter((ending) => {
      const job = jobs.get(ending.id)
      if (job?.status !== ending.status) return false
      if (ending.attempt !== undefined && ending.attempt !== job.attempt) return false
      return ending.status === 'failed'
        ? job.error === ending.error
        : job.file === ending.outputs.markdown.name
    }),
  )
}

/**
 * The reason why a job returns to the queue: its worker was lost or is stopping, or files could not be read or written.
 */
export type ReturnReason = 'lost' | 'stopping' | 'storage'

/**
 * Returns a job to its place in the queue.
 *
 * @returns True if the worker still held it.
 */
export async function returnJob(
  runner: Runner,
  { id, attempt }: HeldJob,
  reason: ReturnReason,
  waitMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE job SET status = 'queued', lease_until = NULL, worker = NULL, stage = NULL, pages_done = 0,
      started_at = NULL, not_before = now() + ${milliseconds(waitMs)}, is_delayed = ${waitMs > 0}::boolean,
      losses = losses + ${reason === 'lost' ? 1 : 0}, returns = returns + ${reason === 'storage' ? 1 : 0}
    WHERE id = ${id} AND attempt = ${attempt} AND status = 'running' RETURNING id
  `.execute(runner)
  return rows.length > 0
}

/** Makes delayed jobs claimable again when their delay is over. */
export async function wakeDelayed(runner: Runner): Promise<void> {
  await sql`
    UPDATE job SET is_delayed = false WHERE is_delayed AND not_before <= now()
  `.execute(runner)
}

const lostRow = z.object({ id: z.string(), attempt: z.int(), losses: z.int() })
export type LostJob = Readonly<z.output<typeof lostRow>>

/** Finds jobs whose worker did not renew its lease in time. */
export function findLost(runner: Runner, most: number): Promise<LostJob[]> {
  const statement = sql`
    SELECT id, attempt, losses FROM job WHERE status = 'running' AND lease_until < now()
    ORDER BY lease_until LIMIT ${most}
  `
  return readRows(runner, lostRow, statement)
}

/** Counts how often a job returned to the queue because of its files. */
export async function countReturns(runner: Runner, id: string): Promise<number> {
  const statement = sql`SELECT returns FROM job WHERE id = ${id}`
  return (await findRow(runner, z.object({ returns: z.int() }), statement))?.returns ?? 0
}
