/** A Stripe for tests: keeps subscriptions, sends events about them, and answers HTTP requests. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PaymentsConfig } from '../../config.ts'
import type { PaidTier } from '../events.ts'

const SECRET = 'whsec_test'
const MONTH_SECONDS = 30 * 24 * 3_600
const prices = { essential: 'price_e', scale: 'price_s' } as const
const euros = { essential: 20, scale: 80 } as const

/** How versions of Stripe's API before and after 2025-03-31 write invoices. */
export type ApiVersion = 'old' | 'new'

interface Period {
  readonly start: number
  readonly end: number
}

/** One customer's subscription, as Stripe sees it. */
export interface FakeSubscription {
  readonly id: string
  readonly customer: string
  readonly accountId: string
  status: string
  tier: PaidTier
  period: Period
  endedAt: number | null
  latestInvoice: object | undefined
}

export interface FakeStripe {
  readonly config: PaymentsConfig
  /** Events in the order in which they happened, as their bodies. */
  readonly events: string[]
  /** Requests with their bodies. */
  readonly requests: { readonly url: string; readonly body: string }[]
  /** Seconds, of Stripe's clock. */
  now: number
  version: ApiVersion
  /** Answers everything with this, once it is set. */
  outage: { readonly status: number; readonly body: string } | undefined
  /** How many lines of an invoice an event holds. */
  linesInEvents: number
  subscribe(
    accountId: string,
    tier: PaidTier,
    more?: { readonly isPaid?: boolean },
  ): FakeSubscription
  /** The bank has paid after days what was not paid at the checkout. */
  settlePayment(subscription: FakeSubscription): void
  /** @param charge Whether the difference is charged at once. */
  change(subscription: FakeSubscription, tier: PaidTier, charge?: boolean): void
  renew(subscription: FakeSubscription, isPaid: boolean): void
  cancel(subscription: FakeSubscription): void
  emit(type: string, object: object): string
  close(): void
}

/** Signs the body of an event as Stripe does. */
export function sign(body: string, at: number = Math.floor(Date.now() / 1_000)): string {
  const hex = createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex')
  return `t=${at},v1=${hex},v0=ignored`
}

let ids = 0
function newId(prefix: string): string {
  ids += 1
  return `${prefix}_${ids}`
}

export async function startFakeStripe(): Promise<FakeStripe> {
  const subscriptions = new Map<string, FakeSubscription>()
  const lines = new Map<string, readonly object[]>()
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request)).toString()
    fake.requests.push({ url: request.url ?? '', body })
    const { status, body: answer } = fake.outage ?? answerTo(request.url ?? '')
    response.writeHead(status).end(answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answerTo = (url: string): { status: number; body: string } => {
    const [, , kind = '', id = ''] = url.split(/[/?]/)
    if (kind === 'checkout' || kind === 'billing_portal') {
      return { status: 200, body: JSON.stringify({ url: `https://checkout.stripe.com/${kind}` }) }
    }
    if (kind === 'invoices') {
      return { status: 200, body: JSON.stringify({ data: lines.get(id), has_more: false }) }
    }
    const found = subscriptions.get(id)
    if (!found) return { status: 404, body: '{"error":{}}' }
    const expanded = { ...objectOf(found), latest_invoice: found.latestInvoice ?? null }
    return { status: 200, body: JSON.stringify(expanded) }
  }
  const emit = (type: string, object: object): string => {
    const body = JSON.stringify({ id: newId('evt'), type, created: fake.now, data: { object } })
    fake.events.push(body)
    return body
  }
  const tell = (each: FakeSubscription, what: string): void => {
    emit(`customer.subscription.${what}`, objectOf(each))
  }
  const bill = (each: FakeSubscription, given: readonly Line[]): void => {
    const id = newId('in')
    const written = given.map((line) => writeLine(line, each.period, fake.version))
    lines.set(id, written)
    const invoice = writeInvoice(each, id, fake, written)
    each.latestInvoice = invoice
    emit('invoice.paid', invoice)
  }
  const fake: FakeStripe = {
    config: { secretKey: 'sk_test', webhookSecret: SECRET, apiUrl: addressOf(server), prices },
    events: [],
    requests: [],
    now: Math.floor(Date.now() / 1_000),
    version: 'new',
    outage: undefined,
    linesInEvents: 10,
    subscribe: (accountId, tier, { isPaid = true } = {}) => {
      const each: FakeSubscription = {
        id: newId('sub'),
        customer: newId('cus'),
        accountId,
        status: 'active',
        tier,
        period: { start: fake.now, end: fake.now + MONTH_SECONDS },
        endedAt: null,
        latestInvoice: undefined,
      }
      subscriptions.set(each.id, each)
      emit('customer.subscription.created', { ...objectOf(each), status: 'incomplete' })
      if (isPaid) bill(each, [{ tier, from: fake.now, sign: 1 }])
      tell(each, 'updated')
      emit('checkout.session.completed', checkoutOf(each, isPaid ? 'paid' : 'unpaid'))
      return each
    },
    settlePayment: (each) => {
      bill(each, [{ tier: each.tier, from: each.period.start, sign: 1 }])
      emit('checkout.session.async_payment_succeeded', checkoutOf(each, 'paid'))
    },
    change: (each, tier, charge = true) => {
      const before = each.tier
      each.tier = tier
      tell(each, 'updated')
      if (!charge) return
      bill(each, [
        { tier: before, from: fake.now, sign: -1 },
        { tier, from: fake.now, sign: 1 },
      ])
    },
    renew: (each, isPaid) => {
      each.period = { start: each.period.end, end: each.period.end + MONTH_SECONDS }
      each.status = isPaid ? 'active' : 'past_due'
      tell(each, 'updated')
      if (isPaid) bill(each, [{ tier: each.tier, from: each.period.start, sign: 1 }])
    },
    cancel: (each) => {
      each.status = 'canceled'
      each.endedAt = fake.now
      tell(each, 'deleted')
    },
    emit,
    close: () => server.close(),
  }
  return fake
}

function addressOf(server: Server): string {
  // Sound: it listens on a port, not on a pipe.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function objectOf({ id, customer, accountId, status, tier, endedAt }: FakeSubscription): object {
  const items = { data: [{ price: { id: prices[tier] } }] }
  return { id, customer, status, ended_at: endedAt, metadata: { account_id: accountId }, items }
}

function checkoutOf({ id, customer, accountId }: FakeSubscription, payment: string): object {
  const names = { client_reference_id: accountId, customer, subscription: id }
  return { mode: 'subscription', ...names, payment_status: payment }
}

interface Line {
  readonly tier: PaidTier
  readonly from: number
  readonly sign: 1 | -1
}

function writeLine(
  { tier, from, sign: factor }: Line,
  period: Period,
  version: ApiVersion,
): object {
  const share = (period.end - from) / (period.end - period.start)
  const price = prices[tier]
  return {
    amount: Math.round(factor * euros[tier] * 100 * share),
    period: { start: from, end: period.end },
    ...(version === 'old' ? { price: { id: price } } : { pricing: { price_details: { price } } }),
  }
}

function writeInvoice(
  { id: subscription, customer }: FakeSubscription,
  id: string,
  { now, version, linesInEvents }: FakeStripe,
  written: readonly object[],
): object {
  return {
    id,
    customer,
    created: now,
    status: 'paid',
    ...(version === 'old'
      ? { subscription }
      : { parent: { subscription_details: { subscription } } }),
    lines: { data: written.slice(0, linesInEvents), has_more: written.length > linesInEvents },
  }
}
