/** Accounts: made, found, and given another plan. */
import { sql } from 'kysely'
import type { Runner } from '../database/index.ts'
import { audit } from './audit.ts'
import { newId } from './ids.ts'
import type { AccountTier } from './plans.ts'

export interface Account {
  readonly id: string
  readonly email: string | null
  readonly tier: AccountTier
  readonly isSuspended: boolean
  readonly customerId: string | null
}

const columns = sql`
  account.id, account.email, account.tier, account.suspended_at IS NOT NULL AS "isSuspended",
  account.customer_id AS "customerId"`

/** The longest address that mail can be sent to (RFC 5321, 4.5.3.1.3, less the brackets). */
const MAX_EMAIL = 254

/** @returns The address as it is compared; `undefined` for a text that is none. */
export function readEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase()
  const isOne = email.length <= MAX_EMAIL && /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+$/.test(email)
  return isOne ? email : undefined
}

export async function findAccount(runner: Runner, id: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`SELECT ${columns} FROM account WHERE id = ${id}`.execute(
    runner,
  )
  return rows[0]
}

export async function findAccountByEmail(
  runner: Runner,
  email: string,
): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    SELECT ${columns} FROM account WHERE email = ${email}
  `.execute(runner)
  return rows[0]
}

export async function listAccounts(runner: Runner): Promise<readonly Account[]> {
  const { rows } = await sql<Account>`
    SELECT ${columns} FROM account ORDER BY created_at, id
  `.execute(runner)
  return rows
}

/** @param tier Of a new account; one that is there already keeps its own. */
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
  if (!account) throw new Error('An account that was made is not there.')
  return account
}

/** @returns Whether there is no account at all. */
export async function isEmpty(runner: Runner): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM account LIMIT 1`.execute(runner)
  return rows.length === 0
}
