/** The ledger of an account, page by page. */
import { sql } from 'kysely'
import type { Runner } from '../database/index.ts'

export interface LedgerEntry {
  /** Counts up. */
  readonly id: string
  /** Whole credits; negative for what was spent. */
  readonly amount: number
  readonly reason: string
  readonly jobId: string | null
  readonly createdAt: Date
}

/** The newest first. @param before Id of the last entry of the page before. */
export async function listUsage(
  runner: Runner,
  accountId: string,
  { limit, before }: { readonly limit: number; readonly before: string | undefined },
): Promise<readonly LedgerEntry[]> {
  const { rows } = await sql<LedgerEntry>`
    SELECT id::text, amount, reason, job_id AS "jobId", created_at AS "createdAt" FROM ledger
    WHERE account_id = ${accountId} AND (${before ?? null}::bigint IS NULL OR id < ${before ?? null}::bigint)
    ORDER BY ledger.id DESC LIMIT ${limit}::integer
  `.execute(runner)
  return rows
}
