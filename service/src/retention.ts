/** Deletes old rows by the retention settings. The queue itself deletes documents and results. */
import { forgetAudit } from './accounts/index.ts'
import type { RetentionConfig } from './config/index.ts'
import { rollUpLedger } from './credits/index.ts'
import type { Db } from './database/index.ts'
import { removeOldDeliveries, removeOldJobs } from './jobs/index.ts'
import { forgetPayments } from './payments/index.ts'

/** Rows of each kind per statement. */
const MOST = 1_000

/** Deletes all rows whose retention is over. */
export async function endRows(
  db: Db,
  { jobsDays, deliveriesDays, auditDays, paymentsDays, ledgerYears }: RetentionConfig,
  now: Date = new Date(),
): Promise<void> {
  await repeat(() => removeOldDeliveries(db, daysBefore(now, deliveriesDays), MOST))
  await repeat(() => removeOldJobs(db, daysBefore(now, jobsDays), MOST))
  await repeat(() => forgetAudit(db, daysBefore(now, auditDays), MOST))
  await forgetPayments(db, daysBefore(now, paymentsDays))
  await rollUpLedger(db, now.getUTCFullYear() - ledgerYears)
}

async function repeat(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) === MOST);
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1_000)
}
