/** Tests that Stripe's events end in the same state in any order, repeated or concurrent. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../database/index.ts'
import { openTestDatabase, testDatabases } from '../database/testing/test-database.ts'
import { DAY_SECONDS, type FakeSubscription } from './testing/fake-stripe.ts'
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

  test('concurrent events, including the first of a subscription, end in its last state', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = await on.newAccount()
      const subscription = on.stripe.subscribe(id, 'essential')
      on.stripe.now += 60
      on.stripe.change(subscription, 'scale', false)
      on.stripe.now += 60
      on.stripe.cancel(subscription)
      await Promise.all(on.stripe.events.splice(0).toReversed().map(on.deliver))
      expect(await on.stateOf(id)).toMatchObject({ tier: 'free', balance: 100 })
    }
  }, 60_000)

  test('a late checkout event does not undo a fetched state', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await on.newAccount()
      const subscription = on.stripe.subscribe(id, 'essential')
      const checkout = on.stripe.events.pop() ?? ''
      on.stripe.now += 60
      on.stripe.change(subscription, 'scale', false)
      await on.deliverAll()
      // Both events have the same second, so the service asks Stripe; the checkout event arrives meanwhile.
      on.stripe.cancel(subscription)
      await Promise.all([...on.stripe.events.splice(0), checkout].map(on.deliver))
      expect(await on.tierOf(id)).toBe('free')
    }
  }, 60_000)

  const step = fc.oneof(
    fc.record({ type: fc.constant('pass' as const), days: fc.nat(12) }),
    fc.record({ type: fc.constant('change' as const), isCharged: fc.boolean() }),
    fc.record({ type: fc.constant('renew' as const), isPaid: fc.boolean() }),
    fc.record({ type: fc.constant('cancel' as const) }),
  )
  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

  function happen(subscription: FakeSubscription, each: Step): void {
    if (subscription.status === 'canceled') return
    const isOver = on.stripe.now >= subscription.period.end
    if (each.type === 'pass') on.stripe.now += each.days * DAY_SECONDS
    if (each.type === 'renew' && isOver) on.stripe.renew(subscription, each.isPaid)
    if (each.type === 'cancel') on.stripe.cancel(subscription)
    if (each.type === 'change' && !isOver) {
      const other = subscription.tier === 'scale' ? 'essential' : 'scale'
      on.stripe.change(subscription, other, each.isCharged)
    }
  }

  /** Delivers all events in order. */
  async function deliverInOrder(begin: number, isPaid: boolean, steps: readonly Step[]) {
    on.stripe.now = begin
    const { id } = await on.newAccount()
    const subscription = on.stripe.subscribe(id, 'essential', { isPaid })
    await on.deliverAll()
    for (const each of steps) {
      happen(subscription, each)
      await on.deliverAll()
    }
    return on.stateOf(id)
  }

  /**
   * Repeats the same history, but delivers its events in the given order and repetition, some before the history ends.
   */
  async function deliverAnyhow(
    begin: number,
    isPaid: boolean,
    steps: readonly Step[],
    order: readonly number[],
  ) {
    on.stripe.now = begin
    const { id } = await on.newAccount()
    const subscription = on.stripe.subscribe(id, 'essential', { isPaid })
    const picks = [...order]
    const pick = (): string =>
      on.stripe.events[(picks.shift() ?? 0) % on.stripe.events.length] ?? ''
    for (const each of steps) {
      if ((picks.shift() ?? 0) % 3 === 0) await on.deliver(pick())
      happen(subscription, each)
    }
    const rest = on.stripe.events.splice(0)
    const shuffled = rest.toSorted((a, b) => keyOf(a, order) - keyOf(b, order))
    // Some events arrive concurrently, and some repeatedly.
    await Promise.all(shuffled.map(on.deliver))
    for (const body of shuffled.slice(0, 3)) await on.deliver(body)
    return on.stateOf(id)
  }

  function keyOf(body: string, order: readonly number[]): number {
    const number = Number(/evt_(\d+)/.exec(body)?.[1])
    return ((order[number % order.length] ?? 0) * 7_919 + number * 104_729) % 1_009
  }

  test('in any order and repetition end in the same state', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(step, { maxLength: 12 }),
        fc.array(fc.nat(1_000), { minLength: 30, maxLength: 40 }),
        async (isPaid, steps, order) => {
          const begin = on.now()
          const expected = await deliverInOrder(begin, isPaid, steps)
          expect(await deliverAnyhow(begin, isPaid, steps, order)).toEqual(expected)
          expect(expected.ledger).toBe(expected.balance)
        },
      ),
      { numRuns: 15, endOnFailure: true },
    )
  }, 120_000)
})
