/** Deletes old records of the payment service. */
import { sql } from 'kysely'
import type { Runner } from '../database/index.ts'

/** Removes invoices of periods that were over before a time, and subscriptions that had ended then. */
export async function forgetPayments(runner: Runner, before: Date): Promise<void> {
  const time = sql`${before.toISOString()}::timestamptz`
  await sql`DELETE FROM paid_invoice WHERE period_end < ${time}`.execute(runner)
  await sql`DELETE FROM subscription WHERE ended_at < ${time}`.execute(runner)
}
