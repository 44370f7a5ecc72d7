/** Statements on hosts that receive the webhooks of an account: disabled ones, and unused ones. */
import { sql } from 'kysely'
import { z } from 'zod'
import { readRows } from '../../database/index.ts'
import type { Runner } from './rows.ts'

/**
 * Enables a receiver.
 *
 * @returns True if it was disabled.
 */
export async function enableReceiver(
  runner: Runner,
  accountId: string,
  host: string,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE receiver SET disabled_at = NULL, told_at = NULL, failing_since = NULL, failures = 0
    WHERE account_id = ${accountId} AND host = ${host} AND disabled_at IS NOT NULL RETURNING host
  `.execute(runner)
  return rows.length > 0
}

const disabledRow = z.object({
  accountId: z.string(),
  email: z.string().nullable(),
  host: z.string(),
  failingSince: z.date(),
  disabledAt: z.date(),
})
export type DisabledReceiver = Readonly<z.infer<typeof disabledRow>>

const disabledColumns = sql`
  receiver.account_id AS "accountId", email, host, failing_since AS "failingSince",
  disabled_at AS "disabledAt"`

export function listDisabledReceivers(
  runner: Runner,
  accountId: string,
): Promise<readonly DisabledReceiver[]> {
  return readRows(
    runner,
    disabledRow,
    sql`
      SELECT ${disabledColumns} FROM receiver JOIN account ON account.id = receiver.account_id
      WHERE receiver.account_id = ${accountId} AND disabled_at IS NOT NULL ORDER BY host
    `,
  )
}

/** Claims disabled receivers whose owner was not notified yet, so that one process sends the mail. */
export function claimUnannounced(runner: Runner): Promise<readonly DisabledReceiver[]> {
  return readRows(
    runner,
    disabledRow,
    sql`
      UPDATE receiver SET told_at = now() FROM account
      WHERE account.id = receiver.account_id AND disabled_at IS NOT NULL AND told_at IS NULL
      RETURNING ${disabledColumns}
    `,
  )
}

/** Returns a receiver whose mail could not be sent, so that it is tried again. */
export async function markUnannounced(
  runner: Runner,
  { accountId, host }: DisabledReceiver,
): Promise<void> {
  await sql`
    UPDATE receiver SET told_at = NULL WHERE account_id = ${accountId} AND host = ${host}
  `.execute(runner)
}

/** Forgets receivers without deliveries for a month. */
export async function forgetReceivers(runner: Runner): Promise<void> {
  await sql`
    DELETE FROM receiver
    WHERE pending = 0 AND disabled_at IS NULL AND served_at < now() - interval '30 days'
  `.execute(runner)
}
