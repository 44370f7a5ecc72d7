import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCredits } from '../credits/index.ts'
import { testDatabases } from '../database/testing/test-database.ts'
import { newJobId } from '../jobs/ids.ts'
import { until } from '../jobs/testing/test-jobs.ts'
import { createRateLimiter } from '../limits/index.ts'
import { StoreError } from '../store/index.ts'
import type { AccountServices } from './context.ts'
import { writeForm } from './testing/form.ts'
import { as, findTestCaller, openQueueApp, type QueueApp } from './testing/queue-app.ts'
import { openTestApp } from './testing/test-app.ts'

describe.each(testDatabases)('on %s', (kind) => {
  let app: QueueApp

  beforeAll(async () => {
    app = await openQueueApp(kind)
  })
  afterAll(() => app.close())

  test('submits a job, waits for it, and fetches its result repeatedly', async () => {
    const submitted = await app.submit()
    const { job_id: id } = submitted.json()
    expect(submitted.statusCode).toBe(200)
    expect(submitted.json()).toEqual({
      job_id: expect.stringMatching(/^job_/),
      status: 'queued',
      webhook_secret: null,
      result_url: `/v1/convert/jobs/${id}/result`,
      poll_url: `/v1/jobs/${id}`,
    })
    const job = (await app.get(`/v1/jobs/${id}?wait=10`)).json()
    expect(job).toMatchObject({
      id,
      kind: 'convert',
      status: 'succeeded',
      error: null,
      result: { filename: "Über 'a'.html", title: 'Pages', media_type: 'text/html' },
      progress: { stage: 'succeeded', queue_position: null },
    })
    expect([job.created_at, job.started_at, job.finished_at].toSorted()).toEqual([
      job.created_at,
      job.started_at,
      job.finished_at,
    ])
    const markdown = await app.get(`/v1/convert/jobs/${id}/result`)
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(markdown.headers['content-disposition']).toBe(
      `attachment; filename="_ber 'a'.md"; filename*=UTF-8''%C3%9Cber%20%27a%27.md`,
    )
    expect(markdown.body).toMatch(/^# One/)
    expect(Buffer.byteLength(markdown.body)).toBe(job.result.bytes.markdown)
    const again = await app.get(`/v1/convert/jobs/${id}/result?format=markdown`)
    expect([again.body, again.headers.etag]).toEqual([markdown.body, markdown.headers.etag])
  })

  test('accepts a file of exactly the limit', async () => {
    const data = 'x'.repeat(1024 * 1024)
    expect((await app.submit([{ filename: 'a.txt', type: 'text/plain', data }])).statusCode).toBe(
      200,
    )
  })

  test('accepts a damaged or protected document, which fails and is refunded', async () => {
    const before = await app.jobs.balance('acc_mine')
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    const id = await app.finished('mine', [
      { filename: 'a.docx', type, data: 'PK\u0003\u0004 no zip' },
    ])
    expect((await app.get(`/v1/jobs/${id}`)).json()).toMatchObject({
      status: 'failed',
      result: null,
      error: expect.stringMatching(/^conversion_failed: /),
    })
    expect((await app.get(`/v1/convert/jobs/${id}/result`)).json()).toMatchObject({
      status: 409,
      code: 'job_failed',
      detail: expect.stringContaining('conversion_failed: '),
    })
    expect(await app.jobs.balance('acc_mine')).toBe(before)
  })

  test('signs a webhook with a secret that is shown once; treats a blank address as none', async () => {
    const file = { filename: 'a.txt', type: 'text/plain', data: 'x' }
    const answered = (
      await app.submit([file, { name: 'webhook_url', data: 'https://a.example/h' }])
    ).json()
    expect(answered.webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const job = await app.get(`/v1/jobs/${answered.job_id}?wait=5`)
    expect(job.body).not.toContain('whsec_')
    const blank = (await app.submit([{ name: 'webhook_url', data: ' ' }, file])).json()
    expect(blank.webhook_secret).toBeNull()
    expect((await app.get(`/v1/jobs/${blank.job_id}/deliveries`)).json()).toEqual({
      status: 'none',
      next_attempt_at: null,
      attempts: [],
    })
  })

  test('refuses a job without credits, and names the page for more', async () => {
    const response = await app.submit(undefined, as('poor'))
    expect(response.json()).toMatchObject({
      status: 402,
      code: 'credits_exhausted',
      upgrade_url: expect.stringContaining('http'),
    })
    expect(await app.leftovers()).toEqual([])
  })

  test('refuses a job before charging if the store fails', async () => {
    const store = { ...app.jobs.store, put: () => Promise.reject(new StoreError('away')) }
    const broken = { ...app.running, parts: { ...app.running.parts, store } }
    const own = await openTestApp({
      context: { jobs: broken, findCaller: findTestCaller },
    })
    const before = await app.jobs.balance('acc_mine')
    const form = writeForm([{ filename: 'a.txt', type: 'text/plain', data: 'x' }])
    const headers = { ...form.headers, ...as('mine') }
    const response = await own.inject({
      method: 'POST',
      url: '/v1/convert/jobs',
      payload: form.payload,
      headers,
    })
    expect([response.statusCode, response.json().code]).toEqual([503, 'service_unavailable'])
    expect(response.headers['retry-after']).toBe('5')
    expect(await app.jobs.balance('acc_mine')).toBe(before)
    await own.close()
  })

  test.each(['ECONNREFUSED', '57P01', '53300'])(
    'answers 503 if the database is unavailable (%s)',
    async (code) => {
      const findCaller = (): Promise<never> => {
        throw Object.assign(new Error('away'), { code, syscall: 'connect' })
      }
      const own = await openTestApp({ context: { jobs: app.running, findCaller } })
      const response = await own.inject({ url: '/v1/jobs', headers: as('mine') })
      expect(response.json()).toMatchObject({ status: 503, code: 'service_unavailable' })
      expect(response.headers['retry-after']).toBe('5')
      await own.close()
    },
  )

  test('the same request with the same Idempotency-Key gets the same job', async () => {
    const headers = { ...as('mine'), 'idempotency-key': 'once' }
    const before = await app.jobs.balance('acc_mine')
    const first = (await app.submit(undefined, headers)).json()
    expect((await app.submit(undefined, headers)).json()).toEqual(first)
    const other = await app.submit([{ filename: 'b.txt', type: 'text/plain', data: 'x' }], headers)
    expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect(await app.jobs.balance('acc_mine')).toBe(before - 10)
  })

  test('charges POST /v1/convert with an Idempotency-Key once, and repeats its answer', async () => {
    const limiters = { scale: createRateLimiter(1_000_000) }
    // Sound: the call uses only these two services.
    const services = { credits: createCredits(app.jobs.db), limiters } as unknown as AccountServices
    const own = await openTestApp({
      context: { jobs: app.running, services, findCaller: findTestCaller },
    })
    const post = (data: string, key: string, caller = 'mine') => {
      const form = writeForm([{ filename: 'a.txt', type: 'text/plain', data }])
      const headers = { ...form.headers, ...as(caller), 'idempotency-key': key }
      return own.inject({ method: 'POST', url: '/v1/convert', payload: form.payload, headers })
    }
    const before = await app.jobs.balance('acc_mine')
    const first = await post('once', 'sync')
    expect((await post('once', 'sync')).json()).toEqual(first.json())
    expect((await post('other', 'sync')).json()).toMatchObject({ code: 'idempotency_key_reused' })
    expect(await app.jobs.balance('acc_mine')).toBe(before - 1)
    // A refused request leaves its idempotency key free.
    expect((await post('\0', 'again')).statusCode).toBe(415)
    expect((await post('text', 'again')).statusCode).toBe(200)
    expect(await app.jobs.balance('acc_mine')).toBe(before - 2)
    const both = await Promise.all([post('at once', 'both'), post('at once', 'both')])
    expect(await app.jobs.balance('acc_mine')).toBe(before - 3)
    for (const { statusCode } of both) expect([200, 409]).toContain(statusCode)
    await own.close()
  })

  test('a worker serves only health checks and metrics', async () => {
    const env = { RECTO_ROLE: 'worker', RECTO_SECRET_KEY: 'the same for all processes' }
    const own = await openTestApp({ env, context: { jobs: app.running } })
    expect((await own.inject({ url: '/healthz' })).statusCode).toBe(200)
    expect((await own.inject({ url: '/v1/jobs' })).statusCode).toBe(404)
    await own.close()
  })

  test('every operation has an id, and those on jobs require a key', async () => {
    const { paths } = (await app.inject({ url: '/openapi.json' })).json()
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/v1/convert/jobs',
        '/v1/jobs',
        '/v1/jobs/{job_id}',
        '/v1/convert/jobs/{job_id}/result',
        '/v1/jobs/{job_id}/deliveries',
      ]),
    )
    expect(paths['/v1/jobs/{job_id}'].get.security).toEqual([{ apiKey: [] }, { bearer: [] }])
    expect(paths['/v1/jobs/{job_id}'].get.parameters).toEqual([
      expect.objectContaining({ name: 'wait', in: 'query', required: false }),
      expect.objectContaining({ name: 'job_id', in: 'path', required: true }),
    ])
    expect(paths['/v1/convert/jobs/{job_id}/result'].get.parameters).toContainEqual(
      expect.objectContaining({ name: 'If-None-Match', in: 'header' }),
    )
    expect(paths['/v1/convert/jobs'].post.requestBody.content).toEqual({
      'multipart/form-data': {
        schema: { $ref: '#/components/schemas/JobForm' },
        encoding: { file: { contentType: expect.stringContaining('application/pdf, ') } },
      },
    })
  })

  const remove = (id: string, key = 'mine') =>
    app.inject({ method: 'DELETE', url: `/v1/jobs/${id}`, headers: as(key) })

  async function insertJobs(count: number, status: 'queued' | 'failed'): Promise<void> {
    const isFailed = status === 'failed'
    const ids = Array.from({ length: count }, newJobId)
    // The jobs wait, because no worker takes the jobs of a suspended account.
    await sql`UPDATE account SET suspended_at = now() WHERE id = 'acc_small'`.execute(app.jobs.db)
    await sql`
      INSERT INTO job (id, account_id, media_type, bytes, sha256, status, error, finished_at, expires_at)
      SELECT id, 'acc_small', 'text/plain', 1, 'x', ${status}::text,
        CASE WHEN ${isFailed}::boolean THEN 'internal: x' END,
        CASE WHEN ${isFailed}::boolean THEN now() END, now()
      FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) AS id`.execute(app.jobs.db)
  }

  test("answers 429 without a charge beyond the plan's waiting jobs", async () => {
    await insertJobs(20, 'queued')
    const response = await app.submit(undefined, as('small'))
    expect(response.json()).toMatchObject({ code: 'rate_limited', upgrade_url: expect.anything() })
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '30'])
    expect(await app.jobs.balance('acc_small')).toBe(1_000)
    await sql`DELETE FROM job WHERE account_id = 'acc_small'`.execute(app.jobs.db)
  })

  test('a page of the list has fifty jobs by default, at most two hundred; a status filters it', async () => {
    await insertJobs(201, 'failed')
    const list = async (query: string) => (await app.get(`/v1/jobs${query}`, as('small'))).json()
    expect((await list('')).items).toHaveLength(50)
    const most = await list('?limit=200')
    expect(most.items).toHaveLength(200)
    expect(await list(`?limit=200&cursor=${most.next_cursor}`)).toMatchObject({
      items: [{ status: 'failed' }],
      next_cursor: null,
    })
    expect((await list('?status=queued')).items).toEqual([])
    // A job that is submitted between two pages does not shift the pages.
    const first = await list('?limit=100')
    await insertJobs(1, 'queued')
    const second = await list(`?limit=200&cursor=${first.next_cursor}`)
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([201, 201])
    await sql`DELETE FROM job WHERE account_id = 'acc_small'`.execute(app.jobs.db)
  })

  test('lists the attempts of a webhook, and resends it while the result is kept', async () => {
    const got: string[] = []
    const server = createServer((request, response) => {
      got.push(String(request.headers['webhook-id']))
      request.resume()
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // Sound: the server listens on a port, not on a pipe.
    const data = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    const file = { filename: 'slow.txt', type: 'text/plain', data: 'x' }
    const waiting = (await app.submit([file, { name: 'webhook_url', data }], as('test'))).json()
    const send = (id: string) =>
      app.inject({ method: 'POST', url: `/v1/jobs/${id}/deliveries`, headers: as('mine') })
    expect((await send(waiting.job_id)).json()).toMatchObject({ status: 409 })
    await remove(waiting.job_id)
    const id = await app.finished('mine', [
      { ...file, filename: 'a.txt' },
      { name: 'webhook_url', data },
    ])
    const log = async () => (await app.get(`/v1/jobs/${id}/deliveries`)).json()
    await until(async () => (await log()).status === 'delivered')
    expect((await log()).attempts).toEqual([
      {
        number: 1,
        at: expect.any(String),
        status: 204,
        error: null,
        duration_ms: expect.any(Number),
      },
    ])
    expect((await send(id)).statusCode).toBe(202)
    await until(async () => (await log()).attempts.length === 2)
    expect(new Set(got.slice(-2)).size).toBe(1)
    await sql`UPDATE job SET expires_at = now() WHERE id = ${id}`.execute(app.jobs.db)
    expect((await send(id)).json()).toMatchObject({ status: 410, code: 'result_expired' })
    expect((await app.get(`/v1/convert/jobs/${id}/result?format=x`)).statusCode).toBe(422)
    const none = await app.finished()
    expect((await send(none)).json()).toMatchObject({ status: 404, code: 'not_found' })
    server.close()
  })

  test('a read-only key gets lists and Markdown, and 403 for all else', async () => {
    const id = await app.finished()
    const reader = as('reader')
    expect((await app.get('/v1/jobs', reader)).statusCode).toBe(200)
    expect((await app.get(`/v1/convert/jobs/${id}/result`, reader)).statusCode).toBe(200)
    for (const response of [
      await app.submit(undefined, reader),
      await remove(id, 'reader'),
      await app.get(`/v1/convert/jobs/${id}/result?format=json`, reader),
      await app.inject({ method: 'POST', url: `/v1/jobs/${id}/deliveries`, headers: reader }),
    ]) {
      expect(response.json()).toMatchObject({
        status: 403,
        code: 'key_restricted',
        upgrade_url: expect.stringMatching(/^http/),
      })
    }
  })

  // The embedded database uses the clock of its own server.
  test.runIf(kind === 'postgres').each([5, -5])(
    'a server whose clock is %i minutes off works normally',
    async (minutes) => {
      const Real = Date
      const now = (): number => Real.now() + minutes * 60_000
      vi.stubGlobal(
        'Date',
        class extends Real {
          constructor(time: number | string = now()) {
            super(time)
          }
          static override now = now
        },
      )
      try {
        const before = await app.jobs.balance('acc_mine')
        const id = await app.finished()
        expect((await app.get(`/v1/convert/jobs/${id}/result`)).statusCode).toBe(200)
        expect((await app.get(`/v1/jobs?limit=1`)).json().items[0].id).toBe(id)
        expect(await app.jobs.balance('acc_mine')).toBe(before - 10)
      } finally {
        vi.unstubAllGlobals()
      }
    },
  )
})
