import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import type { Mail } from '../mail/index.ts'
import {
  Browser,
  codeIn,
  linkIn,
  openTestAccounts,
  origin,
  type TestAccounts,
  tokenOf,
} from './testing/browser.ts'
import { openTestApp } from './testing/test-app.ts'

/** An invented code is right with a probability of 10⁻¹². */
const wrong = '0000-0000'
/** Returns the request that the page of a link sends. */
const confirmationOf = (mail: Mail | undefined): string =>
  `/account/link?token=${tokenOf(linkIn(mail))}`

describe.each(testDatabases)('on %s', (kind) => {
  let services: TestAccounts
  beforeAll(async () => {
    services = await openTestAccounts(kind)
  }, 60_000)
  afterAll(() => services.close())

  test('a link opens a page that signs in by a button; opening it does not use it up', async () => {
    const browser = services.openBrowser()
    const email = services.newEmail()
    const { response, mail } = await services.askForLink(browser, ` ${email.toUpperCase()} `)
    expect(response.statusCode).toBe(200)
    expect(mail?.to).toBe(email)
    for (let count = 0; count < 3; count += 1) {
      const confirmation = await services.openBrowser().get(confirmationOf(mail))
      expect(confirmation.json()).toEqual({ email, is_same_browser: false })
    }
    // Only the requesting browser may continue without a confirmation.
    expect((await browser.get(confirmationOf(mail))).json()).toEqual({
      email,
      is_same_browser: true,
    })
    const other = services.openBrowser()
    expect(
      (await other.post('/account/confirm', { token: tokenOf(linkIn(mail)) })).statusCode,
    ).toBe(200)
    expect((await other.get('/account/session')).json().account.email).toBe(email)
    const again = await browser.post('/account/confirm', { token: tokenOf(linkIn(mail)) })
    expect(again.statusCode).toBe(410)
    expect((await browser.get(confirmationOf(mail))).statusCode).toBe(410)
  })

  test('one of many concurrent uses of a link signs in', async () => {
    const { mail } = await services.askForLink(services.openBrowser(), services.newEmail())
    const token = tokenOf(linkIn(mail))
    const tries = Array.from({ length: 8 }, () =>
      services.openBrowser().post('/account/confirm', { token }),
    )
    const codes = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
  })

  test('the code works only in the requesting browser, with five attempts', async () => {
    const browser = services.openBrowser()
    const email = services.newEmail()
    const { mail } = await services.askForLink(browser, email)
    const code = codeIn(mail)
    expect((await services.openBrowser().post('/account/code', { email, code })).statusCode).toBe(
      422,
    )
    for (let count = 0; count < 4; count += 1) {
      expect((await browser.post('/account/code', { email, code: wrong })).statusCode).toBe(422)
    }
    const typed = code.toLowerCase().replace('-', ' ')
    expect((await browser.post('/account/code', { email, code: typed })).statusCode).toBe(200)
    const second = services.openBrowser()
    const asked = await services.askForLink(second, email)
    for (let count = 0; count < 5; count += 1) {
      await second.post('/account/code', { email, code: wrong })
    }
    const late = await second.post('/account/code', { email, code: codeIn(asked.mail) })
    expect(late.statusCode).toBe(422)
  })

  test('limits wrong codes of a mail address per day across browsers; its links still work', async () => {
    const email = services.newEmail()
    const old = sql`UPDATE login_token SET created_at = created_at - interval '1 hour'
      WHERE email = ${email}`
    const guess = async (tries: number) => {
      const browser = services.openBrowser()
      const { mail } = await services.askForLink(browser, email)
      await old.execute(services.database.db)
      const guesses = Array.from({ length: tries }, () =>
        browser.post('/account/code', { email, code: wrong }),
      )
      await Promise.all(guesses)
      return { browser, mail }
    }
    await Promise.all([guess(5), guess(5), guess(5)])
    const last = await guess(4)
    const right = { email, code: codeIn(last.mail) }
    expect((await last.browser.post('/account/code', right)).statusCode).toBe(200)
    const over = await guess(1)
    const late = { email, code: codeIn(over.mail) }
    expect((await over.browser.post('/account/code', late)).statusCode).toBe(422)
    const token = tokenOf(linkIn(over.mail))
    expect((await over.browser.post('/account/confirm', { token })).statusCode).toBe(200)
  })

  test('limits links to three per quarter of an hour and mail address, and ten per hour and client', async () => {
    const email = services.newEmail()
    const codes: number[] = []
    for (let count = 0; count < 4; count += 1) {
      const { response } = await services.askForLink(
        services.openBrowser(),
        email,
        `10.1.0.${count}`,
      )
      codes.push(response.statusCode)
    }
    expect(codes).toEqual([200, 200, 200, 429])
    const sameAddress: number[] = []
    for (let count = 0; count < 11; count += 1) {
      const { response } = await services.askForLink(
        services.openBrowser(),
        services.newEmail(),
        '10.2.0.1',
      )
      sameAddress.push(response.statusCode)
    }
    expect(sameAddress).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  test('serves pages only under the configured name, and mails link there whatever a request says', async () => {
    const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    const browser = services.openBrowser()
    const email = services.newEmail()
    const before = services.mails.length
    for (const headers of [{ host: 'evil.example' }, { host: 'evil.example', ...forged }]) {
      const page = await browser.get('/account', headers)
      expect(page.statusCode).toBe(421)
      expect(page.json()).toMatchObject({ code: 'misdirected_request' })
      expect(page.json().detail).toContain(`The pages of this service are at ${origin}/.`)
      const sent = { ...headers, origin: 'https://evil.example' }
      expect((await browser.post('/account/sign-in', { email }, sent)).statusCode).toBe(421)
    }
    expect(services.mails).toHaveLength(before)
    expect((await browser.post('/account/sign-in', { email }, forged)).statusCode).toBe(200)
    expect(services.mails.at(-1)?.text).toContain(`${origin}/account/confirm?token=`)
    expect(services.mails.at(-1)?.text).not.toContain('evil')
    const over = await services.app.inject({
      url: '/v1/usage',
      headers: { host: 'evil.example', ...forged },
    })
    expect(over.statusCode).toBe(401)
  })

  test('a link and its code expire', async () => {
    const browser = services.openBrowser()
    const email = services.newEmail()
    const { mail } = await services.askForLink(browser, email)
    await sql`UPDATE login_token SET expires_at = now() WHERE email = ${email}`.execute(
      services.database.db,
    )
    expect((await browser.get(confirmationOf(mail))).statusCode).toBe(410)
    const late = await browser.post('/account/confirm', { token: tokenOf(linkIn(mail)) })
    expect(late.statusCode).toBe(410)
    const code = await browser.post('/account/code', { email, code: codeIn(mail) })
    expect(code.statusCode).toBe(422)
  })

  test('signing out ends the session; signing in again starts another one', async () => {
    const browser = await services.signIn()
    expect((await browser.get('/account/keys')).json()).toEqual({ items: [] })
    await browser.post('/account/sign-out', {})
    expect((await browser.get('/account/session')).json().account).toBeUndefined()
    expect((await browser.post('/account/keys', { name: 'x' })).statusCode).toBe(401)
    const email = services.newEmail()
    const both = [await services.signIn(email), await services.signIn(email)]
    await both[0]?.post('/account/sign-out-everywhere', {})
    for (const each of both) expect((await each.get('/account/keys')).statusCode).toBe(401)
  })

  test('answers identically for addresses with and without an account', async () => {
    const registered = services.newEmail()
    await services.signIn(registered)
    const unknown = services.newEmail()
    const pages = [registered, unknown].map(async (email) => {
      const { response } = await services.askForLink(services.openBrowser(), email)
      return [response.statusCode, response.body.replaceAll(email, 'EMAIL')]
    })
    const [first, second] = await Promise.all(pages)
    expect(first).toEqual(second)
  })

  describe('mails per hour', () => {
    async function ask(perHour: number, email: string, from: string) {
      const own = await openTestApp({
        env: {
          RECTO_PUBLIC_URL: origin,
          TRUST_PROXY: '1',
          RECTO_SIGN_IN_MAILS_PER_HOUR: String(perHour),
        },
        context: { services: services.services },
      })
      const before = services.mails.length
      const response = await new Browser(own).post(
        '/account/sign-in',
        { email },
        { 'x-forwarded-for': from },
      )
      await own.close()
      const body = response.body.replaceAll(email, 'EMAIL')
      return { code: response.statusCode, body, sent: services.mails.length - before }
    }

    /** Counts the mails of the last hour to addresses with an account. */
    async function countToAccounts(): Promise<number> {
      const { rows } = await sql`SELECT FROM login_token
        WHERE has_account AND created_at > now() - interval '1 hour'`.execute(services.database.db)
      return rows.length
    }

    test('to strangers are limited without locking customers out or revealing accounts', async () => {
      const registered = services.newEmail()
      await services.signIn(registered)
      const perHour = (await countToAccounts()) + 1
      for (let count = 0; count < perHour; count += 1) {
        await ask(1_000, services.newEmail(), `10.4.${count}.1`)
      }
      const stranger = await ask(perHour, services.newEmail(), '10.5.0.1')
      const customer = await ask(perHour, registered, '10.5.0.2')
      expect([stranger.sent, customer.sent]).toEqual([0, 1])
      expect(JSON.parse(stranger.body)).toMatchObject({ is_for_accounts_only: true })
      expect([customer.code, customer.body]).toEqual([stranger.code, stranger.body])
    })

    test('to customers are limited, too, with the same answer for all', async () => {
      const registered = services.newEmail()
      await services.signIn(registered)
      const perHour = await countToAccounts()
      const answers = [
        await ask(perHour, registered, '10.6.0.1'),
        await ask(perHour, services.newEmail(), '10.6.0.2'),
      ]
      expect(answers.map(({ code, sent }) => [code, sent])).toEqual([
        [503, 0],
        [503, 0],
      ])
    })
  })
})
