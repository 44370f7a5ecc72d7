/** Tests the properties of every answer. */
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { formOf } from './testing/form.ts'
import { as, openQueueApp, type QueueApp } from './testing/queue-app.ts'

let app: QueueApp
beforeAll(async () => {
  app = await openQueueApp(testDatabases.at(-1) ?? 'pglite')
})
afterAll(() => app.close())

const requests: readonly (readonly [status: number, request: InjectOptions])[] = [
  [200, { url: '/v1/me' }],
  [200, { url: '/v1/jobs', headers: as('mine') }],
  [200, { method: 'POST', url: '/v1/convert', ...formOf('x') }],
  [200, { url: '/healthz' }],
  [200, { url: '/readyz' }],
  [200, { url: '/openapi.json' }],
  [204, { method: 'OPTIONS', url: '/v1/convert' }],
  [401, { url: '/v1/jobs' }],
  [402, { method: 'POST', url: '/v1/convert/jobs', ...withKey(formOf('x'), 'poor') }],
  [403, { method: 'POST', url: '/v1/convert/jobs', ...withKey(formOf('x'), 'reader') }],
  [404, { url: '/v1/jobs/job_x', headers: as('mine') }],
  [404, { url: '/nothing' }],
  [405, { method: 'PUT', url: '/v1/me' }],
  [413, { method: 'POST', url: '/v1/convert', ...formOf('x'.repeat(8 * 1024 * 1024 + 1)) }],
  [415, { method: 'POST', url: '/v1/convert', ...formOf('x', 'image/png') }],
  [422, { url: '/v1/jobs?limit=0', headers: as('mine') }],
]

function withKey({ headers, payload }: ReturnType<typeof formOf>, key: string): InjectOptions {
  return { payload, headers: { ...headers, ...as(key) } }
}

test.each(requests)(
  'answer %i of %o has the rate limit and its request id',
  async (status, request) => {
    const response = await app.inject(request)
    expect(response.statusCode).toBe(status)
    const { headers } = response
    for (const name of ['limit', 'remaining', 'reset']) {
      expect(headers[`x-ratelimit-${name}`]).toMatch(/^\d+$/)
    }
    expect(headers).toMatchObject({
      ratelimit: expect.stringMatching(/^"default";r=\d+;t=\d+$/),
      'ratelimit-policy': expect.stringMatching(/^"default";q=\d+;w=60$/),
      'x-request-id': expect.any(String),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  },
)

/** RECTO_TEST_ALL=1 runs all of them. */
const runs = process.env['RECTO_TEST_ALL'] === '1' ? 10_000 : 400

const word = fc.oneof(
  fc.constantFrom(
    'v1',
    'me',
    'convert',
    'jobs',
    'usage',
    'result',
    'deliveries',
    'healthz',
    '..',
    '%00',
    '%',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => {
    try {
      return encodeURIComponent(text)
    } catch {
      return 'x'
    }
  }),
)
const value = fc.oneof(
  fc.constantFrom('0', '1', '-1', '200', '1e9', 'json', 'markdown', 'job_', "' OR 1=1 --", '\\'),
  fc.string({ maxLength: 20 }),
)
const anyRequest = fc.record({
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'),
  path: fc.array(word, { maxLength: 5 }).map((words) => `/${words.join('/')}`),
  query: fc.dictionary(fc.constantFrom('limit', 'cursor', 'status', 'format', 'x'), value),
  key: fc.constantFrom(undefined, 'mine', 'reader', 'rk_live_x', ' '),
  type: fc.constantFrom(undefined, 'multipart/form-data; boundary=b', 'application/json', 'x'),
  payload: fc.oneof(
    fc.constant(''),
    fc.string({ maxLength: 200 }),
    fc.constant('--b\r\n\r\nx\r\n--b--'),
  ),
})

test('no request causes an internal error', async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ method, path, query, key, type, payload }) => {
      const response = await app.inject({
        method,
        url: `${path}?${new URLSearchParams(query)}`,
        headers: {
          ...(key !== undefined && as(key)),
          ...(type !== undefined && { 'content-type': type }),
        },
        ...(method !== 'GET' && method !== 'HEAD' && { payload }),
      })
      expect(response.statusCode).toBeLessThan(500)
    }),
    { numRuns: runs },
  )
}, 300_000)
