/** Locks a balance, opens its periods, and changes its grant within a period. */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { accountTiers } from '../accounts/index.ts'
import { findRow, type Runner } from '../database/index.ts'
import type { Period } from './periods.ts'

const payingAccount = z.object({
  email: z.string().nullable(),
  tier: z.enum(accountTiers),
  anchorOn: z.string(),
  tierChanges: z.int(),
  isSubscribed: z.boolean(),
  hasSubscribed: z.boolean(),
})
export type PayingAccount = z.infer<typeof payingAccount>

const balanceRow = z.object({
  balance: z.int(),
  held: z.int(),
  granted: z.int(),
  owed: z.int(),
  periodStart: z.string(),
  periodEnd: z.string(),
  goodUntil: z.string(),
  subscriptionId: z.string().nullable(),
})
export type Balance = z.infer<typeof balanceRow>

/** The day on which the credits of a balance expire. */
export const goodUntil: RawBuilder<unknown> = sql`greatest(balance.period_end, balance.grace_until)`

export function lockAccount(tx: Runner, accountId: string): Promise<PayingAccount | undefined> {
  return findRow(
    tx,
    payingAccount,
    sql`
      SELECT email, tier, anchor_on::text AS "anchorOn", tier_changes AS "tierChanges",
        subscription_id IS NOT NULL AND tier IN ('essential', 'scale') AS "isSubscribed",
        customer_id IS NOT NULL AS "hasSubscribed"
      FROM account WHERE id = ${accountId} FOR NO KEY UPDATE
    `,
  )
}

/**
 * Locks the balance after the account, so that it reads the state which the last holder of the account's lock
 * committed.
 */
export function lockBalance(tx: Runner, accountId: string): Promise<Balance | undefined> {
  return findRow(
    tx,
    balanceRow,
    sql`
      SELECT balance, held, granted, owed, period_start::text AS "periodStart",
        period_end::text AS "periodEnd", ${goodUntil}::text AS "goodUntil",
        subscription_id AS "subscriptionId"
      FROM balance WHERE account_id = ${accountId} FOR UPDATE
    `,
  )
}

interface Grant extends Period {
  readonly credits: number
  /** The unique name of the grant in the ledger. */
  readonly ref: string
  /** The subscription whose invoice paid for the period; `null` for an unpaid one. */
  readonly subscriptionId: string | null
  readonly graceUntil: string | null
  /** Debt of earlier periods; a paid grant repays it first. */
  readonly owed: number
}

/** Opens a period: the rest of the last one expires, except the holds of running calls. */
export async function beginPeriod(
  tx: Runner,
  accountId: string,
  before: Balance | undefined,
  grant: Grant,
): Promise<void> {
  const { credits, ref, subscriptionId, graceUntil, start, end } = grant
  const rest = before ? before.balance - before.held : 0
  const repaid = subscriptionId === null ? 0 : Math.min(grant.owed, credits)
  await noteEntry(tx, accountId, { amount: -rest, reason: 'expiry', ref })
  await noteEntry(tx, accountId, { amount: credits, reason: 'grant', ref })
  await noteEntry(tx, accountId, { amount: -repaid, reason: 'plan_change', ref })
  const amount = credits - repaid
  await sql`
    INSERT INTO balance (account_id, balance, granted, owed, period_start, period_end,
      subscription_id, grace_until)
    VALUES (${accountId}, ${amount}::integer, ${credits}::integer,
      ${grant.owed - repaid}::integer, ${start}::date, ${end}::date, ${subscriptionId},
      ${graceUntil}::date)
    ON CONFLICT (account_id) DO UPDATE SET
      balance = balance.balance - ${rest}::integer + excluded.balance,
      granted = excluded.granted, owed = excluded.owed, period_start = excluded.period_start,
      period_end = excluded.period_end, subscription_id = excluded.subscription_id,
      grace_until = excluded.grace_until
  `.execute(tx)
}

/**
 * Changes the grant within the period by the difference of the plans, up or down.
 *
 * Credits that are taken back after they were spent become debt, which later credits repay. So the balance depends only
 * on the grants and the spending, however often the plan changes in between.
 */
export async function moveTo(
  tx: Runner,
  accountId: string,
  { balance, held, granted, owed }: Balance,
  credits: number,
): Promise<void> {
  if (credits === granted) return
  const free = balance - held - owed + credits - granted
  const moved = Math.max(free, 0) - (balance - held)
  await noteEntry(tx, accountId, { amount: moved, reason: 'plan_change', ref: randomUUID() })
  await sql`
    UPDATE balance SET balance = balance + ${moved}::integer, granted = ${credits}::integer,
      owed = ${Math.max(-free, 0)}::integer
    WHERE account_id = ${accountId}
  `.execute(tx)
}

interface Entry {
  readonly amount: number
  readonly reason: 'grant' | 'expiry' | 'plan_change' | 'spent_before'
  readonly ref: string
}

/** Writes a ledger entry; skips an amount of 0. */
export async function noteEntry(
  tx: Runner,
  accountId: string,
  { amount, reason, ref }: Entry,
): Promise<void> {
  if (amount === 0) return
  await sql`
    INSERT INTO ledger (account_id, amount, reason, ref)
    VALUES (${accountId}, ${amount}::integer, ${reason}, ${`${accountId}:${ref}`})
  `.execute(tx)
}
