/** Tests `GET /v1/jobs/{id}/result`: the formats of a result, and the errors of jobs without one. */
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { until } from '../jobs/testing/test-jobs.ts'
import { as, openQueueApp, type QueueApp } from './testing/queue-app.ts'
import { readZip } from './testing/read-zip.ts'

describe.each(testDatabases)('on %s', (kind) => {
  let app: QueueApp

  beforeAll(async () => {
    app = await openQueueApp(kind)
  })
  afterAll(() => app.close())

  test('the JSON has its pages as an array, or the form of docling-core on request', async () => {
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

  const accepting = (type: string) => ({ ...as('mine'), accept: type })

  test('returns chunks one per line: whole blocks up to the requested size', async () => {
    const data = `<h1>One</h1>${'<p>A sentence of some length.</p>'.repeat(20)}<table><tr><th>a<th>b<tr><td>1<td>2</table>`
    const id = await app.finished('mine', [{ filename: 'a.html', type: 'text/html', data }])
    const url = `/v1/convert/jobs/${id}/result`
    const get = async (query: string) => {
      const response = await app.get(`${url}${query}`, accepting('application/x-ndjson'))
      expect(response.headers['content-type']).toBe('application/x-ndjson')
      const lines = response.body.trimEnd().split('\n')
      return { response, chunks: lines.map((line) => JSON.parse(line)) }
    }
    const { response, chunks } = await get('')
    expect(chunks.map(({ kind, headings }) => [kind, headings])).toEqual([
      ['text', ['One']],
      ['table', ['One']],
    ])
    expect(Object.keys(chunks[0])).toEqual(
      'id kind text headings pages boxes characters'.split(' '),
    )
    expect(response.headers['content-disposition']).toContain('filename="a.chunks.jsonl"')
    const small = await get('?chunk_size=200')
    expect(small.chunks.length).toBeGreaterThan(3)
    for (const { characters } of small.chunks) expect(characters).toBeLessThanOrEqual(200)
    expect(small.response.headers.etag).not.toBe(response.headers.etag)
    const headers = {
      ...accepting('application/x-ndjson'),
      'if-none-match': String(response.headers.etag),
    }
    expect((await app.get(url, headers)).statusCode).toBe(304)
    expect((await app.get(`${url}?chunk_size=99`)).json()).toMatchObject({
      status: 422,
      errors: [{ location: 'query', field: 'chunk_size' }],
    })
    expect(await app.leftovers()).toEqual([])
    // Results of older versions have no stored document.
    await sql`UPDATE job SET outputs = outputs - 'document' WHERE id = ${id}`.execute(app.jobs.db)
    const old = await app.get(url, accepting('application/x-ndjson'))
    expect(old.json()).toMatchObject({ status: 404, detail: expect.stringContaining('again') })
    expect((await app.get(url)).statusCode).toBe(200)
  })

  test('an archive holds the Markdown and the JSON', async () => {
    const id = await app.finished()
    const url = `/v1/convert/jobs/${id}/result`
    const zip = await app.get(url, accepting('application/zip'))
    expect(zip.headers['content-type']).toBe('application/zip')
    expect(zip.headers['content-disposition']).toContain('.zip"')
    expect(await readZip(zip.rawPayload)).toEqual({
      'document.md': (await app.get(url)).body,
      'document.json': (await app.get(`${url}?format=json`)).body,
    })
    const conditional = {
      ...accepting('application/zip'),
      'if-none-match': String(zip.headers.etag),
    }
    expect((await app.get(url, conditional)).statusCode).toBe(304)
  })

  test('an archive holds the requested images, linked from its Markdown', async () => {
    const images = ['AAAA////', '////AAAA'].map(
      (palette) => `R0lGODlhAQABAIAA${palette}yH5BAEAAAAALAAAAAABAAEAAAIBRAA7`,
    )
    const page = images.map((image) => `<p><img alt="x" src="data:image/gif;base64,${image}"></p>`)
    const file = { filename: 'a.html', type: 'text/html', data: page.join('') }
    const id = await app.finished('mine', [file, { name: 'images', data: 'on' }])
    const url = `/v1/convert/jobs/${id}/result`
    const zip = await readZip((await app.get(url, accepting('application/zip'))).rawPayload)
    expect(Object.keys(zip)).toEqual([
      'document.md',
      'document.json',
      'images/image-1.gif',
      'images/image-2.gif',
    ])
    expect(zip['document.md']).toBe('![x](images/image-1.gif)\n\n![x](images/image-2.gif)\n')
    expect(zip['images/image-2.gif']).toBe(Buffer.from(images[1] ?? '', 'base64').toString())
    const without = await app.finished('mine', [file])
    const plain = await app.get(`/v1/convert/jobs/${without}/result`, accepting('application/zip'))
    expect(Object.keys(await readZip(plain.rawPayload))).toEqual(['document.md', 'document.json'])
  })

  test('a job of a test key has all formats', async () => {
    const id = await app.finished('test')
    for (const type of ['application/x-ndjson', 'application/zip']) {
      const response = await app.get(`/v1/convert/jobs/${id}/result`, accepting(type))
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, type])
    }
  })

  test('an unchanged result is not sent again', async () => {
    const id = await app.finished()
    const url = `/v1/convert/jobs/${id}/result`
    const { headers, body } = await app.get(url)
    const unchanged = await app.get(url, {
      ...as('mine'),
      'if-none-match': `"x", W/${headers.etag}`,
    })
    expect([unchanged.statusCode, unchanged.body, unchanged.headers.etag]).toEqual([
      304,
      '',
      headers.etag,
    ])
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

  test('a running job has no result yet; DELETE cancels it, or deletes its result', async () => {
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

  test('answers 410 as soon as the result expires, even before the sweep', async () => {
    const id = await app.finished()
    const ask = (): Promise<LightMyRequestResponse> => app.get(`/v1/convert/jobs/${id}/result`)
    expect((await ask()).statusCode).toBe(200)
    const expireIn = (interval: string) =>
      sql`UPDATE job SET expires_at = now() + ${interval}::interval WHERE id = ${id}`.execute(
        app.jobs.db,
      )
    await expireIn('1 minute')
    expect((await ask()).statusCode).toBe(200)
    await expireIn('0 seconds')
    expect((await ask()).json()).toMatchObject({ status: 410, code: 'result_expired' })
    expect((await app.get(`/v1/jobs/${id}`)).json().deletion.result_deleted_at).toBeNull()
  })

  test('a failed job keeps answering 409, even after its retention', async () => {
    const { job_id: id } = (await app.submit()).json()
    await app.inject({ method: 'DELETE', url: `/v1/jobs/${id}`, headers: as('mine') })
    const other = await app.finished('test', [
      { filename: 'a.timeout.txt', type: 'text/plain', data: 'x' },
    ])
    await sql`UPDATE job SET expires_at = now() WHERE id = ${other}`.execute(app.jobs.db)
    const response = await app.get(`/v1/convert/jobs/${other}/result`)
    expect(response.json()).toMatchObject({ status: 409, code: 'job_failed' })
  })
})
