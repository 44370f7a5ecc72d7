/** The ledger of years long past → one entry for each account, year and reason. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, readRows } from '../database/index.ts'

const accountRow = z.object({ accountId: z.string() })

/**
 * Sums entries up, so that a ledger does not grow for ever. Its sum stays what it was.
 *
 * @param before Of the years before this one (UTC) only sums are kept.
 * @returns Accounts that had such entries.
 */
export async function rollUpLedger(db: Db, before: number): Promise<number> {
  const end = sql`make_timestamptz(${before}::integer, 1, 1, 0, 0, 0, 'UTC')`
  const accounts = await readRows(
    db,
    accountRow,
    sql`SELECT DISTINCT account_id AS "accountId" FROM ledger WHERE created_at < ${end} AND ref NOT LIKE 'year:%'`,
  )
  // Each by itself: nobody waits for a transaction over all.
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
