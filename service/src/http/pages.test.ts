import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOwner, makeOwnerToken } from '../accounts/index.ts'
import { testDatabases } from '../database/testing/test-database.ts'
import { openSite } from '../pages/index.ts'
import { openTestAccounts, origin, type TestAccounts } from './testing/browser.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'

function buildSite(prefix: string) {
  const folder = mkdtempSync(join(tmpdir(), 'recto-site-test-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<base href="/" /><title>Recto</title>')
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'let a = 1\n'.repeat(100))
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  return openSite(folder, prefix)
}

describe.each(testDatabases)('on %s', (kind) => {
  let services: TestAccounts
  let app: TestApp
  const html = { host: 'recto.example', accept: 'text/html' }
  beforeAll(async () => {
    services = await openTestAccounts(kind)
    app = await openTestApp({
      env: { RECTO_PUBLIC_URL: `${origin}/recto` },
      context: { services: services.services, site: buildSite('/recto') },
    })
  }, 60_000)
  afterAll(async () => {
    await app.close()
    await services.close()
  })

  test.each(['/', '/jobs/job_1', '/docs/api', '/account/confirm?token=x'])(
    'serves the page at %s, with and without the prefix, with strict headers',
    async (url) => {
      for (const prefix of ['/recto', '']) {
        const page = await app.app.inject({ url: `${prefix}${url}`, headers: html })
        expect([page.statusCode, page.body]).toEqual([
          200,
          '<base href="/recto/" /><title>Recto</title>',
        ])
        expect(page.headers['content-security-policy']).toMatch(
          /^default-src 'none'; script-src 'self'; style-src 'self';/,
        )
        expect(page.headers['cache-control']).toBe('no-store')
        expect(page.headers).not.toHaveProperty('x-ratelimit-limit', '0')
      }
    },
  )

  test('answers an unknown address with the page for people and a problem for programs', async () => {
    const page = await app.app.inject({ url: '/recto/nowhere', headers: html })
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    for (const request of [
      { url: '/recto/nowhere', headers: { host: 'recto.example' } },
      { url: '/recto/v1/nowhere', headers: html },
      { url: '/nowhere', headers: { ...html, host: 'evil.example' } },
    ]) {
      expect((await app.inject(request)).json()).toMatchObject({ status: 404, code: 'not_found' })
    }
  })

  test('caches assets forever and compresses them, and serves no other files', async () => {
    const url = '/recto/assets/app-1a2b.js'
    const plain = await app.app.inject({ url, headers: html })
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    const headers = { ...html, 'accept-encoding': 'gzip, br;q=0.9' }
    const small = await app.app.inject({ url, headers })
    expect(small.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body)
    const conditional = { ...html, 'if-none-match': String(plain.headers['etag']) }
    expect((await app.app.inject({ url, headers: conditional })).statusCode).toBe(304)
    for (const name of ['..%2Fsecret.txt', 'app.js', 'secret.txt']) {
      const missing = await app.app.inject({
        url: `/recto/assets/${name}`,
        headers: { host: 'recto.example' },
      })
      expect(missing.statusCode).toBe(404)
    }
  })

  test('signs the owner in by a link, once, and shows the whole instance', async () => {
    const { db } = services.database
    expect(await makeOwnerToken(db)).toBeUndefined()
    expect(await makeOwner(db)).toBeDefined()
    const token = (await makeOwnerToken(db)) ?? ''
    const browser = services.openBrowser()
    expect((await browser.get('/account/operator')).statusCode).toBe(401)
    expect((await browser.post('/account/owner', { token: `${token}x` })).statusCode).toBe(410)
    expect((await browser.post('/account/owner', { token })).statusCode).toBe(200)
    expect((await browser.post('/account/owner', { token })).statusCode).toBe(410)
    const { account, plans } = (await browser.get('/account/session')).json()
    expect(account).toMatchObject({ tier: 'self_hosted', is_owner: true, email: null })
    expect(plans).toEqual([])
    const email = services.newEmail()
    const stranger = await services.signIn(email)
    expect((await stranger.get('/account/operator')).statusCode).toBe(404)
    const suspend = { account: email, suspended: 'true' }
    expect((await stranger.post('/account/operator/suspend', suspend)).statusCode).toBe(404)
    expect((await browser.post('/account/operator/suspend', suspend)).statusCode).toBe(200)
    const seen = (await browser.get('/account/operator')).json()
    expect(seen.queue).toMatchObject({ queued: 0, running: 0, failed: 0 })
    expect(seen.accounts).toContainEqual(expect.objectContaining({ email, is_suspended: true }))
    const self = { account: account.id, suspended: 'true' }
    expect((await browser.post('/account/operator/suspend', self)).statusCode).toBe(422)
  })

  test("the page calls the API by its session; other sites can't", async () => {
    const browser = await services.signIn()
    const own = { 'x-recto-page': '1' }
    const tier = async (headers: Record<string, string>): Promise<string> =>
      (await browser.get('/v1/me', headers)).json().tier
    expect(await tier(own)).toBe('free')
    expect((await browser.get('/v1/me', own)).json().is_keyed).toBe(false)
    expect((await browser.get('/v1/usage', own)).statusCode).toBe(200)
    expect(await tier({})).toBe('anonymous')
    expect(await tier({ ...own, origin: 'https://evil.example' })).toBe('anonymous')
    expect(await tier({ ...own, 'sec-fetch-site': 'cross-site' })).toBe('anonymous')
    expect(await tier({ ...own, host: 'evil.example' })).toBe('anonymous')
    const preflight = await services.app.app.inject({
      method: 'OPTIONS',
      url: '/v1/me',
      headers: { host: 'recto.example', origin: 'https://evil.example' },
    })
    expect(preflight.headers['access-control-allow-headers']).not.toMatch(/x-recto-page/i)
  })
})
