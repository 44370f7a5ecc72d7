/** The result of a job over HTTP: its forms, and why there is none. */
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { until } from '../jobs/testing/test-jobs.ts'
import { as, openQueueApp, type QueueApp } from './testing/queue-app.ts'

describe.each(testDatabases)('on %s', (kind) => {
  let app: QueueApp

  beforeAll(async () => {
    app = await openQueueApp(kind)
  })
  afterAll(() => app.close())

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

  test('a job that failed is so for ever: 409, also when its time is over', async () => {
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
