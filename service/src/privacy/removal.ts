/** Deletes an account (GDPR, article 17). */
import { type Account, deleteAccount, lockAccountToDelete } from '../accounts/index.ts'
import type { CreditsService } from '../credits/index.ts'
import type { Db } from '../database/index.ts'
import { removeJobsOf } from '../jobs/index.ts'

/**
 * Deletes an account with its keys, sessions, credits and jobs, including running ones.
 *
 * The next sweep deletes its stored files. The audit keeps the id of the account, which identifies nobody; until the
 * end of the period, its balance is kept in case the owner returns.
 *
 * @returns True if the account existed.
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
