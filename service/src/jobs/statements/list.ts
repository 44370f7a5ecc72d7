/** Lists an account's jobs page by page, and finds ended jobs. */
import { sql } from 'kysely'
import { z } from 'zod'
import { readRows } from '../../database/index.ts'
import type { Job, JobStatus } from '../job.ts'
import { jobColumns, jobRow, type Runner, textArray } from './rows.ts'

/** The position of the last job of the previous page. */
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

/** Lists jobs, the newest first. */
export async function listJobs(
  runner: Runner,
  { accountId, limit, after, status }: ListQuery,
): Promise<readonly Job[]> {
  const statement = sql`
    SELECT ${jobColumns} FROM job
    WHERE account_id = ${accountId}
      AND (${status ?? null}::text IS NULL OR status = ${status ?? null}::text)
      AND (${after?.id ?? null}::text IS NULL
        OR (created_at, id) < (${after?.createdAt.toISOString() ?? null}::timestamptz, ${after?.id ?? null}::text))
    ORDER BY created_at DESC, id DESC LIMIT ${limit}
  `
  return readRows(runner, jobRow, statement)
}

/** Finds those of the given jobs that have ended. */
export async function findEnded(
  runner: Runner,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const statement = sql`
    SELECT id FROM job WHERE id = ANY(${textArray(ids)}) AND status IN ('succeeded', 'failed')
  `
  const rows = await readRows(runner, z.object({ id: z.string() }), statement)
  return new Set(rows.map(({ id }) => id))
}
