/** Stores Stripe's subscriptions and invoices: the newest state of each subscription, and every invoice once. */
import { sql } from 'kysely'
import { z } from 'zod'
import { findRow, type Runner, readRows } from '../database/index.ts'
import type {
  CheckoutEvent,
  EventName,
  InvoiceEvent,
  PurchasedPlan,
  SubscriptionState,
} from './events.ts'

interface Named {
  readonly id: string
  readonly customerId: string
  readonly accountId?: string | undefined
}

const linkRow = z.object({ accountId: z.string().nullable() })

/** Inserts the row of a subscription if it is missing, and sets its account once that is known. */
async function noteSubscription(
  tx: Runner,
  { id, customerId, accountId }: Named,
): Promise<string | undefined> {
  const account = sql`(SELECT account.id FROM account WHERE account.id = ${accountId ?? null})`
  const row = await findRow(
    tx,
    linkRow,
    sql`
      INSERT INTO subscription (id, customer_id, account_id)
      VALUES (${id}, ${customerId}, ${account})
      ON CONFLICT (id) DO UPDATE SET
        account_id = coalesce(subscription.account_id, excluded.account_id)
      RETURNING account_id AS "accountId"
    `,
  )
  return row?.accountId ?? undefined
}

/** The consequences of an event. */
export interface EventOutcome {
  /** The account whose plan and credits may have changed. */
  readonly accountId: string | undefined
  /** Set if the state must be fetched from Stripe: the version of the subscription's row. */
  readonly fetch: number | undefined
}

const versionRow = z.object({ version: z.int() })

/**
 * Returns the version before the query: Stripe's answer includes all events stored until then; later events may be
 * newer.
 */
async function beginFetch(tx: Runner, id: string): Promise<number | undefined> {
  const row = await findRow(
    tx,
    versionRow,
    sql`UPDATE subscription SET version = version + 1 WHERE id = ${id} RETURNING version`,
  )
  return row?.version
}

/** @returns No outcome for the checkout of another product. */
export async function noteCheckout(tx: Runner, news: CheckoutEvent): Promise<EventOutcome> {
  const { subscriptionId: id, customerId, isPaid } = news
  const ours = sql`SELECT id AS "accountId" FROM account WHERE id = ${news.accountId}`
  if (!(await findRow(tx, linkRow, ours))) return { accountId: undefined, fetch: undefined }
  const accountId = await noteSubscription(tx, { id, customerId, accountId: news.accountId })
  if (isPaid) await notePaid(tx, id)
  return { accountId, fetch: await beginFetch(tx, id) }
}

function notePaid(tx: Runner, id: string): Promise<unknown> {
  return sql`UPDATE subscription SET is_paid = true WHERE id = ${id}`.execute(tx)
}

const stateRow = z.object({ stateAt: z.date().nullable(), stateEvent: z.string().nullable() })

function findState(tx: Runner, id: string): Promise<z.infer<typeof stateRow> | undefined> {
  const statement = sql`
    SELECT state_at AS "stateAt", state_event AS "stateEvent" FROM subscription WHERE id = ${id}
  `
  return findRow(tx, stateRow, statement)
}

/**
 * Stores the state of an event unless a newer one is stored.
 *
 * Two events with the same second have no order: then the state must be fetched.
 */
export async function noteState(
  tx: Runner,
  state: SubscriptionState,
  event: EventName,
): Promise<EventOutcome> {
  const { id } = state
  const nothing = { accountId: undefined, fetch: undefined }
  if (state.tier === undefined && !(await findState(tx, id))) return nothing
  // Locks the row, so that this reads the state that the last holder of the lock committed.
  const accountId = await noteSubscription(tx, state)
  const stored = await findState(tx, id)
  const age = event.at.getTime() - (stored?.stateAt?.getTime() ?? Number.NEGATIVE_INFINITY)
  if (age > 0) await writeState(tx, state, event)
  const isUnsure = age === 0 && event.id !== stored?.stateEvent
  return { accountId, fetch: isUnsure ? await beginFetch(tx, id) : undefined }
}

/** Stores a fetched state unless a newer event arrived in between. */
export async function noteFetched(
  tx: Runner,
  state: SubscriptionState,
  event: EventName,
  fetch: number,
): Promise<string | undefined> {
  const accountId = await noteSubscription(tx, state)
  const isCurrent = sql`
    SELECT version FROM subscription WHERE id = ${state.id} AND version = ${fetch}::integer
  `
  if (await findRow(tx, versionRow, isCurrent)) await writeState(tx, state, event)
  return accountId
}

async function writeState(
  tx: Runner,
  { id, status, tier, endedAt }: SubscriptionState,
  { id: event, at }: EventName,
): Promise<void> {
  await sql`
    UPDATE subscription SET status = ${status}, tier = coalesce(${tier ?? null}, tier),
      ended_at = ${endedAt ?? null}::timestamptz, version = version + 1,
      state_at = greatest(state_at, ${at}::timestamptz),
      state_event = CASE WHEN state_at > ${at}::timestamptz THEN state_event ELSE ${event} END
    WHERE id = ${id}
  `.execute(tx)
}

/** Stores a paid invoice, once. */
export async function noteInvoice(
  tx: Runner,
  { id, subscriptionId, customerId, createdAt }: InvoiceEvent,
  { tier, start, end }: PurchasedPlan,
): Promise<EventOutcome> {
  const accountId = await noteSubscription(tx, { id: subscriptionId, customerId })
  await sql`
    INSERT INTO paid_invoice (id, subscription_id, tier, period_start, period_end, created_at)
    VALUES (${id}, ${subscriptionId}, ${tier}, ${start}::timestamptz, ${end}::timestamptz,
      ${createdAt}::timestamptz)
    ON CONFLICT (id) DO NOTHING
  `.execute(tx)
  await notePaid(tx, subscriptionId)
  return { accountId, fetch: undefined }
}

const paidTier = z.enum(['essential', 'scale'])
const subscriptionRow = z.object({
  id: z.string(),
  customerId: z.string(),
  tier: paidTier.nullable(),
  status: z.string().nullable(),
  isPaid: z.boolean(),
  endedAt: z.date().nullable(),
})
export type Subscription = Readonly<z.infer<typeof subscriptionRow>>

export function listSubscriptions(tx: Runner, accountId: string): Promise<readonly Subscription[]> {
  return readRows(
    tx,
    subscriptionRow,
    sql`
      SELECT id, customer_id AS "customerId", tier, status, is_paid AS "isPaid",
        ended_at AS "endedAt"
      FROM subscription WHERE account_id = ${accountId} ORDER BY id
    `,
  )
}

const invoiceRow = z.object({
  subscriptionId: z.string(),
  tier: paidTier,
  start: z.date(),
  end: z.date(),
  createdAt: z.date(),
})
export type PaidInvoice = Readonly<z.infer<typeof invoiceRow>>

/** Lists the invoices of the newest period of each subscription of an account, in the order of their creation. */
export function listNewestInvoices(tx: Runner, accountId: string): Promise<readonly PaidInvoice[]> {
  return readRows(
    tx,
    invoiceRow,
    sql`
      SELECT subscription_id AS "subscriptionId", paid_invoice.tier, period_start AS "start",
        period_end AS "end", paid_invoice.created_at AS "createdAt"
      FROM paid_invoice JOIN subscription ON subscription.id = paid_invoice.subscription_id
      WHERE account_id = ${accountId} AND (period_end AT TIME ZONE 'UTC')::date = (
        SELECT (max(other.period_end) AT TIME ZONE 'UTC')::date FROM paid_invoice AS other
        WHERE other.subscription_id = subscription.id
      )
      ORDER BY paid_invoice.created_at, period_start, paid_invoice.id
    `,
  )
}

/** Locks the account of a subscription, so that events of several subscriptions are applied one after the other. */
export async function lockAccount(tx: Runner, accountId: string): Promise<string | null> {
  const row = await findRow(
    tx,
    z.object({ subscriptionId: z.string().nullable() }),
    sql`
      SELECT subscription_id AS "subscriptionId" FROM account
      WHERE id = ${accountId} FOR NO KEY UPDATE
    `,
  )
  return row?.subscriptionId ?? null
}

/** @param subscription The one that decides on the plan; its customer's portal changes the plan. */
export async function linkAccount(
  tx: Runner,
  accountId: string,
  subscription: Subscription,
  isLive: boolean,
): Promise<void> {
  await sql`
    UPDATE account SET customer_id = ${subscription.customerId},
      subscription_id = ${isLive ? subscription.id : null}
    WHERE id = ${accountId}
  `.execute(tx)
}

/** Deletes subscriptions without an account, a month after their last event. */
export async function forgetUnlinked(runner: Runner): Promise<void> {
  await sql`
    DELETE FROM subscription WHERE account_id IS NULL AND noted_at < now() - interval '30 days'
  `.execute(runner)
}
