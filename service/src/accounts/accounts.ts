/** Creates, finds, suspends and deletes accounts, and changes their plans. */
import { sql } from 'kysely'
import { z } from 'zod'
import { findRow, type Runner, readRows } from '../database/index.ts'
import { audit } from './audit.ts'
import { newId } from './ids.ts'
import { type AccountTier, accountTiers } from './plans.ts'

export const accountRow = z.object({
  id: z.string(),
  email: z.string().nullable(),
  tier: z.enum(accountTiers),
  isSuspended: z.boolean(),
  customerId: z.string().nullable(),
  createdAt: z.date(),
})
export type Account = Readonly<z.output<typeof accountRow>>

/** The columns of an account, named as in its type. */
export const accountColumns = sql`
  account.id, account.email, account.tier, account.suspended_at IS NOT NULL AS "isSuspended",
  account.customer_id AS "customerId", account.created_at AS "createdAt"`

/** The longest address that mail can be sent to (RFC 5321, 4.5.3.1.3, without the brackets). */
const MAX_EMAIL = 254

/** @returns The address in the form used for comparison; `undefined` for an invalid address. */
export function readEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase()
  const isOne = email.length <= MAX_EMAIL && /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+$/.test(email)
  return isOne ? email : undefined
}

export function findAccount(runner: Runner, id: string): Promise<Account | undefined> {
  return findRow(runner, accountRow, sql`SELECT ${accountColumns} FROM account WHERE id = ${id}`)
}

export function findAccountByEmail(runner: Runner, email: string): Promise<Account | undefined> {
  const statement = sql`SELECT ${accountColumns} FROM account WHERE email = ${email}`
  return findRow(runner, accountRow, statement)
}

export function listAccounts(runner: Runner): Promise<readonly Account[]> {
  const statement = sql`SELECT ${accountColumns} FROM account ORDER BY created_at, id`
  return readRows(runner, accountRow, statement)
}

/** @param tier Applies to a new account only; an existing account keeps its tier. */
export async function getOrCreateAccount(
  tx: Runner,
  email: string | null,
  tier: AccountTier,
): Promise<Account> {
  const id = newId('acc')
  const { rows } = await sql`
    INSERT INTO account (id, email, tier, anchor_on)
    VALUES (${id}, ${email}, ${tier}, (now() AT TIME ZONE 'UTC')::date)
    ON CONFLICT (email) DO NOTHING RETURNING id
  `.execute(tx)
  if (rows.length > 0) await audit(tx, id, 'account_created', { tier })
  const account =
    rows.length > 0 || email === null
      ? await findAccount(tx, id)
      : await findAccountByEmail(tx, email)
  if (!account) throw new Error('The new account is missing.')
  return account
}

/** @returns True if no account exists. */
export async function isEmpty(runner: Runner): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM account LIMIT 1`.execute(runner)
  return rows.length === 0
}

/** Finds an account by its mail address or its id. */
export async function findAccountBy(runner: Runner, which: string): Promise<Account | undefined> {
  const email = readEmail(which)
  return (
    (await findAccount(runner, which)) ??
    (email === undefined ? undefined : await findAccountByEmail(runner, email))
  )
}

/**
 * Suspends or resumes an account; keys of a suspended account are refused.
 *
 * @returns True if the state changed.
 */
export async function setSuspended(tx: Runner, id: string, isSuspended: boolean): Promise<boolean> {
  const { rows } = await sql`
    UPDATE account SET suspended_at = CASE WHEN ${isSuspended}::boolean THEN now() END
    WHERE id = ${id} AND (suspended_at IS NOT NULL) <> ${isSuspended}::boolean RETURNING id
  `.execute(tx)
  if (rows.length > 0) await audit(tx, id, isSuspended ? 'account_suspended' : 'account_resumed')
  return rows.length > 0
}

/** Refuses to delete an account while its plan is still being paid for. The message is a sentence for the user. */
export class PlanStillPaid extends Error {
  override readonly name = 'PlanStillPaid'
}

/**
 * Deletes an account and its data; only the audit entries remain.
 *
 * Keys, sessions, balance and ledger go with its row; its jobs must be deleted before.
 *
 * @param tx A transaction, after {@link lockAccountToDelete}.
 */
export async function deleteAccount(tx: Runner, id: string): Promise<void> {
  await sql`
    DELETE FROM login_token WHERE email = (SELECT email FROM account WHERE id = ${id})
  `.execute(tx)
  await sql`DELETE FROM audit WHERE account_id = ${id}`.execute(tx)
  await sql`DELETE FROM account WHERE id = ${id}`.execute(tx)
  await audit(tx, id, 'account_deleted')
}

/**
 * @returns True if the account exists.
 * @throws {PlanStillPaid}
 */
export async function lockAccountToDelete(tx: Runner, id: string): Promise<boolean> {
  const account = await findRow(
    tx,
    z.object({ isPaid: z.boolean() }),
    sql`
      SELECT subscription_id IS NOT NULL AND tier IN ('essential', 'scale') AS "isPaid"
      FROM account WHERE id = ${id} FOR UPDATE
    `,
  )
  if (account?.isPaid) {
    throw new PlanStillPaid('The plan is still paid for. End the subscription first, then delete.')
  }
  return account !== undefined
}
