import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAccount, getOrCreateAccount } from '../accounts/index.ts'
import { createCredits } from '../credits/index.ts'
import type { Database } from '../database/index.ts'
import { openTestDatabase, testDatabases } from '../database/testing/test-database.ts'
import { isSigned } from './signature.ts'
import { createPayments, type Payments, PaymentsError } from './stripe.ts'

const secret = 'whsec_test'
describe.each(testDatabases)('on %s', (kind) => {
  let database: Database
  let payments: Payments
  let stripe: Server
  const asked: { readonly url: string | undefined; readonly body: string }[] = []
  let answer = { status: 200, body: JSON.stringify({ url: 'https://checkout.stripe.com/c/1' }) }

  beforeAll(async () => {
    database = await openTestDatabase(kind)
    stripe = createServer(async (request, response) => {
      const body = Buffer.concat(await Array.fromAsync<Buffer>(request)).toString()
      asked.push({ url: request.url, body })
      response.writeHead(answer.status).end(answer.body)
    }).listen(0, '127.0.0.1')
    await once(stripe, 'listening')
    // Sound: it listens on a port, not on a pipe.
    const { port } = stripe.address() as AddressInfo
    const config = {
      secretKey: 'sk_test',
      webhookSecret: secret,
      apiUrl: `http://127.0.0.1:${port}`,
      prices: { essential: 'price_e', scale: 'price_s' },
    }
    payments = createPayments(config, database.db, createCredits(database.db), () => {})
  }, 60_000)
  afterAll(async () => {
    stripe.close()
    await database.close()
  })

  const newAccount = (email: string) =>
    database.db.transaction().execute((tx) => getOrCreateAccount(tx, email, 'free'))
  const tierOf = async (id: string) => (await findAccount(database.db, id))?.tier

  function sign(body: string, at = Math.floor(Date.now() / 1_000)): string {
    const hex = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    return `t=${at},v1=${hex},v0=ignored`
  }

  let events = 0
  function eventOf(type: string, created: number, object: object): string {
    events += 1
    return JSON.stringify({ id: `evt_${events}`, type, created, data: { object } })
  }
  const hear = (body: string) => payments.hear(body, sign(body))

  const subscription = (status: string, price: string, customer = 'cus_1', id = 'sub_1') => ({
    id,
    customer,
    status,
    items: { data: [{ price: { id: price } }] },
  })
  const checkout = (account: string, tier: string, customer = 'cus_1', id = 'sub_1') => ({
    client_reference_id: account,
    customer,
    subscription: id,
    metadata: { tier },
  })

  test.each([
    { name: 'what Stripe signed', change: (header: string) => header, is: true },
    {
      name: 'another body',
      change: (header: string) => header.replace(/v1=./, 'v1=0f'),
      is: false,
    },
    { name: 'no signature', change: () => '', is: false },
    { name: 'a signature of long ago', change: () => sign('x', 1_000_000), is: false },
    { name: 'half a signature', change: () => 't=1,v1', is: false },
  ])('$name is believed: $is', ({ change, is }) => {
    expect(isSigned('x', change(sign('x')), secret)).toBe(is)
  })

  test('a plan is bought on a page of Stripe, and there as soon as Stripe tells', async () => {
    const account = await newAccount('buyer@example.com')
    const url = await payments.startCheckout(account, 'essential', 'https://r.example/account')
    expect(url).toBe('https://checkout.stripe.com/c/1')
    const fields = new URLSearchParams(asked.at(-1)?.body)
    expect(Object.fromEntries(fields)).toMatchObject({
      mode: 'subscription',
      'line_items[0][price]': 'price_e',
      client_reference_id: account.id,
      customer_email: 'buyer@example.com',
    })
    const body = eventOf('checkout.session.completed', 100, checkout(account.id, 'essential'))
    expect(await payments.hear(body, 'v1=0')).toBe(false)
    expect(await tierOf(account.id)).toBe('free')
    expect(await hear(body)).toBe(true)
    expect(await tierOf(account.id)).toBe('essential')
  })

  test('events that come twice, or in another order, change nothing', async () => {
    const account = await newAccount('order@example.com')
    const bought = eventOf(
      'checkout.session.completed',
      100,
      checkout(account.id, 'essential', 'cus_2', 'sub_2'),
    )
    const raised = eventOf(
      'customer.subscription.updated',
      200,
      subscription('active', 'price_s', 'cus_2', 'sub_2'),
    )
    const ended = eventOf(
      'customer.subscription.deleted',
      300,
      subscription('canceled', 'price_s', 'cus_2', 'sub_2'),
    )
    await hear(bought)
    await Promise.all([hear(raised), hear(raised)])
    expect(await tierOf(account.id)).toBe('scale')
    await hear(ended)
    expect(await tierOf(account.id)).toBe('free')
    for (const body of [raised, bought, ended]) await hear(body)
    const late = eventOf(
      'customer.subscription.updated',
      250,
      subscription('active', 'price_s', 'cus_2', 'sub_2'),
    )
    await hear(late)
    expect(await tierOf(account.id)).toBe('free')
    const other = eventOf(
      'customer.subscription.updated',
      400,
      subscription('active', 'price_s', 'cus_2', 'sub_old'),
    )
    await hear(other)
    await hear(eventOf('invoice.created', 500, {}))
    expect(await tierOf(account.id)).toBe('free')
  })

  test('where Stripe refuses, that is told as what it is', async () => {
    answer = { status: 402, body: '{}' }
    await expect(payments.openPortal('cus_1', 'https://r.example/')).rejects.toThrow(PaymentsError)
  })
})
