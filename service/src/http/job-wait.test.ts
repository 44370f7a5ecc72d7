/** Tests a conversion by one call: `POST /v1/convert/jobs?wait=`. */
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { StoreError } from '../store/index.ts'
import { type FormPart, writeForm } from './testing/form.ts'
import { as, findTestCaller, openQueueApp, type QueueApp } from './testing/queue-app.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'

const file: FormPart = { filename: 'a.html', type: 'text/html', data: '<h1>One</h1>Text' }
const markdown = { accept: 'text/markdown' }
const docling = { accept: 'application/vnd.docling+json' }

describe.each(testDatabases)('on %s', (kind) => {
  let app: QueueApp

  beforeAll(async () => {
    app = await openQueueApp(kind)
  })
  afterAll(() => app.close())

  function send(
    query: string,
    headers: Record<string, string> = {},
    parts: readonly FormPart[] = [file],
    to: TestApp = app,
  ): Promise<LightMyRequestResponse> {
    const form = writeForm(parts)
    return to.inject({
      method: 'POST',
      url: `/v1/convert/jobs${query}`,
      payload: form.payload,
      headers: { ...form.headers, ...as('mine'), ...headers },
    })
  }

  test('answers with the result in the format that Accept names', async () => {
    const text = await send('?wait=30', markdown)
    expect([text.statusCode, text.body]).toEqual([200, '# One\n\nText\n'])
    const id = String(text.headers['x-job-id'])
    expect(id).toMatch(/^job_/)
    expect(text.headers['x-webhook-secret']).toBeUndefined()
    const fetched = await app.get(`/v1/convert/jobs/${id}/result`)
    for (const name of ['content-type', 'content-disposition', 'content-length', 'etag']) {
      expect(text.headers[name]).toBe(fetched.headers[name])
    }
    const json = await send('?wait=30', docling)
    expect(json.headers['content-type']).toBe('application/vnd.docling+json')
    expect(json.json().texts[0]).toMatchObject({ text: 'One' })
  })

  test('otherwise answers like a submission, with the current job', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const { job_id: id, ...rest } = (await send('?wait=30', { accept })).json()
      expect(rest).toEqual({
        status: 'succeeded',
        webhook_secret: null,
        result_url: `/v1/convert/jobs/${id}/result`,
        poll_url: `/v1/jobs/${id}`,
        // The upload is deleted shortly after the job ends.
        job: { ...(await app.get(`/v1/jobs/${id}`)).json(), deletion: expect.any(Object) },
      })
    }
    const failed = await send('?wait=30', { ...markdown, ...as('test') }, [
      { ...file, filename: 'timeout.html' },
    ])
    expect([failed.statusCode, failed.json()]).toMatchObject([
      200,
      { status: 'failed', job: { status: 'failed', error: expect.stringMatching(/^timeout: /) } },
    ])
  })

  test('answers after the wait with an unfinished job', async () => {
    const slow = [{ ...file, filename: 'slow.html' }]
    for (const seconds of [0, 1]) {
      const begin = performance.now()
      const response = await send(`?wait=${seconds}`, { ...markdown, ...as('test') }, slow)
      expect(performance.now() - begin).toBeGreaterThanOrEqual(seconds * 1_000 - 5)
      const { status, job } = response.json()
      expect(['queued', 'running']).toContain(status)
      expect(job).toMatchObject({ status, result: null, finished_at: null })
    }
  })

  test('does not wait without `wait`, whatever Accept names', async () => {
    const response = await send('', markdown)
    expect(response.json()).toMatchObject({ status: 'queued' })
    expect('job' in response.json()).toBe(false)
  })

  test.each(['61', '-1', 'x', '', '1&wait=2'])('refuses a wait of %s', async (wait) => {
    expect((await send(`?wait=${wait}`)).json()).toMatchObject({
      status: 422,
      code: 'validation_error',
      errors: [{ location: 'query', field: 'wait' }],
    })
  })

  test('returns the webhook secret in a header if the body has no field for it', async () => {
    const hook = { name: 'webhook_url', data: 'https://a.example/h' }
    const response = await send('?wait=30', markdown, [file, hook])
    expect(response.headers['x-webhook-secret']).toMatch(/^whsec_/)
    expect(response.headers['access-control-expose-headers']).toContain('X-Webhook-Secret')
  })

  test('a repeated request with an Idempotency-Key gets the same result for free', async () => {
    const headers = { ...markdown, 'idempotency-key': `wait-${kind}` }
    const before = await app.jobs.balance('acc_mine')
    const [one, two] = [await send('?wait=30', headers), await send('?wait=30', headers)]
    expect([two.body, two.headers['x-job-id']]).toEqual([one.body, one.headers['x-job-id']])
    expect(await app.jobs.balance('acc_mine')).toBe(before - 10)
  })

  test('refuses a key that may not fetch the result, before charging', async () => {
    const account = { id: 'acc_mine', keyId: 'key_x', isTest: false }
    const features = ['convert_queue', 'output_markdown'] as const
    const caller = { tier: 'scale', features, isKeyed: true, account } as const
    const context = { jobs: app.running, findCaller: async () => caller }
    const own = await openTestApp({ context })
    const before = await app.jobs.balance('acc_mine')
    expect((await send('?wait=1', docling, [file], own)).json().code).toBe('key_restricted')
    expect(await app.jobs.balance('acc_mine')).toBe(before)
    await own.close()
  })

  test("answers like a submission if the result or the job can't be read", async () => {
    const store = { ...app.jobs.store, open: () => Promise.reject(new StoreError('away')) }
    const withoutStore = { ...app.running, parts: { ...app.running.parts, store } }
    const lookup = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
    const withoutLookup = { ...app.running, lookup }
    for (const jobs of [withoutStore, withoutLookup]) {
      const own = await openTestApp({ context: { jobs, findCaller: findTestCaller } })
      const response = await send('?wait=30', markdown, [file], own)
      const status = jobs === withoutStore ? 'succeeded' : 'queued'
      expect(response.json()).toMatchObject({ job_id: expect.stringMatching(/^job_/), status })
      await own.close()
    }
  })
})
