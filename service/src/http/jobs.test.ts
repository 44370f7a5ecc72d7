import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCredits } from '../credits/index.ts'
import { startJobs } from '../jobs/index.ts'
import { inProcess } from '../jobs/testing/in-process.ts'
import { openTestJobs, testSettings, until } from '../jobs/testing/test-jobs.ts'
import { createRateLimiter } from '../limits/index.ts'
import { StoreError } from '../store/index.ts'
import type { Office } from './context.ts'
import { writeForm } from './testing/form.ts'
import { as, findTestCaller, openQueueApp, type QueueApp } from './testing/queue-app.ts'
import { openTestApp } from './testing/test-app.ts'

let app: QueueApp

beforeAll(async () => {
  app = await openQueueApp()
})
afterAll(() => app.close())

test('a job is submitted, waited for, and its result fetched as often as one likes', async () => {
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

test('the JSON has its pages as an array, and as docling-core reads it where that is asked for', async () => {
  const id = await app.finished()
  const url = `/v1/convert/jobs/${id}/result`
  const json = await app.get(`${url}?format=json`)
  expect(json.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(json.json()).toMatchObject({ schema_name: 'DoclingDocument', pages: [] })
  for (const address of [url, `${url}?format=json`]) {
    const docling = await app.get(address, {
      ...as('mine'),
      accept: 'application/vnd.docling+json',
    })
    expect(docling.headers['content-type']).toBe('application/vnd.docling+json')
    expect(docling.json().pages).toEqual({})
    const { pages: _array, ...rest } = json.json()
    const { pages: _object, ...same } = docling.json()
    expect(same).toEqual(rest)
  }
})

test('a result that is there already is not sent again', async () => {
  const id = await app.finished()
  const url = `/v1/convert/jobs/${id}/result`
  const { headers, body } = await app.get(url)
  const known = await app.get(url, { ...as('mine'), 'if-none-match': `"x", W/${headers.etag}` })
  expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', headers.etag])
  const other = await app.get(`${url}?format=json`, {
    ...as('mine'),
    'if-none-match': String(headers.etag),
  })
  expect(other.statusCode).toBe(200)
  const head = await app.inject({ method: 'HEAD', url, headers: as('mine') })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
    200,
    '',
    String(Buffer.byteLength(body)),
  ])
})

test('a file of exactly the limit is taken', async () => {
  const data = 'x'.repeat(1024 * 1024)
  expect((await app.submit([{ filename: 'a.txt', type: 'text/plain', data }])).statusCode).toBe(200)
})

test('a damaged or protected document is taken, fails, and is given back', async () => {
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

test('a webhook comes with a secret that is told once; a blank address is none', async () => {
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

test('without credits a job is refused; the answer says where there are more', async () => {
  const response = await app.submit(undefined, as('poor'))
  expect(response.json()).toMatchObject({
    status: 402,
    code: 'credits_exhausted',
    upgrade_url: expect.stringContaining('http'),
  })
  expect(await app.leftovers()).toEqual([])
})

test('a store that fails refuses a job before anything is charged', async () => {
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
  'a database that is away (%s) is 503',
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

test('a job that runs has no result yet, and is cancelled or its result deleted by DELETE', async () => {
  const slow = [{ filename: 'slow.txt', type: 'text/plain', data: 'x' }]
  const { job_id: id } = (await app.submit(slow, as('test'))).json()
  const url = `/v1/convert/jobs/${id}/result`
  expect((await app.get(url)).json()).toMatchObject({ status: 409, code: 'job_not_ready' })
  await until(async () => (await app.get(`/v1/jobs/${id}`)).json().progress.pages_total === 10)
  const remove = { method: 'DELETE', url: `/v1/jobs/${id}`, headers: as('mine') } as const
  expect((await app.inject(remove)).statusCode).toBe(204)
  expect((await app.get(`/v1/jobs/${id}`)).json()).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^cancelled: /),
  })
  expect((await app.get(url)).json().code).toBe('job_failed')
  const done = await app.finished()
  const removeDone = { ...remove, url: `/v1/jobs/${done}` }
  expect((await app.inject(removeDone)).statusCode).toBe(204)
  expect((await app.get(`/v1/convert/jobs/${done}/result`)).json()).toMatchObject({
    status: 410,
    code: 'result_expired',
  })
  expect((await app.inject(removeDone)).statusCode).toBe(204)
  expect((await app.get(`/v1/jobs/${done}`)).json().deletion.result_deleted_at).not.toBeNull()
})

test('a result is 410 from the moment its time is over, with nobody sweeping', async () => {
  const short = await openTestJobs('pglite', { ...testSettings, retentionMs: 1_500 })
  await short.addAccount('acc_mine', 'scale')
  const own = startJobs(short, 1024 * 1024, {
    converter: inProcess,
    folder: short.folder,
    slots: 1,
  })
  const ownApp = await openTestApp({
    context: { jobs: own, findCaller: findTestCaller },
  })
  const form = writeForm([{ filename: 'a.txt', type: 'text/plain', data: 'x' }])
  const { job_id: id } = (
    await ownApp.inject({
      method: 'POST',
      url: '/v1/convert/jobs',
      payload: form.payload,
      headers: { ...form.headers, ...as('mine') },
    })
  ).json()
  const ask = (): Promise<LightMyRequestResponse> =>
    ownApp.inject({ url: `/v1/convert/jobs/${id}/result`, headers: as('mine') })
  await until(async () => (await ask()).statusCode === 200)
  await until(async () => (await ask()).statusCode === 410)
  expect((await ask()).json().code).toBe('result_expired')
  await own.stop(0)
  await ownApp.close()
  await short.close()
})

test('the same request with the same Idempotency-Key gives the same job', async () => {
  const headers = { ...as('mine'), 'idempotency-key': 'once' }
  const before = await app.jobs.balance('acc_mine')
  const first = (await app.submit(undefined, headers)).json()
  expect((await app.submit(undefined, headers)).json()).toEqual(first)
  const other = await app.submit([{ filename: 'b.txt', type: 'text/plain', data: 'x' }], headers)
  expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  expect(await app.jobs.balance('acc_mine')).toBe(before - 10)
})

test('POST /v1/convert with an Idempotency-Key is paid for once, and gives the same again', async () => {
  const limiters = { scale: createRateLimiter(1_000_000) }
  // Sound: the call asks for nothing else of it.
  const office = { credits: createCredits(app.jobs.db), limiters } as unknown as Office
  const own = await openTestApp({
    context: { jobs: app.running, office, findCaller: findTestCaller },
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
  // A call that was refused has not used its key up.
  expect((await post('\0', 'again')).statusCode).toBe(415)
  expect((await post('text', 'again')).statusCode).toBe(200)
  expect(await app.jobs.balance('acc_mine')).toBe(before - 2)
  const both = await Promise.all([post('at once', 'both'), post('at once', 'both')])
  expect(await app.jobs.balance('acc_mine')).toBe(before - 3)
  for (const { statusCode } of both) expect([200, 409]).toContain(statusCode)
  await own.close()
})

test('a worker answers no calls but those of who looks after it', async () => {
  const own = await openTestApp({ env: { RECTO_ROLE: 'worker' }, context: { jobs: app.running } })
  expect((await own.inject({ url: '/healthz' })).statusCode).toBe(200)
  expect((await own.inject({ url: '/v1/jobs' })).statusCode).toBe(404)
  await own.close()
})

test('every operation has an id, and those of jobs need a key', async () => {
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
  expect(paths['/v1/jobs/{job_id}'].get.security).toEqual([{ apiKey: [] }])
  expect(paths['/v1/jobs/{job_id}'].get.parameters[0]).toMatchObject({
    name: 'job_id',
    required: true,
  })
})
