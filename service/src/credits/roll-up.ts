/** Sums up old ledger entries: one entry for each account, year and reason. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, readRows } from '../database/index.ts'

const accountRow = z.object({ accountId: z.string() })

/**
 * Sums up old entries, so that a ledger does not grow forever. Its total stays the same.
 *
 * @param before Years before this one (UTC) are summed up.
 * @returns The number of accounts with such entries.
 */
export async function rollUpLedger(db: Db, before: number): Promise<number> {
  const end = sql`make_timestamptz(${before}::integer, 1, 1, 0, 0, 0, 'UTC')`
  const accounts = await readRows(
    db,
    accountRow,
    sql`SELECT DISTINCT account_id AS "accountId" FROM ledger WHERE created_at < ${end} AND ref NOT LIKE 'year:%'`,
  )
  // One transaction for each account, so that no other transaction waits for long.
  for (const { accountId } of accounts) {
    await sql`
      WITH entry AS (
        SELECT id, reason, amount, date_part('year', created_at AT TIME ZONE 'UTC')::integer AS year FROM ledger
        WHERE account_id = ${accountId} AND created_at < ${end}
      ), total AS (
        SELECT year, reason, sum(amount)::integer AS amount, max(id) AS id FROM entry GROUP BY year, reason
      ), gone AS (
        DELETE FROM ledger USING entry WHERE ledger.id = entry.id AND entry.id NOT IN (SELECT id FROM total)
      )
      UPDATE ledger SET amount = total.amount, ref = 'year:' || total.year || ':' || account_id,
        job_id = NULL, key_id = NULL
      FROM total WHERE ledger.id = total.id
    `.execute(db)
  }
  return accounts.length
}
