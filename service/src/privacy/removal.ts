/** An account → nothing (GDPR, article 17). */
import { type Account, deleteAccount, lockAccountToDelete } from '../accounts/index.ts'
import type { CreditsService } from '../credits/index.ts'
import type { Db } from '../database/index.ts'
import { removeJobsOf } from '../jobs/index.ts'

/**
 * Deletes an account with its keys, sessions, credits and jobs, those that run included.
 *
 * Its stored files go with the next sweep. That there was an account of this id, which says nothing, stays in the audit;
 * and, until its period is over, what it had left, for who comes back.
 * @returns Whether there was one.
 * @throws {PlanStillPaid}
 */
export function removeAccount(
  { db, credits }: { readonly db: Db; readonly credits: CreditsService },
  account: Account,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockAccountToDelete(tx, account.id))) return false
    await credits.keepDeletedBalance(tx, account)
    await removeJobsOf(tx, account.id)
    await deleteAccount(tx, account.id)
    return true
  })
}
