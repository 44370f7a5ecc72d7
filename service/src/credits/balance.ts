/** Reads the balance of an account and opens its current period. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { audit, plans } from '../accounts/index.ts'
import { type Db, findRow, type Runner } from '../database/index.ts'
import type { Counting } from './counting.ts'
import { spendBefore, takeDeletedBalance } from './deleted-balance.ts'
import {
  type Balance,
  beginPeriod,
  goodUntil,
  lockAccount,
  lockBalance,
  noteEntry,
  type PayingAccount,
} from './grants.ts'
import { dayOf, periodAt } from './periods.ts'

const creditsRow = z.object({ balance: z.int(), granted: z.int(), periodEnd: z.string() })
export type Credits = Readonly<z.infer<typeof creditsRow>>

/** @returns `null` if credits are not counted. */
export async function readCredits(
  db: Db,
  counting: Counting,
  accountId: string,
): Promise<Credits | null> {
  const found = await findCredits(db, counting, accountId)
  if (found) return found
  await db.transaction().execute((tx) => openPeriod(tx, counting, accountId))
  return (await findCredits(db, counting, accountId)) ?? null
}

/** @returns `undefined` if the period has ended or none was opened. */
function findCredits(
  runner: Runner,
  { clock }: Counting,
  accountId: string,
): Promise<Credits | undefined> {
  return findRow(
    runner,
    creditsRow,
    sql`
      SELECT balance.balance, balance.granted, balance.period_end::text AS "periodEnd"
      FROM balance JOIN account ON account.id = balance.account_id
      WHERE account_id = ${accountId} AND account.tier <> 'self_hosted'
        AND ${goodUntil} > ${dayOf(clock())}::date
    `,
  )
}

/**
 * Opens the current period unless it is open: the rest of the last one expires, and the plan's credits are granted.
 *
 * A paid plan grants nothing here: its credits come with the invoice. Also releases the holds of calls whose server
 * died. Safe to repeat, also from several servers at once.
 */
export async function openPeriod(tx: Runner, counting: Counting, accountId: string): Promise<void> {
  const account = await lockAccount(tx, accountId)
  if (!account) return
  await releaseDead(tx, accountId)
  if (account.tier === 'self_hosted') return
  const before = await lockBalance(tx, accountId)
  // Periods only move forwards: a clock that is set back grants nothing again.
  if (before && dayOf(counting.clock()) < before.goodUntil) return
  await beginGranted(tx, counting, accountId, account, before)
}

/**
 * Grants extra credits until the end of the period.
 *
 * @returns The remaining credits; `undefined` if credits are not counted.
 */
export async function grantMore(
  tx: Runner,
  counting: Counting,
  accountId: string,
  credits: number,
): Promise<number | undefined> {
  const account = await lockAccount(tx, accountId)
  if (!account || account.tier === 'self_hosted') return undefined
  await openPeriod(tx, counting, accountId)
  const before = await lockBalance(tx, accountId)
  if (!before) return undefined
  const ref = `operator:${randomUUID()}`
  await noteEntry(tx, accountId, { amount: credits, reason: 'grant', ref })
  await sql`
    UPDATE balance SET balance = balance + ${credits}::integer WHERE account_id = ${accountId}
  `.execute(tx)
  await audit(tx, accountId, 'credits_granted', { by: 'operator', credits })
  return before.balance + credits
}

async function releaseDead(tx: Runner, accountId: string): Promise<void> {
  await sql`
    WITH dead AS (
      DELETE FROM hold WHERE account_id = ${accountId} AND expires_at <= now() RETURNING credits
    )
    UPDATE balance SET held = held - (SELECT sum(credits) FROM dead)
    WHERE account_id = ${accountId} AND EXISTS (SELECT 1 FROM dead)
  `.execute(tx)
}

async function beginGranted(
  tx: Runner,
  counting: Counting,
  accountId: string,
  { email, tier, anchorOn, tierChanges, isSubscribed, hasSubscribed }: PayingAccount,
  before: Balance | undefined,
): Promise<void> {
  const now = counting.clock()
  const departed = before ? undefined : await takeDeletedBalance(tx, counting, email)
  const period = periodAt(departed?.anchorOn ?? anchorOn, now)
  const credits = isSubscribed ? 0 : (plans[tier].credits ?? 0)
  await beginPeriod(tx, accountId, before, {
    ...period,
    credits,
    ref: `${period.start}:${tierChanges}`,
    subscriptionId: null,
    graceUntil: null,
    // Debt carries over only for accounts that have subscribed.
    owed: hasSubscribed ? (before?.owed ?? 0) : 0,
  })
  if (departed) await spendBefore(tx, accountId, departed, period, credits)
}
