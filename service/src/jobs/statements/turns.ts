/** The counters of the queue, held against the jobs. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, inTransaction, readRows } from '../../database/index.ts'

const turnRow = z.object({ accountId: z.string(), isTest: z.boolean() })

/**
 * Sets counters right that do not say what there is.
 *
 * Triggers keep them, so that there are none, unless somebody has put rows into the database without: a backup that is
 * restored may.
 * @returns How many there were.
 */
export async function recountTurns(db: Db): Promise<number> {
  const drifted = sql`
    SELECT account_id AS "accountId", is_test AS "isTest" FROM turn LEFT JOIN (
      SELECT account_id, is_test, count(*) FILTER (WHERE status = 'queued' AND NOT is_delayed) AS waiting,
        count(*) FILTER (WHERE status = 'running') AS running
      FROM job WHERE status IN ('queued', 'running') GROUP BY account_id, is_test
    ) AS jobs USING (account_id, is_test)
    WHERE turn.waiting <> coalesce(jobs.waiting, 0) OR turn.running <> coalesce(jobs.running, 0)
  `
  const turns = await readRows(db, turnRow, drifted)
  for (const { accountId, isTest } of turns) {
    await inTransaction(db, async (tx) => {
      const which = sql`account_id = ${accountId} AND is_test = ${isTest}::boolean`
      // Who changes a job from here on waits to count it: so the next statement sees all that was counted, and no more.
      await sql`SELECT FROM turn WHERE ${which} FOR UPDATE`.execute(tx)
      await sql`
        UPDATE turn SET waiting = jobs.waiting, running = jobs.running FROM (
          SELECT count(*) FILTER (WHERE status = 'queued' AND NOT is_delayed) AS waiting,
            count(*) FILTER (WHERE status = 'running') AS running
          FROM job WHERE ${which} AND status IN ('queued', 'running')
        ) AS jobs WHERE ${which}
      `.execute(tx)
    })
  }
  return turns.length
}
