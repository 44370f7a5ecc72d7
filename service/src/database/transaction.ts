/** Runs work in a transaction and repeats it after a deadlock. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Db } from './runner.ts'

const TRIES = 4
/** The longest random wait before a repeat, so that the same transactions do not collide again. */
const PAUSE_MS = 50
/** PostgreSQL, appendix A: deadlock_detected, serialization_failure. The transaction was rolled back. */
const conflicts: ReadonlySet<unknown> = new Set(['40P01', '40001'])

/** @param work Is repeated after a deadlock, so its effects outside of the database must be repeatable. */
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
