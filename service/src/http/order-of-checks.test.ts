/** Tests that a submission with several faults gets the first one in the documented order, and costs nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { createRateLimiter } from '../limits/index.ts'
import { StoreError } from '../store/index.ts'
import { type FormPart, writeForm } from './testing/form.ts'
import {
  as,
  findTestCaller,
  MAX_FILE_BYTES,
  openQueueApp,
  type QueueApp,
} from './testing/queue-app.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'

let app: QueueApp
/** An app whose store fails. */
let broken: TestApp
/** An app whose rate limit is exhausted. */
let full: TestApp

beforeAll(async () => {
  app = await openQueueApp(testDatabases.at(-1) ?? 'pglite')
  const store = { ...app.jobs.store, put: () => Promise.reject(new StoreError('away')) }
  const jobs = { ...app.running, parts: { ...app.running.parts, store } }
  broken = await openTestApp({ context: { jobs, findCaller: findTestCaller } })
  const anonymousLimiter = createRateLimiter(1)
  full = await openTestApp({ context: { jobs, findCaller: findTestCaller, anonymousLimiter } })
  await full.inject({ url: '/v1/jobs', headers: as('poor') })
})
afterAll(async () => {
  for (const each of [full, broken, app]) await each.close()
})

const file: FormPart = { filename: 'a.txt', type: 'text/plain', data: 'x' }
const privateHook: FormPart = { name: 'webhook_url', data: 'http://10.0.0.1/' }
const large = Buffer.alloc(MAX_FILE_BYTES + 1, 'x')
const huge = { 'content-length': '99999999' }
const noForm = { 'content-type': 'text/plain' }
const noBoundary = { 'content-type': 'multipart/form-data' }

test.each([
  {
    first: 'the key',
    status: 401,
    code: 'unauthorized',
    key: 'rk_live_x',
    headers: { ...huge, ...noForm },
  },
  {
    first: 'the rate',
    status: 429,
    code: 'rate_limited',
    key: 'poor',
    on: () => full,
    headers: { ...huge, ...noForm },
  },
  {
    first: 'the announced size',
    status: 413,
    code: 'payload_too_large',
    headers: { ...huge, ...noForm },
  },
  {
    first: 'that it is a form',
    status: 415,
    code: 'unsupported_media_type',
    says: 'multipart',
    headers: noForm,
  },
  { first: 'the form', status: 400, code: 'bad_request', headers: noBoundary },
  {
    first: 'the declared type',
    status: 415,
    code: 'unsupported_media_type',
    says: 'image/png',
    parts: [{ ...file, type: 'image/png', data: large }, privateHook],
  },
  {
    first: 'the content, of a large file too',
    status: 415,
    code: 'unsupported_media_type',
    says: 'match',
    parts: [{ ...file, type: 'application/pdf', data: large }, privateHook],
  },
  {
    first: 'the content',
    status: 415,
    code: 'unsupported_media_type',
    says: 'match',
    parts: [{ ...file, type: 'application/pdf' }, privateHook],
  },
  {
    first: 'the size',
    status: 413,
    code: 'payload_too_large',
    says: '1 MiB',
    parts: [{ ...file, data: large }, privateHook],
  },
  { first: 'the webhook', status: 422, code: 'invalid_webhook_url', parts: [file, privateHook] },
  { first: 'the credits', status: 402, code: 'credits_exhausted', parts: [file] },
  { first: 'the store', status: 503, code: 'service_unavailable', key: 'mine', parts: [file] },
])(
  'reports $first first',
  async ({
    status,
    code,
    says = '',
    key = 'poor',
    parts = [],
    headers = {},
    on = () => broken,
  }) => {
    const form = writeForm(parts)
    const before = await app.jobs.balance('acc_mine')
    const response = await on().inject({
      method: 'POST',
      url: '/v1/convert/jobs',
      payload: form.payload,
      headers: { ...form.headers, ...headers, ...as(key) },
    })
    expect(response.json()).toMatchObject({ status, code })
    expect(response.json().detail).toContain(says)
    expect(await app.jobs.balance('acc_mine')).toBe(before)
    expect(await broken.leftovers()).toEqual([])
  },
)
