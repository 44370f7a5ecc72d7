/** Plans bought through Stripe: its checkout page, its customer portal, and its events about subscriptions. */
import type { PaymentsConfig } from '../config/index.ts'
import type { CreditsService } from '../credits/index.ts'
import { type Db, inTransaction, type Runner } from '../database/index.ts'
import { applySubscriptions } from './apply-subscriptions.ts'
import {
  type EventName,
  findPurchasedPlan,
  type InvoiceEvent,
  newsOf,
  readEvent,
  stateOf,
} from './events.ts'
import { isSigned } from './signature.ts'
import { createStripe, type Stripe } from './stripe.ts'
import {
  type EventOutcome,
  forgetUnlinked,
  noteCheckout,
  noteFetched,
  noteInvoice,
  noteState,
} from './subscriptions.ts'

export interface Payments extends Pick<Stripe, 'startCheckout' | 'openPortal'> {
  /**
   * Handles an event of Stripe's webhook; events about other products change nothing.
   *
   * @returns True if Stripe signed it.
   * @throws {PaymentsError} if the event requires a query and Stripe does not answer: the event must be repeated.
   */
  handleEvent(body: string, signature: string): Promise<boolean>
  /** Forgets subscriptions that belong to no account. */
  tidy(): Promise<void>
}

interface Parts {
  readonly config: PaymentsConfig
  readonly stripe: Stripe
  readonly db: Db
  readonly credits: CreditsService
}

/** @param onChange Called after the plan of an account may have changed. */
export function createPayments(
  config: PaymentsConfig,
  db: Db,
  credits: CreditsService,
  onChange: () => void,
): Payments {
  const stripe = createStripe(config)
  const parts = { config, stripe, db, credits }
  return {
    ...stripe,
    handleEvent: async (body, signature) => {
      if (!isSigned(body, signature, config.webhookSecret)) return false
      await handle(parts, body)
      onChange()
      return true
    },
    tidy: () => forgetUnlinked(db),
  }
}

async function handle(parts: Parts, body: string): Promise<void> {
  const news = readEvent(body, parts.config.prices)
  if (!news) return
  if (news.type === 'invoice') return handleInvoice(parts, news)
  const { event } = news
  const id = news.type === 'checkout' ? news.subscriptionId : news.state.id
  const { fetch } = await storeAndApply(parts, (tx) =>
    news.type === 'checkout' ? noteCheckout(tx, news) : noteState(tx, news.state, event),
  )
  if (fetch !== undefined) await fetchState(parts, id, event, fetch)
}

/** Stores an event and applies it to its account in the same transaction. */
function storeAndApply(
  { db, credits }: Parts,
  note: (tx: Runner) => Promise<EventOutcome>,
): Promise<EventOutcome> {
  return inTransaction(db, async (tx) => {
    const noted = await note(tx)
    if (noted.accountId !== undefined) await applySubscriptions(tx, credits, noted.accountId)
    return noted
  })
}

async function handleInvoice(parts: Parts, news: InvoiceEvent): Promise<void> {
  const { config, stripe } = parts
  const lines = news.hasMoreLines ? await stripe.getLines(news.id) : news.lines
  const bought = findPurchasedPlan(lines, config.prices)
  if (bought) await storeAndApply(parts, (tx) => noteInvoice(tx, news, bought))
}

/** Called outside of any transaction, which would block the embedded database meanwhile. */
async function fetchState(
  parts: Parts,
  id: string,
  event: EventName,
  fetch: number,
): Promise<void> {
  const { latest_invoice: invoice, ...subscription } = await parts.stripe.getSubscription(id)
  const state = stateOf(subscription, parts.config.prices)
  await storeAndApply(parts, async (tx) => {
    const accountId = await noteFetched(tx, state, event, fetch)
    return { accountId, fetch: undefined }
  })
  const paid = typeof invoice === 'object' && invoice?.status === 'paid' && newsOf(invoice)
  if (paid) await handleInvoice(parts, paid)
}
