/** Tests the refusals of the queue's routes: other accounts' jobs, wrong fields, wrong documents. */
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { newJobId } from '../jobs/ids.ts'
import { as, openQueueApp, type QueueApp } from './testing/queue-app.ts'
import { inProcess } from './testing/test-app.ts'

/** Builds a PDF with empty pages and without a cross-reference table, which the reader reconstructs. */
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

describe.each(testDatabases)('on %s', (kind) => {
  let app: QueueApp

  beforeAll(async () => {
    app = await openQueueApp(kind)
  })
  afterAll(() => app.close())

  describe('hides jobs of other accounts', () => {
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
    test.each(routes)('$method $url answers 404', async ({ method = 'GET', url = '' }) => {
      const own = await app.finished()
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
      expect((await app.get(`/v1/convert/jobs/${own}/result`)).statusCode).toBe(200)
    })

    test.each([
      { method: 'GET', url: '/v1/jobs' },
      { method: 'POST', url: '/v1/convert/jobs' },
    ] as const)('$method $url requires a key', async ({ method, url }) => {
      for (const headers of [{}, { 'x-api-key': ' ' }, as('rk_live_unknown')]) {
        const response = await app.inject({ method, url, headers })
        expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized'])
        expect(response.headers['www-authenticate']).toBe('ApiKey realm="api", header="X-API-Key"')
      }
    })

    test('a list contains no jobs of others', async () => {
      const theirs = await app.finished('theirs')
      const { items } = (await app.get('/v1/jobs?limit=200')).json()
      expect(items.map(({ id }: { id: string }) => id)).not.toContain(theirs)
      expect((await app.get('/v1/jobs', as('theirs'))).json()).toMatchObject({
        items: [{ id: theirs }],
        next_cursor: null,
      })
    })
  })

  describe('refuses an invalid request', () => {
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
    ])('for the wrong query: %s', async (url, field) => {
      const id = await app.finished()
      const response = await app.get(url.replace('ID', id))
      expect(response.json()).toMatchObject({
        status: 422,
        code: 'validation_error',
        errors: [{ location: 'query', field }],
      })
      expect(response.body).not.toMatch(/nonsense|"(?:ten|done|docling)"/)
    })

    test('and lists the valid formats before looking up the job', async () => {
      const { job_id: id } = (
        await app.submit([{ filename: 'slow.txt', type: 'text/plain', data: 'x' }], as('test'))
      ).json()
      const { errors } = (await app.get(`/v1/convert/jobs/${id}/result?format=xml`)).json()
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
    ])('at submission: $name', async ({ parts, status, code }) => {
      const before = await app.jobs.balance('acc_mine')
      const response = await app.submit(parts)
      expect([response.statusCode, response.json().code]).toEqual([status, code])
      expect(await app.jobs.balance('acc_mine')).toBe(before)
      expect(await app.leftovers()).toEqual([])
    })

    test('and names all invalid fields at once', async () => {
      const response = await app.get('/v1/jobs?limit=0&status=x&cursor=y&other=z')
      expect(response.json()).toMatchObject({
        status: 422,
        code: 'validation_error',
        errors: [
          { field: 'limit', code: 'out_of_range' },
          { field: 'cursor', code: 'malformed' },
          { field: 'status', code: 'not_allowed', allowed: expect.arrayContaining(['queued']) },
        ],
      })
      const twice = await app.get('/v1/jobs?limit=1&limit=2')
      expect(twice.json().errors).toEqual([
        {
          location: 'query',
          field: 'limit',
          code: 'duplicate',
          message: '`limit` must not be repeated.',
        },
      ])
    })

    test.each(['', 'ä', 'x'.repeat(256), 'a\tb'])('with an Idempotency-Key of %j', async (key) => {
      const response = await app.submit(undefined, { ...as('mine'), 'idempotency-key': key })
      expect(response.json()).toMatchObject({
        code: 'validation_error',
        errors: [{ location: 'header', field: 'Idempotency-Key' }],
      })
    })
  })

  test('a small text is checked without a child, and refused if it is not text', async () => {
    const convert = vi.spyOn(inProcess, 'convert')
    const file = { filename: 'a.txt', type: 'text/plain' }
    const response = await app.submit([{ ...file, data: '%PDF-1.4' }])
    expect(response.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    expect(convert).not.toHaveBeenCalled()
    await app.submit([{ filename: 'a.pdf', type: 'application/pdf', data: pdfOf(1) }])
    expect(convert).toHaveBeenCalledOnce()
    convert.mockRestore()
  })

  test('a file with too many pages is refused and not charged', async () => {
    const before = await app.jobs.balance('acc_mine')
    const file = { filename: 'a.pdf', type: 'application/pdf' }
    const response = await app.submit([{ ...file, data: pdfOf(201) }])
    expect(response.json()).toMatchObject({ status: 413, code: 'payload_too_large' })
    expect(await app.jobs.balance('acc_mine')).toBe(before)
    expect((await app.submit([{ ...file, data: pdfOf(200) }])).statusCode).toBe(200)
  })
})
