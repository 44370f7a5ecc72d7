/** Plans bought through Stripe: its checkout page, its customer portal, and what it tells of subscriptions. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Account, AccountTier } from '../accounts/index.ts'
import type { PaymentsConfig } from '../config.ts'
import type { CreditsOffice } from '../credits/index.ts'
import type { Db, Runner } from '../database/index.ts'
import { isSigned } from './signature.ts'

export type PaidTier = 'essential' | 'scale'

export interface Payments {
  /** @returns The address of a page on which the plan is bought. @throws {PaymentsError} */
  startCheckout(account: Account, tier: PaidTier, returnUrl: string): Promise<string>
  /** @returns The address of a page on which the subscription is changed or ended. @throws {PaymentsError} */
  openPortal(customerId: string, returnUrl: string): Promise<string>
  /** What Stripe tells. @returns Whether it was Stripe. */
  hear(body: string, signature: string): Promise<boolean>
}

/** Stripe did not answer, or refused. */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError'
}

const REQUEST_MS = 15_000

const eventSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  data: z.object({ object: z.looseObject({}) }),
})
const checkoutSchema = z.looseObject({
  client_reference_id: z.string(),
  customer: z.string(),
  subscription: z.string(),
  metadata: z.looseObject({ tier: z.enum(['essential', 'scale']) }),
})
const subscriptionSchema = z.looseObject({
  id: z.string(),
  customer: z.string(),
  status: z.string(),
  items: z.object({
    data: z.array(z.looseObject({ price: z.looseObject({ id: z.string() }) })),
  }),
})

/** @param onChange An account has another plan. */
export function createPayments(
  config: PaymentsConfig,
  db: Db,
  credits: CreditsOffice,
  onChange: () => void,
): Payments {
  return {
    startCheckout: (account, tier, returnUrl) =>
      post(config, '/v1/checkout/sessions', {
        mode: 'subscription',
        'line_items[0][price]': config.prices[tier],
        'line_items[0][quantity]': '1',
        client_reference_id: account.id,
        'metadata[tier]': tier,
        success_url: returnUrl,
        cancel_url: returnUrl,
        ...(account.customerId !== null
          ? { customer: account.customerId }
          : account.email !== null && { customer_email: account.email }),
      }),
    openPortal: (customer, returnUrl) =>
      post(config, '/v1/billing_portal/sessions', { customer, return_url: returnUrl }),
    hear: async (body, signature) => {
      if (!isSigned(body, signature, config.webhookSecret)) return false
      const event = eventSchema.parse(JSON.parse(body))
      await db.transaction().execute((tx) => handle(tx, config, credits, event))
      onChange()
      return true
    },
  }
}

async function post(
  { apiUrl, secretKey }: PaymentsConfig,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const response = await fetch(`${apiUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(REQUEST_MS),
    redirect: 'error',
  }).catch((error: unknown) => {
    throw new PaymentsError('Stripe does not answer.', { cause: error })
  })
  const { success, data } = z.looseObject({ url: z.url() }).safeParse(await response.json())
  if (!response.ok || !success) throw new PaymentsError(`Stripe answered ${response.status}.`)
  return data.url
}

type Event = z.infer<typeof eventSchema>

const handlers: Readonly<
  Record<
    string,
    (tx: Runner, config: PaymentsConfig, credits: CreditsOffice, event: Event) => Promise<void>
  >
> = {
  'checkout.session.completed': async (tx, _config, credits, { data, created }) => {
    const { client_reference_id: accountId, metadata, ...rest } = checkoutSchema.parse(data.object)
    const { rows } = await sql`
      UPDATE account SET customer_id = ${rest.customer}, subscription_id = ${rest.subscription},
        subscription_at = to_timestamp(${created}::double precision)
      WHERE id = ${accountId}
        AND (subscription_at IS NULL OR subscription_id <> ${rest.subscription})
      RETURNING id
    `.execute(tx)
    if (rows.length > 0) await credits.setTier(tx, accountId, metadata.tier)
  },
  'customer.subscription.updated': changeSubscription,
  'customer.subscription.deleted': changeSubscription,
}

/** Once for each event, however often it comes. */
async function handle(
  tx: Runner,
  config: PaymentsConfig,
  credits: CreditsOffice,
  event: Event,
): Promise<void> {
  const { rows } = await sql`
    INSERT INTO payment_event (id) VALUES (${event.id}) ON CONFLICT DO NOTHING RETURNING id
  `.execute(tx)
  if (rows.length > 0) await handlers[event.type]?.(tx, config, credits, event)
}

/** In whatever order events come: one that happened before the last heard of changes nothing. */
async function changeSubscription(
  tx: Runner,
  config: PaymentsConfig,
  credits: CreditsOffice,
  { data, created, type }: Event,
): Promise<void> {
  const subscription = subscriptionSchema.parse(data.object)
  const { rows } = await sql<{ id: string }>`
    UPDATE account SET subscription_at = to_timestamp(${created}::double precision)
    WHERE customer_id = ${subscription.customer} AND subscription_id = ${subscription.id}
      AND subscription_at <= to_timestamp(${created}::double precision)
    RETURNING id
  `.execute(tx)
  const [account] = rows
  if (!account) return
  const isOver = type === 'customer.subscription.deleted' || over.has(subscription.status)
  const priceId = subscription.items.data[0]?.price.id
  const tier: AccountTier | undefined = isOver ? 'free' : tierOf(config, priceId)
  if (tier) await credits.setTier(tx, account.id, tier)
}

/** `past_due` is not among them: Stripe tries again for some days, and then ends the subscription. */
const over: ReadonlySet<string> = new Set(['canceled', 'unpaid', 'incomplete_expired'])

function tierOf({ prices }: PaymentsConfig, priceId: string | undefined): PaidTier | undefined {
  if (priceId === prices.essential) return 'essential'
  return priceId === prices.scale ? 'scale' : undefined
}
