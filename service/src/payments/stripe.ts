/** Calls the parts of Stripe's API that plans need. */
import { z } from 'zod'
import type { PaymentsConfig } from '../config/index.ts'
import { invoiceSchema, lineSchema, type PaidTier, subscriptionSchema } from './events.ts'

/** Stripe did not answer or refused, or a proxy answered instead. */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError'
}

export interface Stripe {
  /**
   * @returns The address of a page for buying the plan.
   * @throws {PaymentsError}
   */
  startCheckout(order: CheckoutOrder, returnUrl: string): Promise<string>
  /**
   * @returns The address of a page for changing or ending the subscription.
   * @throws {PaymentsError}
   */
  openPortal(customerId: string, returnUrl: string): Promise<string>
  /**
   * Fetches the subscription with its newest invoice.
   *
   * @throws {PaymentsError}
   */
  getSubscription(id: string): Promise<z.infer<typeof fetchedSchema>>
  /**
   * Fetches all lines of an invoice: events contain only the first ten.
   *
   * @throws {PaymentsError}
   */
  getLines(invoiceId: string): Promise<z.infer<typeof lineSchema>[]>
}

interface CheckoutOrder {
  readonly accountId: string
  readonly tier: PaidTier
  /** Set if the account has bought before. */
  readonly customerId: string | null
  readonly email: string | null
}

const REQUEST_MS = 15_000
/** The maximum of Stripe's API. */
const MAX_LINES = 100

const pageSchema = z.object({ url: z.url() })
const fetchedSchema = subscriptionSchema.extend({
  // Only the id if the account's API version does not support `expand`.
  latest_invoice: z.union([invoiceSchema, z.string(), z.null()]).optional(),
})
const linesSchema = z.object({ data: z.array(lineSchema) })

export function createStripe(config: PaymentsConfig): Stripe {
  const ask = askOf(config)
  return {
    startCheckout: async ({ accountId, tier, customerId, email }, returnUrl) => {
      const fields = {
        mode: 'subscription',
        'line_items[0][price]': config.prices[tier],
        'line_items[0][quantity]': '1',
        client_reference_id: accountId,
        'subscription_data[metadata][account_id]': accountId,
        success_url: returnUrl,
        cancel_url: returnUrl,
        ...(customerId !== null
          ? { customer: customerId }
          : email !== null && { customer_email: email }),
      }
      return (await ask(pageSchema, '/v1/checkout/sessions', fields)).url
    },
    openPortal: async (customer, returnUrl) => {
      const fields = { customer, return_url: returnUrl }
      return (await ask(pageSchema, '/v1/billing_portal/sessions', fields)).url
    },
    getSubscription: (id) =>
      ask(fetchedSchema, `/v1/subscriptions/${encodeURIComponent(id)}?expand[]=latest_invoice`),
    getLines: async (id) => {
      const path = `/v1/invoices/${encodeURIComponent(id)}/lines?limit=${MAX_LINES}`
      return (await ask(linesSchema, path)).data
    },
  }
}

type Ask = <Answer>(
  schema: z.ZodType<Answer>,
  path: string,
  fields?: Readonly<Record<string, string>>,
) => Promise<Answer>

/** Returns a function for API calls; a call with fields is a POST. */
function askOf({ apiUrl, secretKey }: PaymentsConfig): Ask {
  return async (schema, path, fields) => {
    const response = await fetch(`${apiUrl}${path}`, {
      headers: { authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(REQUEST_MS),
      redirect: 'error',
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    }).catch((error: unknown) => {
      throw new PaymentsError('Stripe does not answer.', { cause: error })
    })
    // A proxy or gateway on the way answers in HTML.
    const body: unknown = await response.json().catch(() => undefined)
    const { success, data, error } = schema.safeParse(body)
    if (response.ok && success) return data
    const what = response.ok ? ' with an unexpected body' : ''
    throw new PaymentsError(`Stripe answered ${response.status}${what}.`, { cause: error })
  }
}
