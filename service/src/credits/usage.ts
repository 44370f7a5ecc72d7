/** Lists the ledger of an account, page by page. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Runner, readRows } from '../database/index.ts'

const entryRow = z.object({
  /** Increases with each entry. */
  id: z.string(),
  /** Whole credits; negative for what was spent. */
  amount: z.int(),
  reason: z.string(),
  jobId: z.string().nullable(),
  createdAt: z.date(),
})
type LedgerEntry = Readonly<z.infer<typeof entryRow>>

/**
 * Lists entries, the newest first.
 *
 * @param before Id of the last entry of the previous page.
 */
export function listUsage(
  runner: Runner,
  accountId: string,
  { limit, before }: { readonly limit: number; readonly before: string | undefined },
): Promise<readonly LedgerEntry[]> {
  return readRows(
    runner,
    entryRow,
    sql`
      SELECT id::text, amount, reason, job_id AS "jobId", created_at AS "createdAt" FROM ledger
      WHERE account_id = ${accountId}
        AND (${before ?? null}::bigint IS NULL OR id < ${before ?? null}::bigint)
      ORDER BY ledger.id DESC LIMIT ${limit}::integer
    `,
  )
}
