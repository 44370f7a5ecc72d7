import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymous, type Caller } from '../accounts/index.ts'
import { createCredits } from '../credits/index.ts'
import { newJobId } from '../jobs/ids.ts'
import { type RunningJobs, startJobs } from '../jobs/index.ts'
import { inProcess } from '../jobs/testing/in-process.ts'
import { openTestJobs, type TestJobs, testSettings, until } from '../jobs/testing/test-jobs.ts'
import { createRateLimiter } from '../limits/index.ts'
import { StoreError } from '../store/index.ts'
import type { Office } from './context.ts'
import { type FormPart, writeForm } from './testing/form.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'

let jobs: TestJobs
let running: RunningJobs
let app: TestApp

const keyed = (id: string, isTest = false): Caller => ({
  ...anonymous,
  tier: 'scale',
  isKeyed: true,
  account: { id, keyId: `key_${id}`, isTest },
})
const callers: Readonly<Record<string, Caller>> = {
  mine: keyed('acc_mine'),
  theirs: keyed('acc_theirs'),
  poor: keyed('acc_poor'),
  test: keyed('acc_mine', true),
}

beforeAll(async () => {
  jobs = await openTestJobs('pglite', { pollMs: 50 })
  for (const id of ['acc_mine', 'acc_theirs']) await jobs.addAccount(id, 'scale', 10_000)
  await jobs.addAccount('acc_poor', 'free', 9)
  running = startJobs(jobs, 1024 * 1024, { converter: inProcess, folder: jobs.folder, slots: 2 })
  app = await openTestApp({
    context: { jobs: running, findCaller: async (key) => callers[key] },
  })
})
afterAll(async () => {
  await running.stop(0)
  await app.close()
  await jobs.close()
})

const as = (key: string): { 'x-api-key': string } => ({ 'x-api-key': key })
const html = '<title>Pages</title><h1>One</h1><p>Text of it.</p><table><tr><td>a<td>b</table>'

function submit(
  parts: readonly FormPart[] = [{ filename: "Über 'a'.html", type: 'text/html', data: html }],
  headers: Record<string, string> = as('mine'),
): Promise<LightMyRequestResponse> {
  const form = writeForm(parts)
  return app.inject({
    method: 'POST',
    url: '/v1/convert/jobs',
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  })
}

const get = (url: string, headers: Record<string, string> = as('mine')) =>
  app.inject({ url, headers })

async function finished(key = 'mine', parts?: readonly FormPart[]): Promise<string> {
  const { job_id: id } = (await submit(parts, as(key))).json()
  expect((await get(`/v1/jobs/${id}?wait=10`, as(key))).json().finished_at).not.toBeNull()
  return id
}

test('a job is submitted, waited for, and its result fetched as often as one likes', async () => {
  const submitted = await submit()
  const { job_id: id } = submitted.json()
  expect(submitted.statusCode).toBe(200)
  expect(submitted.json()).toEqual({
    job_id: expect.stringMatching(/^job_/),
    status: 'queued',
    webhook_secret: null,
    result_url: `/v1/convert/jobs/${id}/result`,
    poll_url: `/v1/jobs/${id}`,
  })
  const job = (await get(`/v1/jobs/${id}?wait=10`)).json()
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
  const markdown = await get(`/v1/convert/jobs/${id}/result`)
  expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(markdown.headers['content-disposition']).toBe(
    `attachment; filename="_ber 'a'.md"; filename*=UTF-8''%C3%9Cber%20%27a%27.md`,
  )
  expect(markdown.body).toMatch(/^# One/)
  expect(Buffer.byteLength(markdown.body)).toBe(job.result.bytes.markdown)
  const again = await get(`/v1/convert/jobs/${id}/result?format=markdown`)
  expect([again.body, again.headers.etag]).toEqual([markdown.body, markdown.headers.etag])
})

test('the JSON has its pages as an array, and as docling-core reads it where that is asked for', async () => {
  const id = await finished()
  const url = `/v1/convert/jobs/${id}/result`
  const json = await get(`${url}?format=json`)
  expect(json.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(json.json()).toMatchObject({ schema_name: 'DoclingDocument', pages: [] })
  for (const address of [url, `${url}?format=json`]) {
    const docling = await get(address, { ...as('mine'), accept: 'application/vnd.docling+json' })
    expect(docling.headers['content-type']).toBe('application/vnd.docling+json')
    expect(docling.json().pages).toEqual({})
    const { pages: _array, ...rest } = json.json()
    const { pages: _object, ...same } = docling.json()
    expect(same).toEqual(rest)
  }
})

test('a result that is there already is not sent again', async () => {
  const id = await finished()
  const url = `/v1/convert/jobs/${id}/result`
  const { headers, body } = await get(url)
  const known = await get(url, { ...as('mine'), 'if-none-match': `"x", W/${headers.etag}` })
  expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', headers.etag])
  const other = await get(`${url}?format=json`, {
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

describe('what is not yours does not exist', () => {
  const routes: readonly InjectOptions[] = [
    { method: 'GET', url: '/v1/jobs/ID' },
    { method: 'GET', url: '/v1/jobs/ID?wait=1' },
    { method: 'DELETE', url: '/v1/jobs/ID' },
    { method: 'GET', url: '/v1/jobs/ID/deliveries' },
    { method: 'POST', url: '/v1/jobs/ID/deliveries' },
    { method: 'GET', url: '/v1/convert/jobs/ID/result' },
    { method: 'GET', url: '/v1/convert/jobs/ID/result?format=json' },
    { method: 'HEAD', url: '/v1/convert/jobs/ID/result' },
  ]
  test.each(routes)('$method $url', async ({ method = 'GET', url = '' }) => {
    const own = await finished()
    const answers: unknown[] = []
    const tries = [
      { id: own, headers: as('theirs') },
      { id: newJobId(), headers: as('mine') },
      { id: own, headers: {} },
      { id: own, headers: { 'x-api-key': '' } },
      { id: own, headers: as('rk_live_unknown') },
      { id: `${own}x`, headers: as('mine') },
      { id: own.toUpperCase(), headers: as('mine') },
      { id: '%00', headers: as('mine') },
      { id: "'%20OR%201=1--", headers: as('mine') },
      { id: 'x'.repeat(5_000), headers: as('mine') },
    ]
    for (const { id, headers } of tries) {
      const response = await app.inject({ method, url: String(url).replace('ID', id), headers })
      expect([id.slice(0, 50), response.statusCode]).toEqual([id.slice(0, 50), 404])
      if (method !== 'HEAD') {
        expect(response.json()).toMatchObject({ code: 'not_found', title: 'Not Found' })
        if (id.length < 100) answers.push(response.json().detail)
      }
    }
    expect(new Set(answers).size).toBeLessThanOrEqual(1)
    expect((await get(`/v1/convert/jobs/${own}/result`)).statusCode).toBe(200)
  })

  test.each([
    { method: 'GET', url: '/v1/jobs' },
    { method: 'POST', url: '/v1/convert/jobs' },
  ] as const)('$method $url says that a key is needed', async ({ method, url }) => {
    for (const headers of [{}, { 'x-api-key': ' ' }, as('rk_live_unknown')]) {
      const response = await app.inject({ method, url, headers })
      expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized'])
      expect(response.headers['www-authenticate']).toBe('ApiKey realm="api", header="X-API-Key"')
    }
  })

  test('a list holds no job of others', async () => {
    const theirs = await finished('theirs')
    const { items } = (await get('/v1/jobs?limit=200')).json()
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(theirs)
    expect((await get('/v1/jobs', as('theirs'))).json()).toMatchObject({
      items: [{ id: theirs }],
      next_cursor: null,
    })
  })
})

describe('a request that is wrong', () => {
  test.each([
    ['/v1/jobs?limit=0', 'limit'],
    ['/v1/jobs?limit=201', 'limit'],
    ['/v1/jobs?limit=ten', 'limit'],
    ['/v1/jobs?limit=1.5', 'limit'],
    ['/v1/jobs?limit=', 'limit'],
    ['/v1/jobs?limit=5&limit=6', 'limit'],
    ['/v1/jobs?cursor=nonsense', 'cursor'],
    ['/v1/jobs?cursor=', 'cursor'],
    ['/v1/jobs?status=done', 'status'],
    ['/v1/jobs/ID?wait=0', 'wait'],
    ['/v1/jobs/ID?wait=31', 'wait'],
    ['/v1/convert/jobs/ID/result?format=docling', 'format'],
    ['/v1/convert/jobs/ID/result?format=', 'format'],
    ['/v1/convert/jobs/ID/result?format=json&format=json', 'format'],
  ])('%s', async (url, field) => {
    const id = await finished()
    const response = await get(url.replace('ID', id))
    expect(response.json()).toMatchObject({
      status: 422,
      code: 'validation_error',
      errors: [{ location: 'query', field }],
    })
  })

  test('tells the formats that there are, before anything of the job', async () => {
    const { job_id: id } = (
      await submit([{ filename: 'slow.txt', type: 'text/plain', data: 'x' }], as('test'))
    ).json()
    const { errors } = (await get(`/v1/convert/jobs/${id}/result?format=xml`)).json()
    expect(errors).toEqual([
      {
        location: 'query',
        field: 'format',
        code: 'not_allowed',
        message: '`format` must be one of markdown, json.',
        allowed: ['markdown', 'json'],
      },
    ])
    await app.inject({ method: 'DELETE', url: `/v1/jobs/${id}`, headers: as('mine') })
  })

  const file = { filename: 'a.txt', type: 'text/plain', data: 'x' }
  test.each([
    { name: 'no file', parts: [], status: 422, code: 'validation_error' },
    { name: 'two files', parts: [file, file], status: 422, code: 'validation_error' },
    {
      name: 'another type',
      parts: [{ ...file, type: 'image/png' }],
      status: 415,
      code: 'unsupported_media_type',
    },
    {
      name: 'content of another type',
      parts: [{ ...file, type: 'application/pdf' }],
      status: 415,
      code: 'unsupported_media_type',
    },
    {
      name: 'a large file',
      parts: [{ ...file, data: 'x'.repeat(1024 * 1024 + 1) }],
      status: 413,
      code: 'payload_too_large',
    },
    {
      name: 'two webhooks',
      parts: [
        file,
        { name: 'webhook_url', data: 'http://a.com' },
        { name: 'webhook_url', data: 'http://a.com' },
      ],
      status: 422,
      code: 'validation_error',
    },
    ...[
      'http://localhost/',
      'http://10.0.0.1/',
      'ftp://a.com',
      'hello',
      'http://167772161',
      'http://u:p@a.com',
      'http://printer.local',
    ].map((data) => ({
      name: data,
      parts: [file, { name: 'webhook_url', data }],
      status: 422,
      code: 'invalid_webhook_url',
    })),
  ])('submitted: $name', async ({ parts, status, code }) => {
    const before = await jobs.balance('acc_mine')
    const response = await submit(parts)
    expect([response.statusCode, response.json().code]).toEqual([status, code])
    expect(await jobs.balance('acc_mine')).toBe(before)
    expect(await app.leftovers()).toEqual([])
  })

  test.each(['', 'ä', 'x'.repeat(256), 'a\tb'])('an Idempotency-Key of %j', async (key) => {
    const response = await submit(undefined, { ...as('mine'), 'idempotency-key': key })
    expect(response.json()).toMatchObject({
      code: 'validation_error',
      errors: [{ location: 'header', field: 'Idempotency-Key' }],
    })
  })
})

test('a file of exactly the limit is taken', async () => {
  const data = 'x'.repeat(1024 * 1024)
  expect((await submit([{ filename: 'a.txt', type: 'text/plain', data }])).statusCode).toBe(200)
})

/** A PDF whose pages are empty; without a table of its objects, which a reader makes itself. */
function pdfOf(pages: number): string {
  const ids = Array.from({ length: pages }, (_, index) => index + 3)
  const kids = ids.map((id) => `${id} 0 R`).join(' ')
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    `2 0 obj<</Type/Pages/Count ${pages}/MediaBox[0 0 9 9]/Kids[${kids}]>>endobj`,
    ...ids.map((id) => `${id} 0 obj<</Type/Page/Parent 2 0 R>>endobj`),
  ]
  return `%PDF-1.4\n${objects.join('\n')}\ntrailer<</Root 1 0 R>>\n%%EOF`
}

test('a file with more pages than are converted is refused, and not charged', async () => {
  const before = await jobs.balance('acc_mine')
  const file = { filename: 'a.pdf', type: 'application/pdf' }
  const response = await submit([{ ...file, data: pdfOf(201) }])
  expect(response.json()).toMatchObject({ status: 413, code: 'payload_too_large' })
  expect(await jobs.balance('acc_mine')).toBe(before)
  expect((await submit([{ ...file, data: pdfOf(200) }])).statusCode).toBe(200)
})

test('a damaged or protected document is taken, fails, and is given back', async () => {
  const before = await jobs.balance('acc_mine')
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const id = await finished('mine', [{ filename: 'a.docx', type, data: 'PK\u0003\u0004 no zip' }])
  expect((await get(`/v1/jobs/${id}`)).json()).toMatchObject({
    status: 'failed',
    result: null,
    error: expect.stringMatching(/^conversion_failed: /),
  })
  expect((await get(`/v1/convert/jobs/${id}/result`)).json()).toMatchObject({
    status: 409,
    code: 'job_failed',
    detail: expect.stringContaining('conversion_failed: '),
  })
  expect(await jobs.balance('acc_mine')).toBe(before)
})

test('a webhook comes with a secret that is told once; a blank address is none', async () => {
  const file = { filename: 'a.txt', type: 'text/plain', data: 'x' }
  const answered = (
    await submit([file, { name: 'webhook_url', data: 'https://a.example/h' }])
  ).json()
  expect(answered.webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const job = await get(`/v1/jobs/${answered.job_id}?wait=5`)
  expect(job.body).not.toContain('whsec_')
  const blank = (await submit([{ name: 'webhook_url', data: ' ' }, file])).json()
  expect(blank.webhook_secret).toBeNull()
  expect((await get(`/v1/jobs/${blank.job_id}/deliveries`)).json()).toEqual({
    status: 'none',
    next_attempt_at: null,
    attempts: [],
  })
})

test('without credits a job is refused; the answer says where there are more', async () => {
  const response = await submit(undefined, as('poor'))
  expect(response.json()).toMatchObject({
    status: 402,
    code: 'credits_exhausted',
    upgrade_url: expect.stringContaining('http'),
  })
  expect(await app.leftovers()).toEqual([])
})

test('a store that fails refuses a job before anything is charged', async () => {
  const store = { ...jobs.store, put: () => Promise.reject(new StoreError('away')) }
  const broken = { ...running, parts: { ...running.parts, store } }
  const own = await openTestApp({
    context: { jobs: broken, findCaller: async (key) => callers[key] },
  })
  const before = await jobs.balance('acc_mine')
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
  expect(await jobs.balance('acc_mine')).toBe(before)
  await own.close()
})

test.each(['ECONNREFUSED', '57P01', '53300'])(
  'a database that is away (%s) is 503',
  async (code) => {
    const findCaller = (): Promise<never> => {
      throw Object.assign(new Error('away'), { code, syscall: 'connect' })
    }
    const own = await openTestApp({ context: { jobs: running, findCaller } })
    const response = await own.inject({ url: '/v1/jobs', headers: as('mine') })
    expect(response.json()).toMatchObject({ status: 503, code: 'service_unavailable' })
    expect(response.headers['retry-after']).toBe('5')
    await own.close()
  },
)

test('a job that runs has no result yet, and is cancelled or its result deleted by DELETE', async () => {
  const slow = [{ filename: 'slow.txt', type: 'text/plain', data: 'x' }]
  const { job_id: id } = (await submit(slow, as('test'))).json()
  const url = `/v1/convert/jobs/${id}/result`
  expect((await get(url)).json()).toMatchObject({ status: 409, code: 'job_not_ready' })
  await until(async () => (await get(`/v1/jobs/${id}`)).json().progress.pages_total === 10)
  const remove = { method: 'DELETE', url: `/v1/jobs/${id}`, headers: as('mine') } as const
  expect((await app.inject(remove)).statusCode).toBe(204)
  expect((await get(`/v1/jobs/${id}`)).json()).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^cancelled: /),
  })
  expect((await get(url)).json().code).toBe('job_failed')
  const done = await finished()
  const removeDone = { ...remove, url: `/v1/jobs/${done}` }
  expect((await app.inject(removeDone)).statusCode).toBe(204)
  expect((await get(`/v1/convert/jobs/${done}/result`)).json()).toMatchObject({
    status: 410,
    code: 'result_expired',
  })
  expect((await app.inject(removeDone)).statusCode).toBe(204)
  expect((await get(`/v1/jobs/${done}`)).json().deletion.result_deleted_at).not.toBeNull()
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
    context: { jobs: own, findCaller: async (key) => callers[key] },
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
  const before = await jobs.balance('acc_mine')
  const first = (await submit(undefined, headers)).json()
  expect((await submit(undefined, headers)).json()).toEqual(first)
  const other = await submit([{ filename: 'b.txt', type: 'text/plain', data: 'x' }], headers)
  expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  expect(await jobs.balance('acc_mine')).toBe(before - 10)
})

test('POST /v1/convert with an Idempotency-Key is paid for once, and gives the same again', async () => {
  const limiters = { scale: createRateLimiter(1_000_000) }
  // Sound: the call asks for nothing else of it.
  const office = { credits: createCredits(jobs.db), limiters } as unknown as Office
  const own = await openTestApp({
    context: { jobs: running, office, findCaller: async (key) => callers[key] },
  })
  const post = (data: string, key: string, caller = 'mine') => {
    const form = writeForm([{ filename: 'a.txt', type: 'text/plain', data }])
    const headers = { ...form.headers, ...as(caller), 'idempotency-key': key }
    return own.inject({ method: 'POST', url: '/v1/convert', payload: form.payload, headers })
  }
  const before = await jobs.balance('acc_mine')
  const first = await post('once', 'sync')
  expect((await post('once', 'sync')).json()).toEqual(first.json())
  expect((await post('other', 'sync')).json()).toMatchObject({ code: 'idempotency_key_reused' })
  expect(await jobs.balance('acc_mine')).toBe(before - 1)
  // A call that was refused has not used its key up.
  expect((await post('\0', 'again')).statusCode).toBe(415)
  expect((await post('text', 'again')).statusCode).toBe(200)
  expect(await jobs.balance('acc_mine')).toBe(before - 2)
  const both = await Promise.all([post('at once', 'both'), post('at once', 'both')])
  expect(await jobs.balance('acc_mine')).toBe(before - 3)
  for (const { statusCode } of both) expect([200, 409]).toContain(statusCode)
  await own.close()
})

test('a worker answers no calls but those of who looks after it', async () => {
  const own = await openTestApp({ env: { RECTO_ROLE: 'worker' }, context: { jobs: running } })
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
