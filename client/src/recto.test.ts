import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openQueueApp, type QueueApp } from '../../service/src/http/testing/queue-app.ts'
import { type DocumentInput, type Job, Recto, type RectoError } from './index.ts'
import {
  type Answer,
  type FakeServer,
  hangUp,
  json,
  problem,
  startFakeServer,
} from './testing/fake-server.ts'

const html = '<title>Mills</title><h1>Mills</h1><p>One vat.</p>'

describe('with the service', () => {
  let queue: QueueApp
  let baseUrl = ''
  let folder = ''
  const client = (apiKey?: string): Recto => new Recto({ baseUrl, apiKey: apiKey ?? '' })

  beforeAll(async () => {
    queue = await openQueueApp('pglite')
    await queue.app.listen({ host: '127.0.0.1', port: 0 })
    // Sound: the server listens on a port, not on a pipe.
    baseUrl = `http://127.0.0.1:${(queue.app.server.address() as AddressInfo).port}/`
    folder = await mkdtemp(join(tmpdir(), 'recto-client-'))
    await writeFile(join(folder, 'mills.html'), html)
  })
  afterAll(async () => {
    await queue.close()
    await rm(folder, { recursive: true, force: true })
  })

  test.each<{ name: string; input: () => DocumentInput; options?: object }>([
    { name: 'a path', input: () => join(folder, 'mills.html') },
    { name: 'a File', input: () => new File([html], 'mills.html') },
    { name: 'a Blob with a type', input: () => new Blob([html], { type: 'text/html' }) },
    { name: 'bytes', input: () => new TextEncoder().encode(html), options: { filename: 'a.html' } },
    {
      name: 'a stream',
      input: () => new Blob([html]).stream(),
      options: { mediaType: 'text/html' },
    },
  ])('converts $name in both lanes', async ({ input, options }) => {
    const { markdown, job } = await client('mine').convert(input(), { ...options })
    expect(markdown).toBe('# Mills\n\nOne vat.\n')
    expect(job?.status).toBe('succeeded')
    const fast = await client().convert(input(), { ...options, lane: 'fast' })
    expect(fast).toEqual({ markdown: '# Mills\n\nOne vat.\n' })
  })

  test('submits, lists, awaits, fetches and deletes jobs', async () => {
    const { jobs } = client('theirs')
    const { job_id } = await jobs.submit(join(folder, 'mills.html'))
    const seen: string[] = []
    const job = await jobs.wait(job_id, { onProgress: ({ status }) => seen.push(status) })
    expect(seen.at(-1)).toBe('succeeded')
    const { id, status, result } = job
    expect(await jobs.get(job_id)).toMatchObject({ id, status, result })
    const listed: Job[] = []
    for await (const each of jobs.list({ status: 'succeeded' })) listed.push(each)
    expect(listed.map(({ id }) => id)).toContain(job_id)
    expect(await jobs.result(job_id)).toContain('# Mills')
    expect(await jobs.result(job_id, { format: 'json' })).toMatchObject({ pages: [] })
    expect(await jobs.result(job_id, { format: 'docling' })).toMatchObject({ pages: {} })
    await jobs.delete(job_id)
    await expect(jobs.result(job_id)).rejects.toMatchObject({ code: 'result_expired', status: 410 })
  })

  test("returns the account's plan", async () => {
    expect(await client('theirs').me()).toMatchObject({ is_keyed: true, tier: 'scale' })
  })

  test('errors have the code of the API or of the failed job', async () => {
    const broken = new File(['no PDF'], 'a.pdf')
    await expect(client().jobs.submit(broken)).rejects.toMatchObject({
      name: 'RectoError',
      code: 'unauthorized',
      status: 401,
      requestId: expect.stringMatching(/^req_/),
    })
    const damaged = new File(['%PDF-1.7 nothing'], 'a.pdf')
    await expect(client('mine').convert(damaged)).rejects.toMatchObject({
      code: 'conversion_failed',
    })
  })

  test('a document of unknown type is a TypeError', async () => {
    await expect(client('mine').convert(new Blob(['x']))).rejects.toThrow(TypeError)
  })
})

describe('with a server that misbehaves', () => {
  let server: FakeServer | undefined
  afterEach(() => server?.close())

  const clientOf = async (answers: readonly Answer[], maxRetries = 3): Promise<Recto> => {
    server = await startFakeServer(answers)
    return new Recto({ baseUrl: server.url, apiKey: 'rk_test_x', maxRetries })
  }
  const submitted = json(200, { job_id: 'job_1', status: 'queued', result_url: '', poll_url: '' })

  test.each<{ name: string; first: Answer }>([
    {
      name: 'refused with 503',
      first: problem(503, 'service_unavailable', { 'retry-after': '0.01' }),
    },
    { name: 'refused with 429', first: problem(429, 'rate_limited', { 'retry-after': '0.01' }) },
    { name: 'cut off by the server', first: hangUp },
  ])('a request that is $name is repeated with the same Idempotency-Key', async ({ first }) => {
    const { jobs } = await clientOf([first, submitted])
    expect((await jobs.submit(new File(['x'], 'a.txt'))).job_id).toBe('job_1')
    const keys = server?.headers.map((headers) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(keys?.[0]).toBe(keys?.[1])
    expect(server?.headers[0]?.['x-api-key']).toBe('rk_test_x')
  })

  test('a request that would fail again is not repeated', async () => {
    const { jobs } = await clientOf([problem(402, 'credits_exhausted')])
    const error = await jobs.submit(new File(['x'], 'a.txt')).catch((thrown: RectoError) => thrown)
    expect(error).toMatchObject({ code: 'credits_exhausted', status: 402, requestId: 'req_1' })
    expect(server?.seen).toEqual(['POST /v1/convert/jobs'])
  })

  test('after the last attempt the error has the retry delay', async () => {
    const recto = await clientOf([problem(429, 'rate_limited', { 'retry-after': '0.01' })], 1)
    await expect(recto.me()).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 0.01 })
    expect(server?.seen).toHaveLength(2)
  })

  test('a delay of minutes is left to the caller', async () => {
    const recto = await clientOf([problem(429, 'rate_limited', { 'retry-after': '600' })])
    await expect(recto.me()).rejects.toMatchObject({ retryAfter: 600 })
    expect(server?.seen).toHaveLength(1)
  })

  test('an error response without a problem document is an error, too', async () => {
    const html: Answer = (_, response) => response.writeHead(418).end('<html>')
    const recto = await clientOf([html])
    await expect(recto.me()).rejects.toMatchObject({ code: 'unexpected_answer', status: 418 })
  })

  test('an aborted call cancels its job', async () => {
    const end = new AbortController()
    const running = json(200, { id: 'job_1', status: 'running' })
    const recto = await clientOf([submitted, running])
    const call = recto.convert(new File(['x'], 'a.txt'), {
      signal: end.signal,
      onProgress: () => end.abort(new Error('enough')),
    })
    await expect(call).rejects.toThrow('enough')
    expect(server?.seen).toEqual([
      'POST /v1/convert/jobs',
      'GET /v1/jobs/job_1?wait=30',
      'DELETE /v1/jobs/job_1',
    ])
  })

  test('reports an unreachable server', async () => {
    const recto = new Recto({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 })
    await expect(recto.me()).rejects.toMatchObject({ code: 'connection_failed' })
  })
})
