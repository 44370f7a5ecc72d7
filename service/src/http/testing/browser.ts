/** Simulates a browser for tests: signs in by mail, keeps cookies, sends forms. */
import { expect } from 'vitest'
import { createCallers } from '../../accounts/index.ts'
import { createCredits } from '../../credits/index.ts'
import type { Database } from '../../database/index.ts'
import { openTestDatabase } from '../../database/testing/test-database.ts'
import { createRateLimiter } from '../../limits/index.ts'
import type { Mail } from '../../mail/index.ts'
import type { AccountServices } from '../context.ts'
import { formOf } from './form.ts'
import { openTestApp, type TestApp } from './test-app.ts'

export const origin = 'https://recto.example'

/** Keeps cookies and sends the `Origin` of forms. */
export class Browser {
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
    const headers = { host: 'recto.example', cookie, ...options.headers }
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

export const linkIn = (mail: Mail | undefined): string => {
  const url = /https:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  return url.slice(origin.length)
}
export const codeIn = (mail: Mail | undefined): string =>
  /code (\S{9}) /.exec(mail?.text ?? '')?.[1] ?? ''
export const tokenOf = (link: string): string =>
  new URL(link, origin).searchParams.get('token') ?? ''

/** An app with accounts, and the steps that tests share. */
export interface TestAccounts {
  readonly database: Database
  readonly app: TestApp
  readonly services: AccountServices
  readonly mails: readonly Mail[]
  newEmail(): string
  openBrowser(): Browser
  askForLink(
    browser: Browser,
    email: string,
    from?: string,
  ): Promise<{ response: Awaited<ReturnType<Browser['post']>>; mail: Mail | undefined }>
  signIn(email?: string): Promise<Browser>
  /** Makes a key on the page. */
  makeKey(browser: Browser, fields?: Record<string, string>): Promise<string>
  me(key: string): ReturnType<TestApp['inject']>
  convert(key: string, filename?: string): ReturnType<TestApp['inject']>
  close(): Promise<void>
}

export async function openTestAccounts(
  kind: Parameters<typeof openTestDatabase>[0],
): Promise<TestAccounts> {
  const database = await openTestDatabase(kind)
  const mails: Mail[] = []
  const services = officeOn(database, mails)
  const app = await openTestApp({
    env: { RECTO_PUBLIC_URL: origin, TRUST_PROXY: '1' },
    context: { services, findCaller: services.callers.findCaller },
  })
  let people = 0
  const newEmail = (): string => {
    people += 1
    return `person${people}@example.com`
  }
  const openBrowser = (): Browser => new Browser(app)
  // Each test uses another address, so that no test reaches the rate limit of another.
  const askForLink: TestAccounts['askForLink'] = async (
    browser,
    email,
    from = `10.0.0.${people % 250}`,
  ) => {
    const response = await browser.post('/account/sign-in', { email }, { 'x-forwarded-for': from })
    return { response, mail: mails.at(-1) }
  }
  return {
    database,
    app,
    services,
    mails,
    newEmail,
    openBrowser,
    askForLink,
    signIn: async (email = newEmail()) => {
      const browser = openBrowser()
      const { mail } = await askForLink(browser, email)
      const response = await browser.post('/account/confirm', { token: tokenOf(linkIn(mail)) })
      expect(response.statusCode).toBe(200)
      return browser
    },
    makeKey: async (browser, fields = {}) => {
      const made = await browser.post('/account/keys', { name: 'a', ...fields })
      expect(made.statusCode).toBe(200)
      return made.json().key
    },
    me: (key) => app.inject({ url: '/v1/me', headers: { 'x-api-key': key } }),
    convert: (key, filename = 'a.txt') => {
      const { headers, payload } = formOf('x', 'text/plain', filename)
      const keyed = { ...headers, 'x-api-key': key }
      return app.inject({ method: 'POST', url: '/v1/convert', payload, headers: keyed })
    },
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

function officeOn({ db }: Database, mails: Mail[]): AccountServices {
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
