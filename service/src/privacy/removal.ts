/** An account → nothing (GDPR, article 17). */
import { deleteAccount, lockAccountToDelete } from '../accounts/index.ts'
import type { Db } from '../database/index.ts'
import { removeJobsOf } from '../jobs/index.ts'

/**
 * Deletes an account with its keys, sessions, credits and jobs, those that run included.
 *
 * Its stored files go with the next sweep. That there was an account of this id, which says nothing, stays in the audit.
 * @returns Whether there was one.
 * @throws {StillPaid}
 */
export function removeAccount(db: Db, accountId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockAccountToDelete(tx, accountId))) return false
    await removeJobsOf(tx, accountId)
    await deleteAccount(tx, accountId)
    return true
  })
}
