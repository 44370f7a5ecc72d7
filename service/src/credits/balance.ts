/** The balance of an account: brought into the period of today, read, and given another plan. */
import { sql } from 'kysely'
import { type AccountTier, audit, plans } from '../accounts/index.ts'
import type { Db, Runner } from '../database/index.ts'
import { dayOf, periodAt } from './periods.ts'

/** What the time is; tests have another. */
export type Clock = () => Date

export interface Credits {
  readonly balance: number
  readonly granted: number
  readonly periodEnd: string
}

interface State {
  readonly tier: AccountTier
  readonly anchorOn: string
  readonly tierChanges: number
  readonly balance: number | null
  readonly held: number | null
  readonly periodStart: string | null
  readonly periodEnd: string | null
}

/** @returns `null` where credits are not counted. */
export async function readCredits(
  db: Db,
  clock: Clock,
  accountId: string,
): Promise<Credits | null> {
  const found = await findCredits(db, clock, accountId)
  if (found) return found
  await db.transaction().execute((tx) => openPeriod(tx, clock, accountId))
  return (await findCredits(db, clock, accountId)) ?? null
}

/** @returns `undefined` where the period is over, or has never begun. */
async function findCredits(
  runner: Runner,
  clock: Clock,
  accountId: string,
): Promise<Credits | undefined> {
  const { rows } = await sql<Credits>`
    SELECT balance.balance, balance.granted, balance.period_end::text AS "periodEnd"
    FROM balance JOIN account ON account.id = balance.account_id
    WHERE account_id = ${accountId} AND account.tier <> 'self_hosted'
      AND period_end > ${dayOf(clock())}::date
  `.execute(runner)
  return rows[0]
}

/**
 * Begins the period of today, unless it has begun: what is left of the last is over, the plan's credits are granted.
 *
 * Also gives back what calls held that have died. Safe at any time, from several servers at once.
 */
export async function openPeriod(tx: Runner, clock: Clock, accountId: string): Promise<void> {
  const state = await lock(tx, accountId)
  if (!state) return
  await releaseDead(tx, accountId)
  if (state.tier === 'self_hosted') return
  const now = clock()
  // Only forwards: a clock that is set back grants nothing anew.
  if (state.periodEnd !== null && dayOf(now) < state.periodEnd) return
  await beginPeriod(tx, accountId, state, now)
}

async function lock(tx: Runner, accountId: string): Promise<State | undefined> {
  const { rows } = await sql<State>`
    SELECT tier, anchor_on::text AS "anchorOn", tier_changes AS "tierChanges"
    FROM account WHERE id = ${accountId} FOR NO KEY UPDATE
  `.execute(tx)
  const [account] = rows
  if (!account) return undefined
  // After the account's row was waited for, so that it is what the last holder left.
  const { rows: balances } = await sql<State>`
    SELECT balance, held, period_start::text AS "periodStart", period_end::text AS "periodEnd"
    FROM balance WHERE account_id = ${accountId} FOR UPDATE
  `.execute(tx)
  const none = { balance: null, held: null, periodStart: null, periodEnd: null }
  return { ...account, ...(balances[0] ?? none) }
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

async function beginPeriod(tx: Runner, accountId: string, state: State, now: Date): Promise<void> {
  const { start, end } = periodAt(state.anchorOn, now)
  const granted = plans[state.tier].credits ?? 0
  await expireRest(tx, accountId, state)
  await sql`
    INSERT INTO ledger (account_id, amount, reason, ref)
    VALUES (${accountId}, ${granted}::integer, 'grant', ${refOf(accountId, start, state)})
  `.execute(tx)
  await sql`
    INSERT INTO balance (account_id, balance, granted, period_start, period_end)
    VALUES (${accountId}, ${granted}::integer, ${granted}::integer, ${start}::date, ${end}::date)
    ON CONFLICT (account_id) DO UPDATE SET
      balance = balance.balance + excluded.balance, granted = excluded.granted,
      period_start = excluded.period_start, period_end = excluded.period_end
  `.execute(tx)
}

/** What calls under way hold stays theirs. */
async function expireRest(tx: Runner, accountId: string, state: State): Promise<void> {
  const { rows } = await sql<{ rest: number }>`
    SELECT balance - held AS rest FROM balance WHERE account_id = ${accountId}
  `.execute(tx)
  const rest = rows[0]?.rest ?? 0
  if (rest <= 0) return
  await sql`
    INSERT INTO ledger (account_id, amount, reason, ref)
    VALUES (${accountId}, ${-rest}::integer, 'expiry', ${refOf(accountId, state.periodStart ?? '', state)})
  `.execute(tx)
  await sql`
    UPDATE balance SET balance = balance - ${rest}::integer WHERE account_id = ${accountId}
  `.execute(tx)
}

/** Names a grant, so that there is one to a period and plan. */
function refOf(accountId: string, start: string, { tierChanges }: State): string {
  return `${accountId}:${start}:${tierChanges}`
}

/**
 * Gives an account another plan, from now on: a new period begins today, with the credits of the plan.
 *
 * @returns Whether it is another.
 */
export async function setTier(
  tx: Runner,
  clock: Clock,
  accountId: string,
  tier: AccountTier,
): Promise<boolean> {
  const state = await lock(tx, accountId)
  if (!state || state.tier === tier) return false
  const now = clock()
  const anchorOn = dayOf(now)
  if (state.periodEnd !== null) await expireRest(tx, accountId, state)
  await sql`
    UPDATE account SET tier = ${tier}, anchor_on = ${anchorOn}::date, tier_changes = tier_changes + 1
    WHERE id = ${accountId}
  `.execute(tx)
  await audit(tx, accountId, 'tier_changed', { from: state.tier, to: tier })
  if (tier === 'self_hosted') return true
  const changed = { ...state, tier, anchorOn, tierChanges: state.tierChanges + 1 }
  await beginPeriod(tx, accountId, changed, now)
  return true
}
