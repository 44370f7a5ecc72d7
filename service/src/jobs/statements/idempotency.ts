/** Statements on idempotency keys. */
import { sql } from 'kysely'
import { z } from 'zod'
import { findRow } from '../../database/index.ts'
import { milliseconds, type Runner } from './rows.ts'

export interface Request {
  readonly accountId: string
  readonly route: 'convert' | 'convert_job'
  readonly key: string
  /** SHA-256 of the request. */
  readonly fingerprint: string
}

const earlierRow = z.object({
  fingerprint: z.string(),
  isDone: z.boolean(),
  jobId: z.string().nullable(),
})
export type EarlierRequest = Readonly<z.output<typeof earlierRow>>

/**
 * Takes a key for a request.
 *
 * @param lockMs The longest duration of a request; a longer one belongs to a dead process, and its key is free again.
 * @returns The request that has the key; `undefined` if this one took it.
 */
export async function takeKey(
  runner: Runner,
  { accountId, route, key, fingerprint }: Request,
  { lockMs, keepMs }: { readonly lockMs: number; readonly keepMs: number },
): Promise<EarlierRequest | undefined> {
  const { rows: taken } = await sql`
    INSERT INTO idempotency (account_id, route, key, fingerprint, locked_until)
    VALUES (${accountId}, ${route}, ${key}, ${fingerprint}, now() + ${milliseconds(lockMs)})
    ON CONFLICT (account_id, route, key) DO UPDATE SET fingerprint = excluded.fingerprint,
      locked_until = excluded.locked_until, is_done = false, job_id = NULL, created_at = now()
    WHERE (NOT idempotency.is_done AND idempotency.locked_until <= now())
      OR idempotency.created_at <= now() - ${milliseconds(keepMs)}
    RETURNING key
  `.execute(runner)
  if (taken.length > 0) return undefined
  const statement = sql`
    SELECT fingerprint, is_done AS "isDone", job_id AS "jobId" FROM idempotency
    WHERE account_id = ${accountId} AND route = ${route} AND key = ${key}
  `
  const earlier = await findRow(runner, earlierRow, statement)
  // The other request freed the key between the two statements: treated as in progress.
  return earlier ?? { fingerprint, isDone: false, jobId: null }
}

/** Marks the request as done. */
export async function finishKey(
  runner: Runner,
  { accountId, route, key }: Request,
  jobId: string | undefined,
): Promise<void> {
  await sql`
    UPDATE idempotency SET is_done = true, job_id = ${jobId ?? null}
    WHERE account_id = ${accountId} AND route = ${route} AND key = ${key}
  `.execute(runner)
}

/** Frees the key of a refused request. */
export async function freeKey(
  runner: Runner,
  { accountId, route, key, fingerprint }: Request,
): Promise<void> {
  await sql`
    DELETE FROM idempotency WHERE account_id = ${accountId} AND route = ${route} AND key = ${key}
      AND fingerprint = ${fingerprint} AND NOT is_done
  `.execute(runner)
}
