/** Tests how payments, plan changes and cancellations affect an account. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../database/index.ts'
import { openTestDatabase, testDatabases } from '../database/testing/test-database.ts'
import { PaymentsError } from './stripe.ts'
import { startTestPayments, type TestPayments } from './testing/test-payments.ts'

describe.each(testDatabases)('on %s', (kind) => {
  let database: Database
  let on: TestPayments

  beforeAll(async () => {
    database = await openTestDatabase(kind)
  }, 60_000)
  beforeEach(async () => {
    on = await startTestPayments(database.db)
    return () => on.stripe.close()
  })
  afterAll(() => database.close())

  test('buys a plan on a page of Stripe, which knows the account', async () => {
    const { id, email } = await on.newAccount()
    const order = { accountId: id, tier: 'essential', customerId: null, email } as const
    const url = await on.payments.startCheckout(order, 'https://r.example/account')
    expect(url).toBe('https://checkout.stripe.com/checkout')
    expect(Object.fromEntries(new URLSearchParams(on.stripe.requests.at(-1)?.body))).toMatchObject({
      mode: 'subscription',
      'line_items[0][price]': 'price_e',
      client_reference_id: id,
      'subscription_data[metadata][account_id]': id,
      customer_email: email,
    })
  })

  test('unsigned events change nothing', async () => {
    const { id } = await on.newAccount()
    on.stripe.subscribe(id, 'essential')
    for (const body of on.stripe.events)
      expect(await on.payments.handleEvent(body, 'v1=0')).toBe(false)
    expect(await on.tierOf(id)).toBe('free')
  })

  test.each(['old', 'new'] as const)(
    'grants credits with the paid invoice, for its period (%s API)',
    async (version) => {
      on.stripe.version = version
      const { id } = await on.newAccount()
      await on.credits.read(id)
      on.passDays(3)
      on.stripe.subscribe(id, 'essential')
      await on.deliverAll()
      const paid = { balance: 10_000, granted: 10_000, ledger: 10_000 }
      expect(await on.stateOf(id)).toEqual({
        tier: 'essential',
        ...paid,
        periodEnd: on.dayAfter(30),
      })
    },
  )

  test('a checkout with a pending payment grants nothing until it is paid', async () => {
    const { id } = await on.newAccount()
    const subscription = on.stripe.subscribe(id, 'scale', { isPaid: false })
    await on.deliverAll()
    expect(await on.stateOf(id)).toMatchObject({ tier: 'free', balance: 100 })
    on.stripe.completePayment(subscription)
    await on.deliverAll()
    expect(await on.stateOf(id)).toMatchObject({ tier: 'scale', balance: 100_000 })
  })

  test('four plan changes move the credits by the difference, and back', async () => {
    const { id } = await on.newAccount()
    const subscription = on.stripe.subscribe(id, 'essential')
    await on.deliverAll()
    const balances: unknown[] = []
    for (const tier of ['scale', 'essential', 'scale', 'essential'] as const) {
      on.stripe.now += 60
      on.stripe.change(subscription, tier)
      await on.deliverAll()
      balances.push((await on.stateOf(id)).balance)
    }
    expect(balances).toEqual([100_000, 10_000, 100_000, 10_000])
  })

  test('a change within a period moves the difference for the remaining days', async () => {
    const { id } = await on.newAccount()
    const subscription = on.stripe.subscribe(id, 'essential')
    await on.deliverAll()
    on.passDays(20)
    on.stripe.change(subscription, 'scale')
    await on.deliverAll()
    expect(await on.stateOf(id)).toMatchObject({ balance: 40_000, granted: 40_000 })
    on.passDays(9)
    on.stripe.cancel(subscription)
    await on.deliverAll()
    expect(await on.stateOf(id)).toMatchObject({ tier: 'free', balance: 36_670 })
  })

  test('spent credits of a larger plan are owed, and repaid by later invoices', async () => {
    const { id } = await on.newAccount()
    const subscription = on.stripe.subscribe(id, 'essential')
    on.stripe.now += 60
    on.stripe.change(subscription, 'scale')
    await on.deliverAll()
    await on.spend(id, 1_200)
    on.stripe.now += 60
    on.stripe.change(subscription, 'essential')
    await on.deliverAll()
    expect(await on.stateOf(id)).toMatchObject({ balance: 0, ledger: 0 })
    on.passDays(30)
    on.stripe.renew(subscription, true)
    await on.deliverAll()
    expect(await on.stateOf(id)).toMatchObject({ balance: 8_000, granted: 10_000, ledger: 8_000 })
  })

  test('a change charged later grants nothing until the invoice is paid', async () => {
    const { id } = await on.newAccount()
    const subscription = on.stripe.subscribe(id, 'essential')
    on.stripe.change(subscription, 'scale', false)
    await on.deliverAll()
    expect(await on.stateOf(id)).toMatchObject({ tier: 'scale', balance: 10_000 })
  })

  test('an unpaid plan keeps the rest of the last period for a week, and then nothing', async () => {
    const { id } = await on.newAccount()
    const subscription = on.stripe.subscribe(id, 'essential')
    await on.deliverAll()
    on.passDays(30)
    on.stripe.renew(subscription, false)
    await on.deliverAll()
    expect(await on.stateOf(id)).toMatchObject({ tier: 'essential', balance: 10_000 })
    await on.spend(id, 1)
    on.passDays(6)
    expect(await on.stateOf(id)).toMatchObject({ balance: 9_990 })
    on.passDays(1)
    expect(await on.stateOf(id)).toMatchObject({
      tier: 'essential',
      balance: 0,
      granted: 0,
      ledger: 0,
    })
    const refusal = await on.db
      .transaction()
      .execute((tx) =>
        on.credits.charges.charge(
          tx,
          { accountId: id, keyId: undefined, tier: 'essential' },
          'job_none',
        ),
      )
    expect(refusal).toMatch(
      /^Not enough credits: 0 are left, and new ones come when the next invoice is paid\./,
    )
    on.passDays(40)
    expect(await on.stateOf(id)).toMatchObject({ balance: 0, granted: 0 })
    on.stripe.renew(subscription, true)
    await on.deliverAll()
    expect(await on.stateOf(id)).toMatchObject({ balance: 10_000, granted: 10_000 })
  })

  test('the free plan follows at the end of a cancelled period', async () => {
    const { id } = await on.newAccount()
    const subscription = on.stripe.subscribe(id, 'scale')
    await on.deliverAll()
    on.passDays(30)
    on.stripe.cancel(subscription)
    await on.deliverAll()
    expect(await on.stateOf(id)).toMatchObject({
      tier: 'free',
      balance: 100,
      granted: 100,
      ledger: 100,
    })
    on.passDays(31)
    expect(await on.stateOf(id)).toMatchObject({ balance: 100 })
  })

  test('fetches the invoice lines that an event leaves out', async () => {
    on.stripe.linesInEvents = 1
    const { id } = await on.newAccount()
    const subscription = on.stripe.subscribe(id, 'essential')
    on.stripe.now += 60
    on.stripe.change(subscription, 'scale')
    await on.deliverAll()
    expect(on.stripe.requests.at(-1)?.url).toMatch(/^\/v1\/invoices\/in_\d+\/lines\?limit=100$/)
    expect(await on.stateOf(id)).toMatchObject({ balance: 100_000 })
  })

  test.each([
    { name: 'JSON that is not an event', body: '[]' },
    { name: 'a body that is not JSON', body: '<html>' },
    { name: 'another kind of event', type: 'charge.refunded', object: { id: 'ch_1' } },
    {
      name: 'a payment for something else',
      type: 'checkout.session.completed',
      object: { mode: 'payment', client_reference_id: null, customer: null, subscription: null },
    },
    {
      name: 'a checkout of an unknown account',
      type: 'checkout.session.completed',
      object: { client_reference_id: 'acc_none', customer: 'c', subscription: 'sub_x' },
    },
    {
      name: 'a subscription to another product',
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
      name: 'an invoice for something else',
      type: 'invoice.paid',
      object: {
        id: 'in_x',
        customer: 'c',
        created: 1,
        subscription: 'sub_x',
        lines: { data: [{ amount: 1, period: { start: 1, end: 2 }, price: { id: 'price_x' } }] },
      },
    },
  ])('accepts $name without a change', async ({ body, type = '', object = {} }) => {
    expect(await on.deliver(body ?? on.stripe.emit(type, object))).toBe(true)
    const { rows } = await sql`SELECT 1 FROM subscription WHERE id = 'sub_x'`.execute(on.db)
    expect([rows, on.stripe.requests]).toEqual([[], []])
  })

  test.each([
    {
      name: 'a gateway that answers in HTML',
      outage: { status: 502, body: '<html>Bad Gateway</html>' },
    },
    { name: 'a gateway that refuses', outage: { status: 402, body: '{"error":{}}' } },
    { name: 'a successful answer that is not JSON', outage: { status: 200, body: '<html>' } },
  ])('$name fails as a payments error, and the repeated event works', async ({ outage }) => {
    const { id } = await on.newAccount()
    on.stripe.subscribe(id, 'essential')
    const [checkout = ''] = on.stripe.events.splice(0).toReversed()
    on.stripe.outage = outage
    await expect(on.payments.openPortal('cus_1', 'https://r.example/')).rejects.toThrow(
      PaymentsError,
    )
    await expect(on.deliver(checkout)).rejects.toThrow(PaymentsError)
    on.stripe.outage = undefined
    await on.deliver(checkout)
    expect(await on.stateOf(id)).toMatchObject({ tier: 'essential', balance: 10_000 })
  })

  test('of two subscriptions, the larger plan applies', async () => {
    const { id } = await on.newAccount()
    const first = on.stripe.subscribe(id, 'scale')
    on.stripe.subscribe(id, 'essential')
    await on.deliverAll()
    expect(await on.stateOf(id)).toMatchObject({ tier: 'scale', balance: 100_000 })
    on.stripe.now += 60
    on.stripe.cancel(first)
    await on.deliverAll()
    expect(await on.stateOf(id)).toMatchObject({ tier: 'essential', balance: 10_000 })
  })
})
