/** A fake Stripe for tests: keeps subscriptions, sends events about them, and answers HTTP requests. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PaymentsConfig } from '../../config/index.ts'
import { readBody } from '../../testing/request-body.ts'
import type { PaidTier } from '../events.ts'

const SECRET = 'whsec_test'
export const DAY_SECONDS = 24 * 3_600
const MONTH_SECONDS = 30 * DAY_SECONDS
const prices = { essential: 'price_e', scale: 'price_s' } as const
const euros = { essential: 20, scale: 80 } as const

/** How versions of Stripe's API before and after 2025-03-31 write invoices. */
type ApiVersion = 'old' | 'new'

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
  /** Bodies of the events, in the order in which they happened. */
  readonly events: string[]
  /** Received requests. */
  readonly requests: { readonly url: string; readonly body: string }[]
  /** Stripe's clock, in seconds. */
  now: number
  version: ApiVersion
  /** The answer to every request during an outage. */
  outage: { readonly status: number; readonly body: string } | undefined
  /** The number of an invoice's lines that its event contains. */
  linesInEvents: number
  subscribe(
    accountId: string,
    tier: PaidTier,
    more?: { readonly isPaid?: boolean },
  ): FakeSubscription
  /** The bank pays, days after the checkout. */
  completePayment(subscription: FakeSubscription): void
  /** @param charge True to charge the difference at once. */
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
/** Ids sort in the order of their creation: those of two invoices of one second break the tie. */
function newId(prefix: string): string {
  ids += 1
  return `${prefix}_${String(ids).padStart(6, '0')}`
}

export async function startFakeStripe(): Promise<FakeStripe> {
  const fake = new RunningStripe()
  await fake.listen()
  return fake
}

class RunningStripe implements FakeStripe {
  config = { secretKey: 'sk_test', webhookSecret: SECRET, apiUrl: '', prices }
  readonly events: string[] = []
  readonly requests: { readonly url: string; readonly body: string }[] = []
  // The start of the day, so that the clock passes midnight only where a test lets days pass.
  now = DAY_SECONDS * Math.floor(Date.now() / 1_000 / DAY_SECONDS)
  version: ApiVersion = 'new'
  outage: FakeStripe['outage'] = undefined
  linesInEvents = 10
  readonly #subscriptions = new Map<string, FakeSubscription>()
  readonly #lines = new Map<string, readonly object[]>()
  readonly #server = createServer(async (request, response) => {
    const body = await readBody(request)
    if (!body) return
    this.requests.push({ url: request.url ?? '', body: body.toString() })
    const { status, body: answer } = this.outage ?? this.#answerTo(request.url ?? '')
    response.writeHead(status).end(answer)
  })

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.config = { ...this.config, apiUrl: addressOf(this.#server) }
  }

  subscribe(accountId: string, tier: PaidTier, { isPaid = true } = {}): FakeSubscription {
    const each: FakeSubscription = {
      id: newId('sub'),
      customer: newId('cus'),
      accountId,
      status: 'active',
      tier,
      period: { start: this.now, end: this.now + MONTH_SECONDS },
      endedAt: null,
      latestInvoice: undefined,
    }
    this.#subscriptions.set(each.id, each)
    this.emit('customer.subscription.created', { ...objectOf(each), status: 'incomplete' })
    if (isPaid) this.#bill(each, [{ tier, from: this.now, sign: 1 }])
    this.#announce(each, 'updated')
    this.emit('checkout.session.completed', checkoutOf(each, isPaid ? 'paid' : 'unpaid'))
    return each
  }

  completePayment(each: FakeSubscription): void {
    this.#bill(each, [{ tier: each.tier, from: each.period.start, sign: 1 }])
    this.emit('checkout.session.async_payment_succeeded', checkoutOf(each, 'paid'))
  }

  change(each: FakeSubscription, tier: PaidTier, charge = true): void {
    const before = each.tier
    each.tier = tier
    this.#announce(each, 'updated')
    if (!charge) return
    this.#bill(each, [
      { tier: before, from: this.now, sign: -1 },
      { tier, from: this.now, sign: 1 },
    ])
  }

  renew(each: FakeSubscription, isPaid: boolean): void {
    each.period = { start: each.period.end, end: each.period.end + MONTH_SECONDS }
    each.status = isPaid ? 'active' : 'past_due'
    this.#announce(each, 'updated')
    if (isPaid) this.#bill(each, [{ tier: each.tier, from: each.period.start, sign: 1 }])
  }

  cancel(each: FakeSubscription): void {
    each.status = 'canceled'
    each.endedAt = this.now
    this.#announce(each, 'deleted')
  }

  emit(type: string, object: object): string {
    const body = JSON.stringify({ id: newId('evt'), type, created: this.now, data: { object } })
    this.events.push(body)
    return body
  }

  close(): void {
    this.#server.close()
  }

  #announce(each: FakeSubscription, change: string): void {
    this.emit(`customer.subscription.${change}`, objectOf(each))
  }

  #bill(each: FakeSubscription, given: readonly Line[]): void {
    const id = newId('in')
    const written = given.map((line) => writeLine(line, each.period, this.version))
    this.#lines.set(id, written)
    const invoice = writeInvoice(each, id, this, written)
    each.latestInvoice = invoice
    this.emit('invoice.paid', invoice)
  }

  #answerTo(url: string): { status: number; body: string } {
    const [, , kind = '', id = ''] = url.split(/[/?]/)
    if (kind === 'checkout' || kind === 'billing_portal') {
      return { status: 200, body: JSON.stringify({ url: `https://checkout.stripe.com/${kind}` }) }
    }
    if (kind === 'invoices') {
      return { status: 200, body: JSON.stringify({ data: this.#lines.get(id), has_more: false }) }
    }
    const found = this.#subscriptions.get(id)
    if (!found) return { status: 404, body: '{"error":{}}' }
    const expanded = { ...objectOf(found), latest_invoice: found.latestInvoice ?? null }
    return { status: 200, body: JSON.stringify(expanded) }
  }
}

function addressOf(server: Server): string {
  // Sound: the server listens on a port, not on a pipe.
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
