/** Parses Stripe's webhook events about our plans; other events yield nothing. */
import { z } from 'zod'
import type { PaymentsConfig } from '../config/index.ts'

type Prices = PaymentsConfig['prices']
export type PaidTier = keyof Prices

/** A customer has completed the checkout. */
export interface CheckoutEvent {
  readonly type: 'checkout'
  readonly accountId: string
  readonly customerId: string
  readonly subscriptionId: string
  /** False while a slow payment method is pending; another event confirms it later. */
  readonly isPaid: boolean
  readonly event: EventName
}

/** A subscription has changed. */
interface SubscriptionEvent {
  readonly type: 'subscription'
  readonly state: SubscriptionState
  readonly event: EventName
}

/** An invoice was paid. */
export interface InvoiceEvent {
  readonly type: 'invoice'
  readonly id: string
  readonly customerId: string
  readonly subscriptionId: string
  readonly createdAt: Date
  readonly lines: readonly Line[]
  readonly hasMoreLines: boolean
}

type PaymentEvent = CheckoutEvent | SubscriptionEvent | InvoiceEvent

export interface EventName {
  readonly id: string
  /** Whole seconds; several events may share one. */
  readonly at: Date
}

export interface SubscriptionState {
  readonly id: string
  readonly customerId: string
  /** The account that began the checkout. */
  readonly accountId: string | undefined
  readonly status: string
  /** `undefined` if the price belongs to another product. */
  readonly tier: PaidTier | undefined
  readonly endedAt: Date | undefined
}

const seconds = z.number().transform((value) => new Date(value * 1_000))
const priceSchema = z.object({ id: z.string() })
const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  created: seconds,
  data: z.object({ object: z.unknown() }),
})
const checkoutSchema = z.object({
  mode: z.string().optional(),
  client_reference_id: z.string(),
  customer: z.string(),
  subscription: z.string(),
  payment_status: z.string().optional(),
})
export const subscriptionSchema = z.object({
  id: z.string(),
  customer: z.string(),
  status: z.string(),
  ended_at: seconds.nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  items: z.object({ data: z.array(z.object({ price: priceSchema })) }),
})
/** An invoice line in the format before and after API version 2025-03-31. */
export const lineSchema = z.object({
  amount: z.number(),
  period: z.object({ start: seconds, end: seconds }),
  price: priceSchema.nullish(),
  pricing: z.object({ price_details: z.object({ price: z.string() }).nullish() }).nullish(),
})
type Line = z.infer<typeof lineSchema>
export const invoiceSchema = z.object({
  id: z.string(),
  customer: z.string(),
  created: seconds,
  status: z.string().nullish(),
  subscription: z.string().nullish(),
  parent: z
    .object({ subscription_details: z.object({ subscription: z.string() }).nullish() })
    .nullish(),
  lines: z.object({ data: z.array(lineSchema), has_more: z.boolean().optional() }),
})

/** @returns `undefined` for events about other products of the same Stripe account. */
export function readEvent(body: string, prices: Prices): PaymentEvent | undefined {
  const { data: event } = eventSchema.safeParse(parseJson(body))
  if (!event) return undefined
  const { type, data, id, created: at } = event
  if (type.startsWith('checkout.session.')) return readCheckout(type, data.object, { id, at })
  if (type.startsWith('customer.subscription.')) {
    return readSubscription(type, data.object, { id, at }, prices)
  }
  return type === 'invoice.paid' ? readInvoice(data.object) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Signed, but not JSON: not an event.
    return undefined
  }
}

const checkoutsDone: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
])

function readCheckout(type: string, object: unknown, event: EventName): CheckoutEvent | undefined {
  const { data } = checkoutSchema.safeParse(object)
  if (!data || !checkoutsDone.has(type)) return undefined
  return {
    type: 'checkout',
    accountId: data.client_reference_id,
    customerId: data.customer,
    subscriptionId: data.subscription,
    isPaid: data.payment_status !== 'unpaid',
    event,
  }
}

function readSubscription(
  type: string,
  object: unknown,
  event: EventName,
  prices: Prices,
): SubscriptionEvent | undefined {
  const { data } = subscriptionSchema.safeParse(object)
  if (!data) return undefined
  const state = stateOf(data, prices)
  if (type !== 'customer.subscription.deleted') return { type: 'subscription', state, event }
  const endedAt = state.endedAt ?? event.at
  return { type: 'subscription', state: { ...state, status: 'canceled', endedAt }, event }
}

export function stateOf(
  { id, customer, status, ended_at, metadata, items }: z.infer<typeof subscriptionSchema>,
  prices: Prices,
): SubscriptionState {
  const tiers = items.data.map(({ price }) => tierOf(prices, price.id))
  return {
    id,
    customerId: customer,
    accountId: metadata?.['account_id'],
    status,
    tier: tiers.find((tier) => tier !== undefined),
    endedAt: ended_at ?? undefined,
  }
}

function readInvoice(object: unknown): InvoiceEvent | undefined {
  const { data } = invoiceSchema.safeParse(object)
  return data && newsOf(data)
}

/** @returns `undefined` for an invoice without a subscription. */
export function newsOf(invoice: z.infer<typeof invoiceSchema>): InvoiceEvent | undefined {
  const { id, customer, created, lines, subscription, parent } = invoice
  const subscriptionId = subscription ?? parent?.subscription_details?.subscription
  if (subscriptionId === undefined) return undefined
  return {
    type: 'invoice',
    id,
    customerId: customer,
    subscriptionId,
    createdAt: created,
    lines: lines.data,
    hasMoreLines: lines.has_more === true,
  }
}

/** The plan and period that an invoice pays for. */
export interface PurchasedPlan {
  readonly tier: PaidTier
  readonly start: Date
  readonly end: Date
}

/**
 * Finds the plan that an invoice pays for, from its lines.
 *
 * A plan change adds two lines: a negative one for the rest of the old plan and one for the rest of the new plan. An
 * invoice that also renews includes those of the previous period: so the purchased plan is that of the line that begins
 * last among those that end last.
 */
export function findPurchasedPlan(
  lines: readonly Line[],
  prices: Prices,
): PurchasedPlan | undefined {
  const bought = lines.flatMap(({ amount, period, price, pricing }) => {
    const tier = tierOf(prices, price?.id ?? pricing?.price_details?.price)
    return tier !== undefined && amount >= 0 ? [{ tier, ...period }] : []
  })
  return bought.toSorted(
    (a, b) => b.end.getTime() - a.end.getTime() || b.start.getTime() - a.start.getTime(),
  )[0]
}

function tierOf(prices: Prices, priceId: string | undefined): PaidTier | undefined {
  if (priceId === prices.essential) return 'essential'
  return priceId === prices.scale ? 'scale' : undefined
}
