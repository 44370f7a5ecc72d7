import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCallers } from '../accounts/index.ts'
import { newKeyText } from '../accounts/key-text.ts'
import { runCommand } from '../admin/index.ts'
import { createCredits } from '../credits/index.ts'
import type { Database } from '../database/index.ts'
import { openTestDatabase, testDatabases } from '../database/testing/test-database.ts'
import { createRateLimiter } from '../limits/index.ts'
import type { Mail } from '../mail/index.ts'
import type { Office } from './context.ts'
import { formOf } from './testing/form.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'

const origin = 'https://recto.example'
const mails: Mail[] = []

function officeOn({ db }: Database): Office {
  const limiter = createRateLimiter(1_000)
  const callers = createCallers(db)
  return {
    db,
    callers,
    credits: createCredits(db),
    mailer: { send: async (mail) => void mails.push(mail) },
    payments: undefined,
    limiters: { free: limiter, essential: limiter, scale: limiter, self_hosted: limiter },
  }
}

/** A browser: keeps cookies, says where forms come from, follows one redirect. */
class Browser {
  readonly #app: TestApp
  readonly #cookies = new Map<string, string>()

  constructor(app: TestApp) {
    this.#app = app
  }

  async get(url: string, headers: Record<string, string> = {}) {
    return this.#send({ method: 'GET', url, headers })
  }

  async post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const payload = new URLSearchParams(fields).toString()
    return this.#send({ method: 'POST', url, payload, headers: { origin, ...headers } })
  }

  async #send(options: {
    method: 'GET' | 'POST'
    url: string
    payload?: string
    headers?: Record<string, string>
  }) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html', host: 'recto.example', cookie, ...options.headers }
    const response = await this.#app.app.inject({ ...options, headers })
    for (const text of [response.headers['set-cookie'] ?? []].flat()) {
      expect(text).toMatch(
        /^__Host-recto-\w+=[\w-]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }
}

const linkIn = (mail: Mail | undefined): string => {
  const url = /https:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  return url.slice(origin.length)
}
const codeIn = (mail: Mail | undefined): string => /code (\S{9}) /.exec(mail?.text ?? '')?.[1] ?? ''
/** The chance that it is right is one in 10¹². */
const wrong = '0000-0000'
const tokenOf = (link: string): string => new URL(link, origin).searchParams.get('token') ?? ''

describe.each(testDatabases)('on %s', (kind) => {
  let database: Database
  let app: TestApp
  let office: Office
  let people = 0
  const newEmail = (): string => {
    people += 1
    return `person${people}@example.com`
  }
  const openBrowser = (): Browser => new Browser(app)

  beforeAll(async () => {
    database = await openTestDatabase(kind)
    office = officeOn(database)
    app = await openTestApp({
      env: { RECTO_PUBLIC_URL: origin, TRUST_PROXY: '1' },
      context: { office, findCaller: office.callers.findCaller },
    })
  }, 60_000)
  afterAll(async () => {
    await app.close()
    await database.close()
  })

  test('events of Stripe come as they were signed, whatever type they have, up to a megabyte', async () => {
    const heard: string[] = []
    const payments: NonNullable<Office['payments']> = {
      startCheckout: async () => '',
      openPortal: async () => '',
      tidy: async () => {},
      handleEvent: async (body, signature) => {
        heard.push(body)
        return signature === 'right'
      },
    }
    const own = await openTestApp({ context: { office: { ...office, payments } } })
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
    expect(heard).toEqual(['{ "é": 1 }', '{}', ''])
    await own.close()
  })

  test('a form without a body is empty, one of a megabyte is refused', async () => {
    const browser = openBrowser()
    expect((await browser.post('/account/sign-in', {})).statusCode).toBe(422)
    const large = await browser.post('/account/sign-in', { email: 'x'.repeat(2 ** 20) })
    expect(large.statusCode).toBe(413)
    expect(large.headers['content-type']).toContain('text/html')
    expect(large.body).toContain('The request is too large.')
  })

  /** Each from an address of its own, so that nobody is over the limit of another test. */
  async function askForLink(browser: Browser, email: string, from = `10.0.0.${people % 250}`) {
    const response = await browser.post('/account/sign-in', { email }, { 'x-forwarded-for': from })
    return { response, mail: mails.at(-1) }
  }

  async function signIn(email = newEmail()): Promise<Browser> {
    const browser = openBrowser()
    const { mail } = await askForLink(browser, email)
    const response = await browser.post('/account/confirm', { token: tokenOf(linkIn(mail)) })
    expect(response.statusCode).toBe(303)
    return browser
  }

  test('a link leads to a page that signs in by a button; looking at it uses nothing up', async () => {
    const browser = openBrowser()
    const email = newEmail()
    const { response, mail } = await askForLink(browser, ` ${email.toUpperCase()} `)
    expect(response.statusCode).toBe(200)
    expect(mail?.to).toBe(email)
    for (let count = 0; count < 3; count += 1) {
      const page = await openBrowser().get(linkIn(mail))
      expect(page.body).toContain(`Sign in as ${email}?`)
      expect(page.body).not.toContain('data-send>')
    }
    expect((await browser.get(linkIn(mail))).body).toContain('" data-send>')
    const other = openBrowser()
    expect(
      (await other.post('/account/confirm', { token: tokenOf(linkIn(mail)) })).statusCode,
    ).toBe(303)
    expect((await other.get('/account')).body).toContain(email)
    const again = await browser.post('/account/confirm', { token: tokenOf(linkIn(mail)) })
    expect(again.statusCode).toBe(410)
    expect((await browser.get(linkIn(mail))).statusCode).toBe(410)
  })

  test('of many who use a link at once, one is signed in', async () => {
    const { mail } = await askForLink(openBrowser(), newEmail())
    const token = tokenOf(linkIn(mail))
    const tries = Array.from({ length: 8 }, () => openBrowser().post('/account/confirm', { token }))
    const codes = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 303)).toHaveLength(1)
  })

  test('the code signs in where it was asked for, and there alone; five tries', async () => {
    const browser = openBrowser()
    const email = newEmail()
    const { mail } = await askForLink(browser, email)
    const code = codeIn(mail)
    expect((await openBrowser().post('/account/code', { email, code })).statusCode).toBe(422)
    for (let count = 0; count < 4; count += 1) {
      expect((await browser.post('/account/code', { email, code: wrong })).statusCode).toBe(422)
    }
    const typed = code.toLowerCase().replace('-', ' ')
    expect((await browser.post('/account/code', { email, code: typed })).statusCode).toBe(303)
    const second = openBrowser()
    const asked = await askForLink(second, email)
    for (let count = 0; count < 5; count += 1) {
      await second.post('/account/code', { email, code: wrong })
    }
    const late = await second.post('/account/code', { email, code: codeIn(asked.mail) })
    expect(late.statusCode).toBe(422)
  })

  test('a mail address has so many wrong codes a day, in all browsers; its links go on', async () => {
    const email = newEmail()
    const old = sql`UPDATE login_token SET created_at = created_at - interval '1 hour'
      WHERE email = ${email}`
    const guess = async (tries: number) => {
      const browser = openBrowser()
      const { mail } = await askForLink(browser, email)
      await old.execute(database.db)
      const guesses = Array.from({ length: tries }, () =>
        browser.post('/account/code', { email, code: wrong }),
      )
      await Promise.all(guesses)
      return { browser, mail }
    }
    await Promise.all([guess(5), guess(5), guess(5)])
    const last = await guess(4)
    const right = { email, code: codeIn(last.mail) }
    expect((await last.browser.post('/account/code', right)).statusCode).toBe(303)
    const over = await guess(1)
    const late = { email, code: codeIn(over.mail) }
    expect((await over.browser.post('/account/code', late)).statusCode).toBe(422)
    const token = tokenOf(linkIn(over.mail))
    expect((await over.browser.post('/account/confirm', { token })).statusCode).toBe(303)
  })

  test('three links in a quarter of an hour to one mail address, ten an hour from one place', async () => {
    const email = newEmail()
    const codes: number[] = []
    for (let count = 0; count < 4; count += 1) {
      const { response } = await askForLink(openBrowser(), email, `10.1.0.${count}`)
      codes.push(response.statusCode)
    }
    expect(codes).toEqual([200, 200, 200, 429])
    const places: number[] = []
    for (let count = 0; count < 11; count += 1) {
      const { response } = await askForLink(openBrowser(), newEmail(), '10.2.0.1')
      places.push(response.statusCode)
    }
    expect(places).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  test('pages are shown under the configured name alone, and mails lead there whatever a request says', async () => {
    const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    const browser = openBrowser()
    const email = newEmail()
    const before = mails.length
    for (const headers of [{ host: 'evil.example' }, { host: 'evil.example', ...forged }]) {
      const page = await browser.get('/account', headers)
      expect(page.statusCode).toBe(421)
      expect(page.body).toContain(`The pages of this service are at ${origin}/account.`)
      const sent = { ...headers, origin: 'https://evil.example' }
      expect((await browser.post('/account/sign-in', { email }, sent)).statusCode).toBe(421)
    }
    expect(mails).toHaveLength(before)
    expect((await browser.post('/account/sign-in', { email }, forged)).statusCode).toBe(200)
    expect(mails.at(-1)?.text).toContain(`${origin}/account/confirm?token=`)
    expect(mails.at(-1)?.text).not.toContain('evil')
    const over = await app.inject({
      url: '/v1/usage',
      headers: { host: 'evil.example', ...forged },
    })
    expect(over.statusCode).toBe(401)
  })

  test('a form of another site does nothing', async () => {
    const browser = await signIn()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
    ]) {
      const response = await browser.post('/account/keys', { name: 'x' }, headers)
      expect(response.statusCode).toBe(400)
      expect(response.headers['content-type']).toContain('text/html')
    }
    const own = await browser.post(
      '/account/keys',
      { name: 'x' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
    )
    expect(own.statusCode).toBe(200)
  })

  const keyIn = (body: string): string => /rk_(?:live|test)_\w{38}/.exec(body)?.[0] ?? ''
  const me = (key: string) => app.inject({ url: '/v1/me', headers: { 'x-api-key': key } })
  const convert = (key: string, filename = 'a.txt') => {
    const form = formOf('x', 'text/plain', filename)
    const headers = { ...form.headers, 'x-api-key': key }
    return app.inject({ method: 'POST', url: '/v1/convert', payload: form.payload, headers })
  }

  test('a key is shown once, works, is replaced with an overlap, and is dead when revoked', async () => {
    const browser = await signIn()
    const made = await browser.post('/account/keys', { name: '<b>laptop</b>', cap: '5' })
    const key = keyIn(made.body)
    expect(made.headers['cache-control']).toBe('no-store')
    expect((await me(key)).json()).toMatchObject({
      tier: 'free',
      is_keyed: true,
      credits: { balance: 100, granted: 100 },
    })
    const page = (await browser.get('/account')).body
    expect(page).toContain('&#60;b&#62;laptop&#60;/b&#62;')
    expect(page).not.toContain(key)
    const id = /name="id" value="(key_\w+)"/.exec(page)?.[1] ?? ''
    const stranger = await signIn()
    await stranger.post('/account/keys/revoke', { id })
    expect((await stranger.post('/account/keys/rotate', { id })).statusCode).toBe(422)
    const second = keyIn((await browser.post('/account/keys/rotate', { id })).body)
    expect([(await me(key)).statusCode, (await me(second)).statusCode]).toEqual([200, 200])
    expect((await browser.post('/account/keys/rotate', { id })).statusCode).toBe(422)
    await browser.post('/account/keys/revoke', { id })
    const dead = await me(key)
    expect([dead.statusCode, dead.json().detail]).toEqual([401, 'The API key has been revoked.'])
    expect((await me(second)).statusCode).toBe(200)
  })

  test('a call costs a credit, one that fails none; a key with a cap stops there; a test key costs none', async () => {
    const browser = await signIn()
    const capped = keyIn((await browser.post('/account/keys', { name: 'a', cap: '2' })).body)
    const form = formOf('no', 'application/pdf', 'a.pdf')
    const headers = { ...form.headers, 'x-api-key': capped }
    const refused = await app.inject({
      method: 'POST',
      url: '/v1/convert',
      payload: form.payload,
      headers,
    })
    expect(refused.statusCode).toBe(415)
    const codes: number[] = []
    for (let count = 0; count < 3; count += 1) codes.push((await convert(capped)).statusCode)
    expect(codes).toEqual([200, 200, 402])
    const over = (await convert(capped)).json()
    expect(over).toMatchObject({ code: 'credits_exhausted', upgrade_url: `${origin}/account` })
    expect(over.detail).toContain('This key may spend 2 credits')
    expect((await me(capped)).json().credits.balance).toBe(98)
    const tried = keyIn((await browser.post('/account/keys', { name: 'b', kind: 'test' })).body)
    expect((await convert(tried)).json().markdown).toContain('# Test document')
    expect((await convert(tried, 'a.password_protected.pdf')).statusCode).toBe(422)
    expect((await me(tried)).json().credits.balance).toBe(98)
    const usage = await app.inject({ url: '/v1/usage?limit=2', headers: { 'x-api-key': capped } })
    const all = await app.inject({ url: '/v1/usage', headers: { 'x-api-key': capped } })
    const amounts: number[] = all.json().items.map(({ amount }: { amount: number }) => amount)
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(98)
    expect(usage.json().items.map(({ amount }: { amount: number }) => amount)).toEqual([-1, -1])
    const next = await app.inject({
      url: `/v1/usage?limit=2&cursor=${usage.json().next_cursor}`,
      headers: { 'x-api-key': capped },
    })
    expect(next.json()).toMatchObject({
      items: [{ amount: 100, reason: 'grant' }],
      next_cursor: null,
    })
    const bad = await app.inject({ url: '/v1/usage?cursor=x', headers: { 'x-api-key': capped } })
    expect(bad.statusCode).toBe(422)
    expect((await app.inject({ url: '/v1/usage' })).statusCode).toBe(401)
  })

  test('a link and its code end after their time', async () => {
    const browser = openBrowser()
    const email = newEmail()
    const { mail } = await askForLink(browser, email)
    await sql`UPDATE login_token SET expires_at = now() WHERE email = ${email}`.execute(database.db)
    expect((await browser.get(linkIn(mail))).statusCode).toBe(410)
    const late = await browser.post('/account/confirm', { token: tokenOf(linkIn(mail)) })
    expect(late.statusCode).toBe(410)
    const code = await browser.post('/account/code', { email, code: codeIn(mail) })
    expect(code.statusCode).toBe(422)
  })

  test('requests count for the account, whichever key and place they come from', async () => {
    const browser = await signIn()
    const [first, second] = [
      keyIn((await browser.post('/account/keys', { name: 'a' })).body),
      keyIn((await browser.post('/account/keys', { name: 'b', kind: 'test' })).body),
    ]
    const remaining = async (key: string, from: string): Promise<number> => {
      const headers = { 'x-api-key': key, 'x-forwarded-for': from }
      const { headers: told } = await app.inject({ url: '/v1/usage', headers })
      expect(told['x-ratelimit-limit']).toBe('1000')
      return Number(told['x-ratelimit-remaining'])
    }
    const before = await remaining(first, '10.3.0.1')
    expect(await remaining(second, '10.3.0.2')).toBe(before - 1)
    expect((await me(first)).json().rate_limit.remaining).toBe(before - 1)
    expect((await convert(`${first.slice(0, -1)}x`)).headers['x-ratelimit-limit']).toBe('1000000')
  })

  test('who tries many keys is told to wait, and the database is asked no more', async () => {
    const tryKey = (from: string, key = newKeyText(false)) =>
      app.inject({ url: '/v1/me', headers: { 'x-api-key': key, 'x-forwarded-for': from } })
    for (let count = 0; count < 30; count += 1) {
      expect((await tryKey('10.7.0.1')).statusCode).toBe(401)
    }
    const late = await tryKey('10.7.0.1')
    expect([late.json().code, late.headers['retry-after']]).toEqual(['rate_limited', '60'])
    expect((await tryKey('10.7.0.2')).statusCode).toBe(401)
    expect((await tryKey('10.7.0.1', 'no key at all')).statusCode).toBe(401)
  })

  test('who signs out is out; who signs in again has another session', async () => {
    const browser = await signIn()
    expect((await browser.get('/account')).body).toContain('API keys')
    await browser.post('/account/sign-out', {})
    expect((await browser.get('/account')).body).toContain('Send me a link')
    expect((await browser.post('/account/keys', { name: 'x' })).headers.location).toBe('/account')
    const email = newEmail()
    const both = [await signIn(email), await signIn(email)]
    await both[0]?.post('/account/sign-out-everywhere', {})
    for (const each of both) expect((await each.get('/account')).body).toContain('Send me a link')
  })

  test('the answer is the same for an address that has an account and for one that has none', async () => {
    const known = newEmail()
    await signIn(known)
    const unknown = newEmail()
    const pages = [known, unknown].map(async (email) => {
      const { response } = await askForLink(openBrowser(), email)
      return [response.statusCode, response.body.replaceAll(email, 'EMAIL')]
    })
    const [first, second] = await Promise.all(pages)
    expect(first).toEqual(second)
  })

  describe('mails of an hour', () => {
    async function ask(perHour: number, email: string, from: string) {
      const own = await openTestApp({
        env: {
          RECTO_PUBLIC_URL: origin,
          TRUST_PROXY: '1',
          RECTO_SIGN_IN_MAILS_PER_HOUR: String(perHour),
        },
        context: { office },
      })
      const before = mails.length
      const response = await new Browser(own).post(
        '/account/sign-in',
        { email },
        { 'x-forwarded-for': from },
      )
      await own.close()
      const body = response.body.replaceAll(email, 'EMAIL')
      return { code: response.statusCode, body, sent: mails.length - before }
    }

    /** Mails of the last hour to addresses with an account. */
    async function countKnown(): Promise<number> {
      const { rows } = await sql`SELECT FROM login_token
        WHERE has_account AND created_at > now() - interval '1 hour'`.execute(database.db)
      return rows.length
    }

    test('whoever asks for a thousand strangers keeps no customer out, and is told nothing of them', async () => {
      const known = newEmail()
      await signIn(known)
      const perHour = (await countKnown()) + 1
      for (let count = 0; count < perHour; count += 1) {
        await ask(1_000, newEmail(), `10.4.${count}.1`)
      }
      const stranger = await ask(perHour, newEmail(), '10.5.0.1')
      const customer = await ask(perHour, known, '10.5.0.2')
      expect([stranger.sent, customer.sent]).toEqual([0, 1])
      expect(stranger.body).toContain('If there is an account of this address')
      expect([customer.code, customer.body]).toEqual([stranger.code, stranger.body])
    })

    test('those to customers have an end too, which is the same for all', async () => {
      const known = newEmail()
      await signIn(known)
      const perHour = await countKnown()
      const answers = [
        await ask(perHour, known, '10.6.0.1'),
        await ask(perHour, newEmail(), '10.6.0.2'),
      ]
      expect(answers.map(({ code, sent }) => [code, sent])).toEqual([
        [503, 0],
        [503, 0],
      ])
    })
  })

  test('a key may be made that does less than the plan; it is told what it may not do', async () => {
    const browser = await signIn()
    const key = keyIn((await browser.post('/account/keys', { name: 'r', may: 'read' })).body)
    expect((await me(key)).json().features).toEqual([
      'output_markdown',
      'output_json',
      'job_history',
    ])
    const page = (await browser.get('/account')).body
    expect(page).toContain('only output_markdown, output_json, job_history')
    const id = /name="id" value="(key_\w+)"/.exec(page)?.[1] ?? ''
    const next = keyIn((await browser.post('/account/keys/rotate', { id })).body)
    for (const each of [key, next]) {
      const response = await convert(each)
      expect(response.json()).toMatchObject({
        status: 403,
        code: 'key_restricted',
        upgrade_url: `${origin}/account`,
      })
    }
    expect((await me(key)).json().credits.balance).toBe(100)
  })

  test('keys of a suspended account are refused everywhere, until it is resumed', async () => {
    const email = newEmail()
    const browser = await signIn(email)
    const key = keyIn((await browser.post('/account/keys', { name: 'a' })).body)
    const suspend = (isSuspended: boolean) =>
      runCommand(
        { db: database.db, credits: office.credits, onChange: office.callers.forget },
        `accounts.${isSuspended ? 'suspend' : 'resume'}`,
        { account: email },
      )
    expect(await suspend(true)).toMatchObject({ is_suspended: true, is_changed: true })
    expect(await suspend(true)).toMatchObject({ is_changed: false })
    for (const response of [await me(key), await convert(key)]) {
      expect(response.json()).toMatchObject({
        status: 403,
        code: 'account_suspended',
        upgrade_url: `${origin}/account`,
      })
    }
    expect((await browser.get('/account')).body).toContain('This account is suspended')
    await suspend(false)
    expect((await convert(key)).statusCode).toBe(200)
  })

  test('all that is known of an account can be had, and is gone when it is deleted', async () => {
    const email = newEmail()
    const browser = await signIn(email)
    const key = keyIn((await browser.post('/account/keys', { name: 'laptop' })).body)
    await convert(key)
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
    expect((await openBrowser().get('/account/export')).statusCode).toBe(303)
    const refused = await browser.post('/account/delete', { confirm: 'yes' })
    expect(refused.statusCode).toBe(422)
    expect((await me(key)).statusCode).toBe(200)
    const deleted = await browser.post('/account/delete', { confirm: ` ${email.toUpperCase()}` })
    expect(deleted.body).toContain('The account is deleted')
    expect((await me(key)).statusCode).toBe(401)
    expect((await browser.get('/account')).body).toContain('Send me a link')
  })

  test('a page lets nothing else in, and no secret is in the log', async () => {
    const browser = await signIn()
    const page = await browser.get('/account')
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'/,
      ),
    })
    const key = keyIn((await browser.post('/account/keys', { name: 'x' })).body)
    await me(key)
    await convert(key)
    const log = app.log.join('\n')
    for (const mail of mails) {
      expect(log).not.toContain(tokenOf(linkIn(mail)))
      expect(log).not.toContain(mail.to)
    }
    expect(log).not.toMatch(/rk_(?:live|test)_/)
    expect(log).not.toContain(key.slice(8))
  })

  test('hosts that accept no webhooks any more are shown, and switched on again', async () => {
    const email = newEmail()
    const browser = await signIn(email)
    expect((await browser.get('/account')).body).not.toContain('switched off')
    await sql`
      INSERT INTO receiver (account_id, host, failing_since, disabled_at, told_at)
      SELECT id, 'hooks.example', now(), now(), now() FROM account WHERE email = ${email}
    `.execute(database.db)
    const page = (await browser.get('/account')).body
    expect(page).toContain('Webhooks that are switched off')
    expect(page).toContain('aria-label="Switch on hooks.example"')
    const other = await signIn()
    await other.post('/account/webhooks/enable', { host: 'hooks.example' })
    expect((await browser.get('/account')).body).toContain('hooks.example')
    await browser.post('/account/webhooks/enable', { host: 'hooks.example' })
    expect((await browser.get('/account')).body).not.toContain('hooks.example')
  })
})
