import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKeyText } from '../accounts/key-text.ts'
import { runCommand } from '../admin/index.ts'
import { testDatabases } from '../database/testing/test-database.ts'
import type { AccountServices } from './context.ts'
import { linkIn, openTestAccounts, origin, type TestAccounts, tokenOf } from './testing/browser.ts'
import { formOf } from './testing/form.ts'
import { openTestApp } from './testing/test-app.ts'

describe.each(testDatabases)('on %s', (kind) => {
  let services: TestAccounts
  beforeAll(async () => {
    services = await openTestAccounts(kind)
  }, 60_000)
  afterAll(() => services.close())

  test('accepts signed Stripe events of any media type, up to a megabyte', async () => {
    const mailed: string[] = []
    const payments: NonNullable<AccountServices['payments']> = {
      startCheckout: async () => '',
      openPortal: async () => '',
      tidy: async () => {},
      handleEvent: async (body, signature) => {
        mailed.push(body)
        return signature === 'right'
      },
    }
    const own = await openTestApp({ context: { services: { ...services.services, payments } } })
    const send = (payload: string, signature: string) =>
      own.inject({
        method: 'POST',
        url: '/payments/stripe',
        payload,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      })
    expect((await send('{ "é": 1 }', 'right')).json()).toEqual({ received: true })
    expect((await send('{}', 'wrong')).json()).toMatchObject({ status: 400, code: 'bad_request' })
    expect((await send('x'.repeat(2 ** 20 + 1), 'right')).json()).toMatchObject({ status: 413 })
    expect((await own.inject({ method: 'POST', url: '/payments/stripe' })).statusCode).toBe(400)
    expect(mailed).toEqual(['{ "é": 1 }', '{}', ''])
    await own.close()
  })

  test('treats a form without a body as empty, and refuses one of a megabyte', async () => {
    const browser = services.openBrowser()
    expect((await browser.post('/account/sign-in', {})).statusCode).toBe(422)
    const large = await browser.post('/account/sign-in', { email: 'x'.repeat(2 ** 20) })
    expect(large.statusCode).toBe(413)
    expect(large.json()).toMatchObject({ detail: 'The request is too large.' })
  })

  test('refuses a form of another site', async () => {
    const browser = await services.signIn()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
    ]) {
      const response = await browser.post('/account/keys', { name: 'x' }, headers)
      expect(response.statusCode).toBe(400)
    }
    const own = await browser.post(
      '/account/keys',
      { name: 'x' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
    )
    expect(own.statusCode).toBe(200)
  })

  test('a key is shown once, works, overlaps with its replacement, and ends when revoked', async () => {
    const browser = await services.signIn()
    const made = await browser.post('/account/keys', { name: '<b>laptop</b>', cap: '5' })
    const { key, key_id: id } = made.json()
    expect(made.headers['cache-control']).toBe('no-store')
    expect((await services.me(key)).json()).toMatchObject({
      tier: 'free',
      is_keyed: true,
      credits: { balance: 100, granted: 100 },
    })
    const listed = await browser.get('/account/keys')
    expect(listed.json().items).toMatchObject([
      { id, name: '<b>laptop</b>', spend_cap: 5, state: 'works' },
    ])
    expect(listed.body).not.toContain(key)
    const stranger = await services.signIn()
    await stranger.post('/account/keys/revoke', { id })
    expect((await stranger.post('/account/keys/rotate', { id })).statusCode).toBe(422)
    const second = (await browser.post('/account/keys/rotate', { id })).json().key
    expect([(await services.me(key)).statusCode, (await services.me(second)).statusCode]).toEqual([
      200, 200,
    ])
    expect((await browser.post('/account/keys/rotate', { id })).statusCode).toBe(422)
    await browser.post('/account/keys/revoke', { id })
    const dead = await services.me(key)
    expect([dead.statusCode, dead.json().detail]).toEqual([401, 'The API key has been revoked.'])
    expect((await services.me(second)).statusCode).toBe(200)
  })

  test('a successful call costs a credit; a failed call or a test key costs none, and a cap ends the calls', async () => {
    const browser = await services.signIn()
    const capped = await services.makeKey(browser, { name: 'a', cap: '2' })
    const form = formOf('no', 'application/pdf', 'a.pdf')
    const headers = { ...form.headers, 'x-api-key': capped }
    const refused = await services.app.inject({
      method: 'POST',
      url: '/v1/convert',
      payload: form.payload,
      headers,
    })
    expect(refused.statusCode).toBe(415)
    const codes: number[] = []
    for (let count = 0; count < 3; count += 1)
      codes.push((await services.convert(capped)).statusCode)
    expect(codes).toEqual([200, 200, 402])
    const over = (await services.convert(capped)).json()
    expect(over).toMatchObject({ code: 'credits_exhausted', upgrade_url: `${origin}/account` })
    expect(over.detail).toContain('limit of 2 credits')
    expect((await services.me(capped)).json().credits.balance).toBe(98)
    const tried = await services.makeKey(browser, { name: 'b', kind: 'test' })
    expect((await services.convert(tried)).json().markdown).toContain('# Test document')
    expect((await services.convert(tried, 'a.password_protected.pdf')).statusCode).toBe(422)
    expect((await services.me(tried)).json().credits.balance).toBe(98)
    const usage = await services.app.inject({
      url: '/v1/usage?limit=2',
      headers: { 'x-api-key': capped },
    })
    const all = await services.app.inject({ url: '/v1/usage', headers: { 'x-api-key': capped } })
    const amounts: number[] = all.json().items.map(({ amount }: { amount: number }) => amount)
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(98)
    expect(usage.json().items.map(({ amount }: { amount: number }) => amount)).toEqual([-1, -1])
    const next = await services.app.inject({
      url: `/v1/usage?limit=2&cursor=${usage.json().next_cursor}`,
      headers: { 'x-api-key': capped },
    })
    expect(next.json()).toMatchObject({
      items: [{ amount: 100, reason: 'grant' }],
      next_cursor: null,
    })
    const bad = await services.app.inject({
      url: '/v1/usage?cursor=x',
      headers: { 'x-api-key': capped },
    })
    expect(bad.statusCode).toBe(422)
    expect((await services.app.inject({ url: '/v1/usage' })).statusCode).toBe(401)
  })

  test('counts requests for the account, with any key and from any address', async () => {
    const browser = await services.signIn()
    const [first, second] = [
      await services.makeKey(browser, { name: 'a' }),
      await services.makeKey(browser, { name: 'b', kind: 'test' }),
    ]
    const remaining = async (key: string, from: string): Promise<number> => {
      const headers = { 'x-api-key': key, 'x-forwarded-for': from }
      const { headers: limitHeaders } = await services.app.inject({ url: '/v1/usage', headers })
      expect(limitHeaders['x-ratelimit-limit']).toBe('1000')
      return Number(limitHeaders['x-ratelimit-remaining'])
    }
    const before = await remaining(first, '10.3.0.1')
    expect(await remaining(second, '10.3.0.2')).toBe(before - 1)
    expect((await services.me(first)).json().rate_limit.remaining).toBe(before - 1)
    const unknown = await services.convert(newKeyText(false))
    expect(unknown.headers['x-ratelimit-limit']).toBe('1000000')
  })

  test('makes a client with many invalid keys wait, and stops querying the database', async () => {
    const tryKey = (from: string, key = newKeyText(false)) =>
      services.app.inject({ url: '/v1/me', headers: { 'x-api-key': key, 'x-forwarded-for': from } })
    for (let count = 0; count < 30; count += 1) {
      expect((await tryKey('10.7.0.1')).statusCode).toBe(401)
    }
    const late = await tryKey('10.7.0.1')
    expect([late.json().code, late.headers['retry-after']]).toEqual(['rate_limited', '60'])
    expect((await tryKey('10.7.0.2')).statusCode).toBe(401)
    expect((await tryKey('10.7.0.1', 'no key at all')).statusCode).toBe(401)
  })

  test('creates a key with fewer features than the plan, and refuses the others with a reason', async () => {
    const browser = await services.signIn()
    const key = await services.makeKey(browser, { name: 'r', may: 'read' })
    expect((await services.me(key)).json().features).toEqual([
      'output_markdown',
      'output_json',
      'job_history',
    ])
    const { items } = (await browser.get('/account/keys')).json()
    expect(items).toMatchObject([{ features: ['output_markdown', 'output_json', 'job_history'] }])
    const { id } = items[0]
    const next = (await browser.post('/account/keys/rotate', { id })).json().key
    for (const each of [key, next]) {
      const response = await services.convert(each)
      expect(response.json()).toMatchObject({
        status: 403,
        code: 'key_restricted',
        upgrade_url: `${origin}/account`,
      })
    }
    expect((await services.me(key)).json().credits.balance).toBe(100)
  })

  test('refuses keys of a suspended account everywhere until it is resumed', async () => {
    const email = services.newEmail()
    const browser = await services.signIn(email)
    const key = await services.makeKey(browser, { name: 'a' })
    const suspend = (isSuspended: boolean) =>
      runCommand(
        {
          db: services.database.db,
          credits: services.services.credits,
          onChange: services.services.callers.forget,
        },
        `accounts.${isSuspended ? 'suspend' : 'resume'}`,
        { account: email },
      )
    expect(await suspend(true)).toMatchObject({ is_suspended: true, is_changed: true })
    expect(await suspend(true)).toMatchObject({ is_changed: false })
    for (const response of [await services.me(key), await services.convert(key)]) {
      expect(response.json()).toMatchObject({
        status: 403,
        code: 'account_suspended',
        upgrade_url: `${origin}/account`,
      })
    }
    expect((await browser.get('/account/session')).json().account.is_suspended).toBe(true)
    await suspend(false)
    expect((await services.convert(key)).statusCode).toBe(200)
  })

  test('exports all data of an account, and deletes it with the account', async () => {
    const email = services.newEmail()
    const browser = await services.signIn(email)
    const key = await services.makeKey(browser, { name: 'laptop' })
    await services.convert(key)
    const exported = await browser.get('/account/export')
    expect(exported.headers).toMatchObject({
      'content-disposition': 'attachment; filename="account.json"',
      'cache-control': 'no-store',
    })
    expect(exported.json()).toMatchObject({
      account: { email, tier: 'free' },
      keys: [{ name: 'laptop' }],
      usage: [{ amount: -1 }, { amount: 100 }],
      jobs: [],
    })
    expect(exported.body).not.toContain(key)
    expect((await services.openBrowser().get('/account/export')).statusCode).toBe(401)
    const refused = await browser.post('/account/delete', { confirm: 'yes' })
    expect(refused.statusCode).toBe(422)
    expect((await services.me(key)).statusCode).toBe(200)
    const deleted = await browser.post('/account/delete', { confirm: ` ${email.toUpperCase()}` })
    expect(deleted.statusCode).toBe(200)
    expect((await services.me(key)).statusCode).toBe(401)
    expect((await browser.get('/account/keys')).statusCode).toBe(401)
  })

  test('caches nothing of an account on the way, and logs no secrets', async () => {
    const browser = await services.signIn()
    const kept = await browser.get('/account/keys')
    expect(kept.headers).toMatchObject({
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=31536000',
    })
    const key = await services.makeKey(browser, { name: 'x' })
    await services.me(key)
    await services.convert(key)
    const log = services.app.log.join('\n')
    for (const mail of services.mails) {
      expect(log).not.toContain(tokenOf(linkIn(mail)))
      expect(log).not.toContain(mail.to)
    }
    expect(log).not.toMatch(/rk_(?:live|test)_/)
    expect(log).not.toContain(key.slice(8))
  })

  test('lists disabled webhook receivers, and enables them again', async () => {
    const email = services.newEmail()
    const browser = await services.signIn(email)
    const hosts = async (who: typeof browser): Promise<string[]> =>
      (await who.get('/account/receivers')).json().items.map(({ host }: { host: string }) => host)
    expect(await hosts(browser)).toEqual([])
    await sql`
      INSERT INTO receiver (account_id, host, failing_since, disabled_at, told_at)
      SELECT id, 'hooks.example', now(), now(), now() FROM account WHERE email = ${email}
    `.execute(services.database.db)
    expect(await hosts(browser)).toEqual(['hooks.example'])
    const other = await services.signIn()
    await other.post('/account/webhooks/enable', { host: 'hooks.example' })
    expect(await hosts(browser)).toEqual(['hooks.example'])
    await browser.post('/account/webhooks/enable', { host: 'hooks.example' })
    expect(await hosts(browser)).toEqual([])
  })
})
