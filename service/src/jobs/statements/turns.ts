/** Compares the counters of the queue with the jobs and corrects them. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, inTransaction, readRows } from '../../database/index.ts'

const turnRow = z.object({ accountId: z.string(), isTest: z.boolean() })

/**
 * Corrects counters that differ from the jobs.
 *
 * Triggers keep the counters right unless rows were inserted without them, as a restored backup may do.
 *
 * @returns The number of corrected counters.
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
      // From here on, changes of these jobs wait for this lock: the next statement sees exactly the jobs that were
      // counted.
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
