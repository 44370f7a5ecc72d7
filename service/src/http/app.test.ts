import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../accounts/index.ts'
import { createRateLimiter } from '../limits/index.ts'
import { createMetrics } from '../metrics/index.ts'
import { problems } from './problem.ts'
import { formOf } from './testing/form.ts'
import { openTestApp, type TestApp, type TestOptions } from './testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function withApp(options: TestOptions, use: (app: TestApp) => Promise<void>): Promise<void> {
  const own = await openTestApp(options)
  await use(own).finally(own.close)
}

const convert = { method: 'POST', url: '/v1/convert', ...formOf('x') } as const

test('returns the plan and rate limit to an anonymous caller', async () => {
  const response = await app.inject({ url: '/v1/me' })
  expect(response.json()).toEqual({
    tier: 'anonymous',
    is_keyed: false,
    rate_limit: { limit: 1_000_000, remaining: 1_000_000, reset: 60 },
    credits: null,
    features: ['convert_sync', 'output_markdown'],
  })
})

test.each([
  { name: 'an unknown address', method: 'GET', url: '/v1/nothing', status: 404, code: 'not_found' },
  { name: 'the root', method: 'GET', url: '/', status: 404, code: 'not_found' },
  {
    name: 'a wrong method',
    method: 'DELETE',
    url: '/v1/convert',
    status: 405,
    code: 'method_not_allowed',
  },
  {
    name: 'GET of a POST',
    method: 'GET',
    url: '/v1/convert',
    status: 405,
    code: 'method_not_allowed',
  },
  { name: 'POST of a GET', method: 'POST', url: '/v1/me', status: 405, code: 'method_not_allowed' },
  { name: 'a broken address', method: 'GET', url: '/v1/%ff', status: 400, code: 'bad_request' },
] as const)('answers $name with $status $code', async ({ method, url, status, code }) => {
  const response = await app.inject({ method, url: `${url}?secret=1` })
  expect(response.statusCode).toBe(status)
  expect(response.json()).toMatchObject({ status, code, instance: url, type: 'about:blank' })
  expect(response.json().request_id).toBe(response.headers['x-request-id'])
  expect(response.headers['x-content-type-options']).toBe('nosniff')
  expect(response.headers.link).toContain('rel="help"')
})

test('405 lists the allowed methods', async () => {
  expect((await app.inject({ url: '/v1/convert' })).headers.allow).toBe('OPTIONS, POST')
  const response = await app.inject({ method: 'PUT', url: '/v1/me' })
  expect(response.headers.allow).toBe('GET, HEAD, OPTIONS')
})

test.each([
  { name: 'an unknown method', method: 'PROPFIND', url: '/v1/me', status: 405 },
  {
    name: 'a method that no address supports',
    method: 'PROPFIND',
    url: '/v1/nothing',
    status: 404,
  },
  { name: 'an address with an extra slash', method: 'GET', url: '/v1/me/', status: 404 },
] as const)('answers $name with $status, with any key', async ({ url, method, status }) => {
  // Sound: `inject` accepts any method, though its type lists only some.
  const request = { url, method: method as 'GET', headers: { 'x-api-key': 'rk_live_x' } }
  expect((await app.inject(request)).statusCode).toBe(status)
})

test('answers HEAD like GET, without a body', async () => {
  const response = await app.inject({ method: 'HEAD', url: '/v1/me' })
  expect(response.statusCode).toBe(200)
  expect(response.body).toBe('')
})

test('allows pages of any origin, by CORS headers', async () => {
  const headers = { origin: 'https://a.example', 'access-control-request-method': 'POST' }
  const response = await app.inject({ method: 'OPTIONS', url: '/v1/convert', headers })
  expect(response.statusCode).toBe(204)
  expect(response.headers).toMatchObject({
    allow: 'OPTIONS, POST',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': expect.stringContaining('POST'),
    'access-control-allow-headers': expect.stringContaining('X-API-Key'),
  })
  expect(response.headers['access-control-allow-credentials']).toBeUndefined()
  expect((await app.inject({ url: '/v1/nothing' })).headers['access-control-allow-origin']).toBe(
    '*',
  )
  expect(
    (await app.inject({ url: '/readyz' })).headers['access-control-allow-origin'],
  ).toBeUndefined()
})

test.each([
  { given: 'my-id_1.2:3', isKept: true },
  { given: 'a b', isKept: false },
  { given: '<script>', isKept: false },
  { given: '', isKept: false },
  { given: 'x'.repeat(129), isKept: false },
])('keeps the request id "$given": $isKept', async ({ given, isKept }) => {
  const response = await app.inject({ url: '/v1/me', headers: { 'x-request-id': given } })
  const id = response.headers['x-request-id']
  if (isKept) expect(id).toBe(given)
  else expect(id).toMatch(/^req_[0-9a-f]{32}$/)
})

test('refuses an invalid key, and treats an empty one as missing', async () => {
  for (const request of [{ url: '/v1/me' }, convert]) {
    const headers = { ...('headers' in request && request.headers), 'x-api-key': 'rk_live_x' }
    const response = await app.inject({ ...request, headers })
    expect(response.statusCode).toBe(401)
    expect(response.json().code).toBe('unauthorized')
    expect(response.headers['www-authenticate']).toBe('ApiKey realm="api", header="X-API-Key"')
  }
  const empty = await app.inject({ url: '/v1/me', headers: { 'x-api-key': ' ' } })
  expect(empty.statusCode).toBe(200)
})

test('accepts a key as a Bearer token or in X-API-Key, and refuses different ones in both', () => {
  const account = { id: 'acc_1', keyId: 'key_1', isTest: false }
  const caller: Caller = { tier: 'scale', isKeyed: true, features: [], account }
  const findCaller = async (key: string) => (key === 'rk_live_good' ? caller : undefined)
  return withApp({ context: { findCaller } }, async ({ inject }) => {
    const me = async (headers: Record<string, string>) => {
      const response = await inject({ url: '/v1/me', headers })
      return [response.statusCode, response.json().tier ?? response.json().code]
    }
    for (const authorization of ['Bearer rk_live_good', 'bearer  rk_live_good ']) {
      expect(await me({ authorization })).toEqual([200, 'scale'])
      expect(await me({ authorization, 'x-api-key': 'rk_live_good' })).toEqual([200, 'scale'])
      for (const key of ['rk_live_other', 'x']) {
        expect(await me({ authorization, 'x-api-key': key })).toEqual([401, 'unauthorized'])
      }
    }
    expect(await me({ authorization: 'Bearer rk_live_bad' })).toEqual([401, 'unauthorized'])
    // These credentials belong to a proxy in front of the service.
    for (const authorization of ['Basic cmVjdG86eA==', 'Bearer eyJhbGciOiJub25lIn0', 'Bearer']) {
      expect(await me({ authorization })).toEqual([200, 'anonymous'])
      expect(await me({ authorization, 'x-api-key': 'rk_live_good' })).toEqual([200, 'scale'])
    }
  })
})

test.each([
  { what: 'revoked', status: 401, code: 'unauthorized', says: 'been revoked' },
  { what: 'expired', status: 401, code: 'unauthorized', says: 'expired' },
  { what: undefined, status: 401, code: 'unauthorized', says: 'unknown' },
  { what: 'suspended', status: 403, code: 'account_suspended', says: 'suspended' },
] as const)('answers a $what key with $status and the reason', ({ what, status, code, says }) =>
  withApp({ context: { findCaller: async () => what } }, async ({ inject }) => {
    const headers = { ...convert.headers, 'x-api-key': 'k' }
    for (const request of [
      { url: '/v1/me', headers },
      { ...convert, headers },
    ]) {
      const response = await inject(request)
      expect(response.json()).toMatchObject({
        status,
        code,
        detail: expect.stringContaining(says),
      })
      expect('upgrade_url' in response.json()).toBe(status === 403)
    }
  }),
)

test('answers 403 with the upgrade page for a feature outside of the plan', () => {
  const account = { id: 'acc_1', keyId: 'key_1', isTest: false }
  const caller = { tier: 'anonymous', isKeyed: true, features: [], account } as const
  return withApp({ context: { findCaller: async () => caller } }, async ({ inject }) => {
    const headers = { ...convert.headers, 'x-api-key': 'k' }
    expect((await inject({ ...convert, headers })).json()).toMatchObject({
      status: 403,
      code: 'feature_not_in_plan',
      upgrade_url: expect.stringMatching(/^http/),
    })
  })
})

test('can treat an invalid key as anonymous', () =>
  withApp({ env: { RECTO_INVALID_KEY: 'anonymous' } }, async ({ inject }) => {
    const response = await inject({ url: '/v1/me', headers: { 'x-api-key': 'rk_live_x' } })
    expect(response.json()).toMatchObject({ tier: 'anonymous', is_keyed: false })
  }))

test('counts calls whatever their outcome, except /v1/me, health checks and preflights', () =>
  withApp({ env: { RECTO_ANONYMOUS_RATE: '3' } }, async ({ inject }) => {
    const remaining = async () => (await inject({ url: '/v1/me' })).json().rate_limit.remaining
    expect((await inject(convert)).headers).toMatchObject({
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': '2',
      'x-ratelimit-reset': '60',
      'ratelimit-policy': '"default";q=3;w=60',
      ratelimit: '"default";r=2;t=60',
    })
    for (const url of ['/healthz', '/readyz', '/openapi.json']) await inject({ url })
    await inject({ method: 'OPTIONS', url: '/v1/convert' })
    expect(await remaining()).toBe(2)
    expect((await inject({ url: '/nothing' })).headers['x-ratelimit-remaining']).toBe('1')
    expect((await inject({ ...convert, payload: '' })).statusCode).toBe(400)
    const over = await inject(convert)
    expect(over.statusCode).toBe(429)
    expect(over.json()).toMatchObject({
      code: 'rate_limited',
      upgrade_url: expect.stringMatching(/^http/),
    })
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
    expect(over.headers['x-ratelimit-remaining']).toBe('0')
    expect(await remaining()).toBe(0)
  }))

test('limits attempts at keys, also on uncounted routes', () =>
  withApp({ env: { RECTO_ANONYMOUS_RATE: '2' } }, async ({ inject }) => {
    const attempt = { url: '/v1/me', headers: { 'x-api-key': 'rk_live_x' } }
    const codes: number[] = []
    for (let count = 0; count < 3; count += 1) codes.push((await inject(attempt)).statusCode)
    expect(codes).toEqual([401, 401, 429])
  }))

test.each([
  {
    name: 'no proxy is trusted',
    hops: '0',
    forwarded: '203.0.113.1',
    other: '203.0.113.2',
    isOne: true,
  },
  {
    name: 'a trusted proxy adds the client',
    hops: '1',
    forwarded: '203.0.113.1',
    other: '203.0.113.2',
    isOne: false,
  },
  {
    name: 'an invented address before a trusted proxy',
    hops: '1',
    forwarded: '9.9.9.9, 203.0.113.1',
    other: '8.8.8.8, 203.0.113.1',
    isOne: true,
  },
  {
    name: 'one IPv6 subscriber',
    hops: '1',
    forwarded: '2001:db8::1',
    other: '2001:db8::2',
    isOne: true,
  },
  {
    name: 'two IPv6 subscribers',
    hops: '1',
    forwarded: '2001:db8::1',
    other: '2001:db8:0:1::1',
    isOne: false,
  },
])('counts addresses, $name, as one caller: $isOne', ({ hops, forwarded, other, isOne }) =>
  withApp({ env: { TRUST_PROXY: hops, RECTO_ANONYMOUS_RATE: '5' } }, async ({ inject }) => {
    await inject({ url: '/nothing', headers: { 'x-forwarded-for': forwarded } })
    const response = await inject({ url: '/nothing', headers: { 'x-forwarded-for': other } })
    expect(response.headers['x-ratelimit-remaining']).toBe(isOne ? '3' : '4')
  }),
)

test("lets calls pass, with unknown limits, if the counter can't be read", () => {
  const fail = (): Promise<never> => Promise.reject(new Error('no connection'))
  const anonymousLimiter = createRateLimiter(30, { consume: fail, get: fail })
  return withApp({ context: { anonymousLimiter } }, async ({ inject }) => {
    const response = await inject(convert)
    expect(response.statusCode).toBe(200)
    expect(response.headers['x-ratelimit-limit']).toBeUndefined()
    const { rate_limit } = (await inject({ url: '/v1/me' })).json()
    expect(rate_limit).toEqual({ limit: null, remaining: null, reset: null })
  })
})

test('refuses work with a reason while stopping, but stays alive', () =>
  withApp({ context: { isStopping: () => true } }, async ({ inject }) => {
    const response = await inject(convert)
    expect(response.statusCode).toBe(503)
    expect(response.headers).toMatchObject({ connection: 'close', 'retry-after': '5' })
    expect((await inject({ url: '/readyz' })).statusCode).toBe(503)
    expect((await inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
  }))

test('is not ready if conversions fail', () => {
  const converter = {
    convert: () => Promise.reject(new Error('broken')),
    stats: () => ({ size: 2, alive: 0, busy: 0, waiting: 0 }),
  }
  return withApp({ context: { converter } }, async ({ inject, leftovers }) => {
    expect((await inject({ url: '/healthz' })).statusCode).toBe(200)
    expect((await inject({ url: '/readyz' })).json().code).toBe('service_unavailable')
    expect(await leftovers()).toEqual([])
  })
})

test('is ready with unconfined converters, and reports the missing walls', () =>
  withApp({ context: { missingWalls: () => ['files', 'network'] } }, async ({ inject }) => {
    const detail = 'Walls around the converters are missing: files, network.'
    expect((await inject({ url: '/readyz' })).json()).toEqual({ status: 'ready', detail })
  }))

test.each([
  { env: {}, status: 200 },
  { env: { RECTO_METRICS_PORT: '9464' }, status: 404 },
])(
  "serves metrics on the service's port unless they have their own: $status",
  ({ env, status }) => {
    const metrics = createMetrics(() => ({ size: 1, alive: 1, busy: 0, waiting: 0 }))
    return withApp({ env, context: { metrics } }, async ({ inject }) => {
      expect((await inject({ url: '/metrics' })).statusCode).toBe(status)
    })
  },
)

test('upgrade_url is the configured one', () =>
  withApp(
    { env: { RECTO_ANONYMOUS_RATE: '1', RECTO_PUBLIC_URL: 'https://recto.example/' } },
    async ({ inject }) => {
      await inject(convert)
      expect((await inject(convert)).json().upgrade_url).toBe('https://recto.example/account')
    },
  ))

test('docs/api.md explains every code with its status', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8')
  const rows = [...text.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)]
  expect(rows.map(([, status, code]) => [code, Number(status)])).toEqual(
    Object.entries(problems).map(([code, { status }]) => [code, status]),
  )
})

test('the OpenAPI document lists every problem of each call', async () => {
  const { paths, openapi } = (await app.inject({ url: '/openapi.json' })).json()
  expect(openapi).toBe('3.1.0')
  expect(Object.keys(paths)).toEqual(['/v1/convert', '/v1/me', '/healthz', '/readyz'])
  expect(Object.keys(paths['/v1/convert'].post.responses)).toEqual([
    '200',
    '400',
    '401',
    '402',
    '403',
    '408',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ])
})
