/** Changes the plan of an account: by the operator, or according to its subscription. */
import { sql } from 'kysely'
import { type AccountTier, audit, plans } from '../accounts/index.ts'
import type { Runner } from '../database/index.ts'
import type { Counting } from './counting.ts'
import { type Balance, beginPeriod, lockAccount, lockBalance, moveTo } from './grants.ts'
import { addDays, dayOf, type Period } from './periods.ts'

/** A paid period is extended by this long, because the next invoice may take days to be paid. */
const GRACE_DAYS = 7

/**
 * Changes the plan of an account. Within the period, the credits change by the difference of the two plans.
 *
 * @returns True if the plan changed.
 */
export async function setTier(
  tx: Runner,
  { clock }: Counting,
  accountId: string,
  tier: AccountTier,
): Promise<boolean> {
  const account = await lockAccount(tx, accountId)
  if (!account || account.tier === tier) return false
  await noteTier(tx, accountId, account.tier, tier)
  const before = await lockBalance(tx, accountId)
  // Without a current period, the next one opens with the new plan.
  const isOn = before !== undefined && dayOf(clock()) < before.goodUntil
  if (isOn) await moveTo(tx, accountId, before, plans[tier].credits ?? 0)
  return true
}

/** A period that invoices were paid for. */
export interface PaidPeriod extends Period {
  readonly subscriptionId: string
  /** The credits of the plans that were paid for in this period. */
  readonly credits: number
}

/** The state of an account at the payment service, merged from its events. */
export interface PaidPlan {
  /** Left out if no subscription decides on the plan. */
  readonly tier: AccountTier | undefined
  /** True if another invoice will follow. */
  readonly isLive: boolean
  /** The newest paid period. */
  readonly paid: PaidPeriod | undefined
}

/**
 * Sets plan and credits according to the payments. The result is the same however often and in whatever order it is
 * called.
 */
export async function applyPaidPlan(
  tx: Runner,
  { clock }: Counting,
  accountId: string,
  { tier, isLive, paid }: PaidPlan,
): Promise<void> {
  const account = await lockAccount(tx, accountId)
  if (!account) return
  const isChanged = tier !== undefined && tier !== account.tier
  if (isChanged) await noteTier(tx, accountId, account.tier, tier)
  const before = await lockBalance(tx, accountId)
  if (paid && isNewer(paid, before, dayOf(clock()))) {
    await beginPaid(tx, accountId, before, paid)
  } else if (before && paid && isSame(paid, before)) {
    await moveTo(tx, accountId, before, paid.credits)
  } else if (before && isChanged && tier === 'free' && before.granted === 0) {
    await moveTo(tx, accountId, before, plans.free.credits ?? 0)
  }
  await sql`
    UPDATE balance SET grace_until = CASE WHEN ${isLive}::boolean
      THEN period_end + ${GRACE_DAYS}::integer END
    WHERE account_id = ${accountId} AND subscription_id IS NOT NULL
  `.execute(tx)
}

function isSame(paid: PaidPeriod, { subscriptionId, periodEnd }: Balance): boolean {
  return subscriptionId === paid.subscriptionId && periodEnd === paid.end
}

/** Returns true for a paid period that has not ended and is newer than the opened one. */
function isNewer(paid: PaidPeriod, before: Balance | undefined, today: string): boolean {
  if (paid.end <= today) return false
  return before?.subscriptionId === paid.subscriptionId ? paid.end > before.periodEnd : true
}

async function beginPaid(
  tx: Runner,
  accountId: string,
  before: Balance | undefined,
  paid: PaidPeriod,
): Promise<void> {
  const { subscriptionId, end, start } = paid
  // Later unpaid periods begin on the same day of the month.
  await sql`UPDATE account SET anchor_on = ${start}::date WHERE id = ${accountId}`.execute(tx)
  await beginPeriod(tx, accountId, before, {
    ...paid,
    ref: `${subscriptionId}:${end}`,
    graceUntil: addDays(end, GRACE_DAYS),
    owed: before?.owed ?? 0,
  })
}

async function noteTier(
  tx: Runner,
  accountId: string,
  from: AccountTier,
  to: AccountTier,
): Promise<void> {
  await sql`
    UPDATE account SET tier = ${to}, tier_changes = tier_changes + 1 WHERE id = ${accountId}
  `.execute(tx)
  await audit(tx, accountId, 'tier_changed', { from, to })
}
