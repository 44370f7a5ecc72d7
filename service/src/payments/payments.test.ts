import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, findAccount, getOrCreateAccount } from '../accounts/index.ts'
import { type CreditsOffice, createCredits, dayOf } from '../credits/index.ts'
import type { Database } from '../database/index.ts'
import { openTestDatabase, testDatabases } from '../database/testing/test-database.ts'
import { createPayments, type Payments } from './payments.ts'
import { isSigned } from './signature.ts'
import { PaymentsError } from './stripe.ts'
import {
  type FakeStripe,
  type FakeSubscription,
  sign,
  startFakeStripe,
} from './testing/fake-stripe.ts'

const DAY_SECONDS = 24 * 3_600

test.each([
  { name: 'what Stripe signed', change: (header: string) => header, is: true },
  { name: 'another body', change: (header: string) => header.replace(/v1=./, 'v1=0f'), is: false },
  { name: 'no signature', change: () => '', is: false },
  { name: 'a signature of long ago', change: () => sign('x', 1_000_000), is: false },
  { name: 'half a signature', change: () => 't=1,v1', is: false },
])('$name is believed: $is', ({ change, is }) => {
  expect(isSigned('x', change(sign('x')), 'whsec_test')).toBe(is)
})

describe.each(testDatabases)('on %s', (kind) => {
  let database: Database
  let payments: Payments
  let credits: CreditsOffice
  let stripe: FakeStripe
  /** Of the service; Stripe's is its own. */
  let now = new Date()
  let accounts = 0

  beforeAll(async () => {
    database = await openTestDatabase(kind)
  }, 60_000)
  beforeEach(async () => {
    stripe = await startFakeStripe()
    now = new Date(stripe.now * 1_000)
    credits = createCredits(database.db, { clock: () => now })
    payments = createPayments(stripe.config, database.db, credits, () => {})
    return () => stripe.close()
  })
  afterAll(() => database.close())

  async function newAccount(): Promise<Account> {
    accounts += 1
    const email = `a${accounts}@example.com`
    return database.db.transaction().execute((tx) => getOrCreateAccount(tx, email, 'free'))
  }
  const tierOf = async (id: string) => (await findAccount(database.db, id))?.tier
  const deliver = (body: string): Promise<boolean> => payments.handleEvent(body, sign(body))
  const deliverAll = async (): Promise<void> => {
    for (const body of stripe.events.splice(0)) await deliver(body)
  }
  const stateOf = async (id: string) => ({
    tier: await tierOf(id),
    ...(await credits.read(id)),
    ledger: await sumOf(id),
  })
  async function sumOf(id: string): Promise<unknown> {
    const { rows } = await sql<{ sum: number }>`
      SELECT sum(amount)::integer AS sum FROM ledger WHERE account_id = ${id}
    `.execute(database.db)
    return rows[0]?.sum
  }
  async function spend(accountId: string, count: number): Promise<void> {
    const payer = { accountId, keyId: undefined, tier: 'paid' }
    for (let index = 0; index < count; index += 1) {
      const id = `job_${accountId}_${Math.random()}`
      await database.db.transaction().execute((tx) => credits.charges.charge(tx, payer, id))
    }
  }
  const passDays = (days: number): void => {
    stripe.now += days * DAY_SECONDS
    now = new Date(stripe.now * 1_000)
  }
  const dayAfter = (days: number): string =>
    dayOf(new Date(now.getTime() + days * DAY_SECONDS * 1_000))

  test('a plan is bought on a page of Stripe, which learns whose it is', async () => {
    const { id, email } = await newAccount()
    const order = { accountId: id, tier: 'essential', customerId: null, email } as const
    const url = await payments.startCheckout(order, 'https://r.example/account')
    expect(url).toBe('https://checkout.stripe.com/checkout')
    expect(Object.fromEntries(new URLSearchParams(stripe.requests.at(-1)?.body))).toMatchObject({
      mode: 'subscription',
      'line_items[0][price]': 'price_e',
      client_reference_id: id,
      'subscription_data[metadata][account_id]': id,
      customer_email: email,
    })
  })

  test('what Stripe has not signed changes nothing', async () => {
    const { id } = await newAccount()
    stripe.subscribe(id, 'essential')
    for (const body of stripe.events) expect(await payments.handleEvent(body, 'v1=0')).toBe(false)
    expect(await tierOf(id)).toBe('free')
  })

  test.each(['old', 'new'] as const)(
    'credits come with the paid invoice, for its period (%s API)',
    async (version) => {
      stripe.version = version
      const { id } = await newAccount()
      await credits.read(id)
      passDays(3)
      stripe.subscribe(id, 'essential')
      await deliverAll()
      const paid = { balance: 10_000, granted: 10_000, ledger: 10_000 }
      expect(await stateOf(id)).toEqual({ tier: 'essential', ...paid, periodEnd: dayAfter(30) })
    },
  )

  test('a checkout that a bank has yet to pay gives nothing until it has', async () => {
    const { id } = await newAccount()
    const subscription = stripe.subscribe(id, 'scale', { isPaid: false })
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ tier: 'free', balance: 100 })
    stripe.settlePayment(subscription)
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ tier: 'scale', balance: 100_000 })
  })

  test('four changes of the plan move the credits by the difference, and back', async () => {
    const { id } = await newAccount()
    const subscription = stripe.subscribe(id, 'essential')
    await deliverAll()
    const balances: unknown[] = []
    for (const tier of ['scale', 'essential', 'scale', 'essential'] as const) {
      stripe.now += 60
      stripe.change(subscription, tier)
      await deliverAll()
      balances.push((await stateOf(id)).balance)
    }
    expect(balances).toEqual([100_000, 10_000, 100_000, 10_000])
  })

  test('a change in the middle of a period moves the difference for the days that are left', async () => {
    const { id } = await newAccount()
    const subscription = stripe.subscribe(id, 'essential')
    await deliverAll()
    passDays(20)
    stripe.change(subscription, 'scale')
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ balance: 40_000, granted: 40_000 })
    passDays(9)
    stripe.cancel(subscription)
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ tier: 'free', balance: 36_670 })
  })

  test('what was spent of a larger plan is owed, and paid back by later invoices', async () => {
    const { id } = await newAccount()
    const subscription = stripe.subscribe(id, 'essential')
    stripe.now += 60
    stripe.change(subscription, 'scale')
    await deliverAll()
    await spend(id, 1_200)
    stripe.now += 60
    stripe.change(subscription, 'essential')
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ balance: 0, ledger: 0 })
    passDays(30)
    stripe.renew(subscription, true)
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ balance: 8_000, granted: 10_000, ledger: 8_000 })
  })

  test('a change that is not charged at once grants nothing until the invoice is paid', async () => {
    const { id } = await newAccount()
    const subscription = stripe.subscribe(id, 'essential')
    stripe.change(subscription, 'scale', false)
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ tier: 'scale', balance: 10_000 })
  })

  test('who does not pay keeps the rest of the last period for a week, and has nothing then', async () => {
    const { id } = await newAccount()
    const subscription = stripe.subscribe(id, 'essential')
    await deliverAll()
    passDays(30)
    stripe.renew(subscription, false)
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ tier: 'essential', balance: 10_000 })
    await spend(id, 1)
    passDays(6)
    expect(await stateOf(id)).toMatchObject({ balance: 9_990 })
    passDays(1)
    expect(await stateOf(id)).toMatchObject({
      tier: 'essential',
      balance: 0,
      granted: 0,
      ledger: 0,
    })
    const refusal = await database.db
      .transaction()
      .execute((tx) =>
        credits.charges.charge(
          tx,
          { accountId: id, keyId: undefined, tier: 'essential' },
          'job_none',
        ),
      )
    expect(refusal).toMatch(
      /^The credits are used up: 0 are left, and more come when the next invoice is paid\./,
    )
    passDays(40)
    expect(await stateOf(id)).toMatchObject({ balance: 0, granted: 0 })
    stripe.renew(subscription, true)
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ balance: 10_000, granted: 10_000 })
  })

  test('when it ends, the free plan follows with the end of the period', async () => {
    const { id } = await newAccount()
    const subscription = stripe.subscribe(id, 'scale')
    await deliverAll()
    passDays(30)
    stripe.cancel(subscription)
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({
      tier: 'free',
      balance: 100,
      granted: 100,
      ledger: 100,
    })
    passDays(31)
    expect(await stateOf(id)).toMatchObject({ balance: 100 })
  })

  test('the lines of an invoice that an event leaves out are asked for', async () => {
    stripe.linesInEvents = 1
    const { id } = await newAccount()
    const subscription = stripe.subscribe(id, 'essential')
    stripe.now += 60
    stripe.change(subscription, 'scale')
    await deliverAll()
    expect(stripe.requests.at(-1)?.url).toMatch(/^\/v1\/invoices\/in_\d+\/lines\?limit=100$/)
    expect(await stateOf(id)).toMatchObject({ balance: 100_000 })
  })

  test.each([
    { name: 'no event', body: '[]' },
    { name: 'no JSON', body: '<html>' },
    { name: 'another kind', type: 'charge.refunded', object: { id: 'ch_1' } },
    {
      name: 'a payment of something else',
      type: 'checkout.session.completed',
      object: { mode: 'payment', client_reference_id: null, customer: null, subscription: null },
    },
    {
      name: 'a checkout of nobody here',
      type: 'checkout.session.completed',
      object: { client_reference_id: 'acc_none', customer: 'c', subscription: 'sub_x' },
    },
    {
      name: 'a subscription to something else',
      type: 'customer.subscription.updated',
      object: {
        id: 'sub_x',
        customer: 'c',
        status: 'active',
        items: { data: [{ price: { id: 'price_x' } }] },
      },
    },
    {
      name: 'an invoice without a subscription',
      type: 'invoice.paid',
      object: { id: 'in_x', customer: 'c', created: 1, lines: { data: [] } },
    },
    {
      name: 'an invoice of something else',
      type: 'invoice.paid',
      object: {
        id: 'in_x',
        customer: 'c',
        created: 1,
        subscription: 'sub_x',
        lines: { data: [{ amount: 1, period: { start: 1, end: 2 }, price: { id: 'price_x' } }] },
      },
    },
  ])('$name is taken, and changes nothing', async ({ body, type = '', object = {} }) => {
    expect(await deliver(body ?? stripe.emit(type, object))).toBe(true)
    const { rows } = await sql`SELECT 1 FROM subscription WHERE id = 'sub_x'`.execute(database.db)
    expect([rows, stripe.requests]).toEqual([[], []])
  })

  test.each([
    {
      name: 'a gateway that answers in HTML',
      outage: { status: 502, body: '<html>Bad Gateway</html>' },
    },
    { name: 'a refusal', outage: { status: 402, body: '{"error":{}}' } },
    { name: 'an answer of something else', outage: { status: 200, body: '<html>' } },
  ])(
    '$name is an error of payments, and the event works when it comes again',
    async ({ outage }) => {
      const { id } = await newAccount()
      stripe.subscribe(id, 'essential')
      const [checkout = ''] = stripe.events.splice(0).toReversed()
      stripe.outage = outage
      await expect(payments.openPortal('cus_1', 'https://r.example/')).rejects.toThrow(
        PaymentsError,
      )
      await expect(deliver(checkout)).rejects.toThrow(PaymentsError)
      stripe.outage = undefined
      await deliver(checkout)
      expect(await stateOf(id)).toMatchObject({ tier: 'essential', balance: 10_000 })
    },
  )

  test('whoever buys twice has the better of both', async () => {
    const { id } = await newAccount()
    const first = stripe.subscribe(id, 'scale')
    stripe.subscribe(id, 'essential')
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ tier: 'scale', balance: 100_000 })
    stripe.now += 60
    stripe.cancel(first)
    await deliverAll()
    expect(await stateOf(id)).toMatchObject({ tier: 'essential', balance: 10_000 })
  })

  test('events that come all at once, the first of a subscription too, end in its last state', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = await newAccount()
      const subscription = stripe.subscribe(id, 'essential')
      stripe.now += 60
      stripe.change(subscription, 'scale', false)
      stripe.now += 60
      stripe.cancel(subscription)
      await Promise.all(stripe.events.splice(0).toReversed().map(deliver))
      expect(await stateOf(id)).toMatchObject({ tier: 'free', balance: 100 })
    }
  }, 60_000)

  test('a checkout that comes last does not undo what was asked because of others', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await newAccount()
      const subscription = stripe.subscribe(id, 'essential')
      const checkout = stripe.events.pop() ?? ''
      stripe.now += 60
      stripe.change(subscription, 'scale', false)
      await deliverAll()
      // In the same second, so that Stripe has to be asked; the checkout comes while it is.
      stripe.cancel(subscription)
      await Promise.all([...stripe.events.splice(0), checkout].map(deliver))
      expect(await tierOf(id)).toBe('free')
    }
  }, 60_000)

  describe('events', () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant('pass' as const), days: fc.nat(12) }),
      fc.record({ type: fc.constant('change' as const), isCharged: fc.boolean() }),
      fc.record({ type: fc.constant('renew' as const), isPaid: fc.boolean() }),
      fc.record({ type: fc.constant('cancel' as const) }),
    )
    type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

    function happen(subscription: FakeSubscription, each: Step): void {
      if (subscription.status === 'canceled') return
      const isOver = stripe.now >= subscription.period.end
      if (each.type === 'pass') stripe.now += each.days * DAY_SECONDS
      if (each.type === 'renew' && isOver) stripe.renew(subscription, each.isPaid)
      if (each.type === 'cancel') stripe.cancel(subscription)
      if (each.type === 'change' && !isOver) {
        const other = subscription.tier === 'scale' ? 'essential' : 'scale'
        stripe.change(subscription, other, each.isCharged)
      }
    }

    /** Delivers everything as it happens. */
    async function deliverInOrder(begin: number, isPaid: boolean, steps: readonly Step[]) {
      stripe.now = begin
      const { id } = await newAccount()
      const subscription = stripe.subscribe(id, 'essential', { isPaid })
      await deliverAll()
      for (const each of steps) {
        happen(subscription, each)
        await deliverAll()
      }
      return stateOf(id)
    }

    /** Lets the same happen, and delivers it in an order and as often as told: parts of it before all has happened. */
    async function deliverAnyhow(
      begin: number,
      isPaid: boolean,
      steps: readonly Step[],
      order: readonly number[],
    ) {
      stripe.now = begin
      const { id } = await newAccount()
      const subscription = stripe.subscribe(id, 'essential', { isPaid })
      const picks = [...order]
      const pick = (): string => stripe.events[(picks.shift() ?? 0) % stripe.events.length] ?? ''
      for (const each of steps) {
        if ((picks.shift() ?? 0) % 3 === 0) await deliver(pick())
        happen(subscription, each)
      }
      const rest = stripe.events.splice(0)
      const shuffled = rest.toSorted((a, b) => keyOf(a, order) - keyOf(b, order))
      // Some at the same time, and some again.
      await Promise.all(shuffled.map(deliver))
      for (const body of shuffled.slice(0, 3)) await deliver(body)
      return stateOf(id)
    }

    function keyOf(body: string, order: readonly number[]): number {
      const number = Number(/evt_(\d+)/.exec(body)?.[1])
      return ((order[number % order.length] ?? 0) * 7_919 + number * 104_729) % 1_009
    }

    test('in any order, and however often, end in the same state', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.boolean(),
          fc.array(step, { maxLength: 12 }),
          fc.array(fc.nat(1_000), { minLength: 30, maxLength: 40 }),
          async (isPaid, steps, order) => {
            const begin = Math.floor(now.getTime() / 1_000)
            const expected = await deliverInOrder(begin, isPaid, steps)
            expect(await deliverAnyhow(begin, isPaid, steps, order)).toEqual(expected)
            expect(expected.ledger).toBe(expected.balance)
          },
        ),
        { numRuns: 15, endOnFailure: true },
      )
    }, 120_000)
  })
})
