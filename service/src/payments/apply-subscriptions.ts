/** Applies an account's subscriptions and invoices to its plan and credits. */
import { type AccountTier, plans } from '../accounts/index.ts'
import {
  type CreditsService,
  dayOf,
  type PaidPeriod,
  type PaidPlan,
  type Period,
  shareLeft,
} from '../credits/index.ts'
import type { Runner } from '../database/index.ts'
import {
  linkAccount,
  listNewestInvoices,
  listSubscriptions,
  lockAccount,
  type PaidInvoice,
  type Subscription,
} from './subscriptions.ts'

/**
 * Sets an account's plan and credits according to its rows.
 *
 * The result depends on the rows only, not on the last event: events may arrive in any order and repeatedly.
 */
export async function applySubscriptions(
  tx: Runner,
  credits: CreditsService,
  accountId: string,
): Promise<void> {
  const before = await lockAccount(tx, accountId)
  const subscriptions = await listSubscriptions(tx, accountId)
  const invoices = await listNewestInvoices(tx, accountId)
  const chosen = chooseSubscription(subscriptions, invoices)
  if (!chosen) return
  await linkAccount(tx, accountId, chosen, isLive(chosen))
  await credits.applyPaidPlan(tx, accountId, subscribedTo(chosen, invoices, before !== null))
}

/** @param hadPlan True if a subscription has decided on the plan until now. */
function subscribedTo(
  chosen: Subscription,
  invoices: readonly PaidInvoice[],
  hadPlan: boolean,
): PaidPlan {
  const own = invoices.filter(({ subscriptionId }) => subscriptionId === chosen.id)
  const isOn = isLive(chosen)
  const tier: AccountTier | null | undefined = isOn ? chosen.tier : hadPlan ? 'free' : undefined
  return { tier: tier ?? undefined, isLive: isOn, paid: findPaidPeriod(own, chosen.endedAt) }
}

/**
 * With `past_due`, Stripe retries the payment for some days and then ends the subscription: the plan stays, but grants
 * no new credits.
 */
const liveStates: ReadonlySet<string | null> = new Set(['active', 'trialing', 'past_due'])

function isLive({ status, isPaid }: Subscription): boolean {
  return isPaid && liveStates.has(status)
}

const ranks = { essential: 1, scale: 2 } as const

/** Prefers the larger plan of several subscriptions, then the one that was paid last. */
function chooseSubscription(
  subscriptions: readonly Subscription[],
  invoices: readonly PaidInvoice[],
): Subscription | undefined {
  const rankOf = (each: Subscription): number => (isLive(each) && each.tier ? ranks[each.tier] : 0)
  const endOf = ({ id }: Subscription): number =>
    invoices.findLast(({ subscriptionId }) => subscriptionId === id)?.end.getTime() ?? 0
  return subscriptions.toSorted((a, b) => rankOf(b) - rankOf(a) || endOf(b) - endOf(a))[0]
}

/**
 * Finds the newest paid period, and the credits that its invoices grant.
 *
 * The first invoice grants its plan's credits; the invoice of a plan change grants the difference for the remaining
 * days. The end of the subscription counts as a change to the free plan.
 *
 * @param invoices Invoices of one period, in the order of their creation.
 */
function findPaidPeriod(
  invoices: readonly PaidInvoice[],
  endedAt: Date | null,
): PaidPeriod | undefined {
  const [first] = invoices
  if (!first) return undefined
  const period = periodOf(first)
  const ended = endedAt ? [{ tier: 'free', createdAt: endedAt } as const] : []
  let plan = creditsOf(first.tier)
  let credits = plan
  for (const { tier, createdAt } of [...invoices.slice(1), ...ended]) {
    credits += Math.trunc((creditsOf(tier) - plan) * shareLeft(period, dayOf(createdAt)))
    plan = creditsOf(tier)
  }
  return { ...period, subscriptionId: first.subscriptionId, credits }
}

function periodOf({ start, end }: PaidInvoice): Period {
  const startDay = dayOf(start)
  const endDay = dayOf(end)
  // A trial of hours counts as one day.
  return {
    start: startDay,
    end: endDay > startDay ? endDay : dayOf(new Date(end.getTime() + DAY_MS)),
  }
}

const DAY_MS = 24 * 60 * 60 * 1_000

function creditsOf(tier: AccountTier): number {
  return plans[tier].credits ?? 0
}
