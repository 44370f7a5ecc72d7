/** Deletes old invoices and subscriptions. */
import { sql } from 'kysely'
import type { Runner } from '../database/index.ts'

/** Deletes invoices whose period ended before a date, and subscriptions that ended before it. */
export async function forgetPayments(runner: Runner, before: Date): Promise<void> {
  const time = sql`${before.toISOString()}::timestamptz`
  await sql`DELETE FROM paid_invoice WHERE period_end < ${time}`.execute(runner)
  await sql`DELETE FROM subscription WHERE ended_at < ${time}`.execute(runner)
}
