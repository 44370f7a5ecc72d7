/** Work on the database → done as one, again where it and another would have waited for each other for ever. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Db } from './runner.ts'

const TRIES = 4
/** Up to so long before the next try, so that the two do not meet again. */
const PAUSE_MS = 50
/** PostgreSQL, appendix A: deadlock_detected, serialization_failure. Nothing of the transaction was done. */
const conflicts: ReadonlySet<unknown> = new Set(['40P01', '40001'])

/** @param work Is done again after a deadlock: what it does outside of the database has to bear that. */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: Transaction<unknown>) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (!conflicts.has(code) || tries === TRIES) throw error
      await sleep(Math.random() * PAUSE_MS)
    }
  }
}
