/** Sets up payments for tests: accounts in a database, a scripted Stripe and its events. */
import { sql } from 'kysely'
import { type Account, findAccount, getOrCreateAccount } from '../../accounts/index.ts'
import { type CreditsService, createCredits, dayOf } from '../../credits/index.ts'
import type { Db } from '../../database/index.ts'
import { createPayments, type Payments } from '../payments.ts'
import { DAY_SECONDS, type FakeStripe, sign, startFakeStripe } from './fake-stripe.ts'

/** The plan and the credits of an account. */
interface PaidState {
  readonly tier: string | undefined
  readonly balance?: number
  readonly ledger: unknown
}

export interface TestPayments {
  readonly db: Db
  readonly stripe: FakeStripe
  readonly credits: CreditsService
  readonly payments: Payments
  newAccount(): Promise<Account>
  tierOf(id: string): Promise<string | undefined>
  deliver(body: string): Promise<boolean>
  /** Delivers the events since the last call. */
  deliverAll(): Promise<void>
  stateOf(id: string): Promise<PaidState>
  /** Spends the credits of this many jobs. */
  spend(accountId: string, count: number): Promise<void>
  /** Advances the clocks of Stripe and of the service. */
  passDays(days: number): void
  /** The service's clock, in seconds. */
  now(): number
  dayAfter(days: number): string
}

let accounts = 0

export async function startTestPayments(db: Db): Promise<TestPayments> {
  const stripe = await startFakeStripe()
  let now = new Date(stripe.now * 1_000)
  const credits = createCredits(db, { clock: () => now })
  const payments = createPayments(stripe.config, db, credits, () => {})
  const tierOf = async (id: string): Promise<string | undefined> =>
    (await findAccount(db, id))?.tier
  const deliver = (body: string): Promise<boolean> => payments.handleEvent(body, sign(body))
  return {
    db,
    stripe,
    credits,
    payments,
    newAccount: () => {
      accounts += 1
      const email = `a${accounts}@example.com`
      return db.transaction().execute((tx) => getOrCreateAccount(tx, email, 'free'))
    },
    tierOf,
    deliver,
    deliverAll: async () => {
      for (const body of stripe.events.splice(0)) await deliver(body)
    },
    stateOf: async (id) => ({
      tier: await tierOf(id),
      ...(await credits.read(id)),
      ledger: await sumOf(db, id),
    }),
    spend: async (accountId, count) => {
      const payer = { accountId, keyId: undefined, tier: 'paid' }
      for (let index = 0; index < count; index += 1) {
        const id = `job_${accountId}_${Math.random()}`
        await db.transaction().execute((tx) => credits.charges.charge(tx, payer, id))
      }
    },
    passDays: (days) => {
      stripe.now += days * DAY_SECONDS
      now = new Date(stripe.now * 1_000)
    },
    now: () => Math.floor(now.getTime() / 1_000),
    dayAfter: (days) => dayOf(new Date(now.getTime() + days * DAY_SECONDS * 1_000)),
  }
}

async function sumOf(db: Db, id: string): Promise<unknown> {
  const { rows } = await sql<{ sum: number }>`
    SELECT sum(amount)::integer AS sum FROM ledger WHERE account_id = ${id}
  `.execute(db)
  return rows[0]?.sum
}
