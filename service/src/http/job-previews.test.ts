/** Tests the page images of a job: requested, fetched, and deleted with the result. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPdf, show } from '../../../engine/src/readers/pdf/content/testing/pdf-builder.ts'
import { testDatabases } from '../database/testing/test-database.ts'
import type { FormPart } from './testing/form.ts'
import { as, openQueueApp, type QueueApp } from './testing/queue-app.ts'

const pages = ['One', 'Two', 'Three'].map((word) => ({
  width: 300,
  height: 200,
  content: show(20, 100, word),
}))
const data = Buffer.from(buildPdf({ pages, password: 'word' }))
const three: FormPart = { filename: 'a.pdf', type: 'application/pdf', data }
const part = (name: string, text: string): FormPart => ({ name, data: text })
const asked = [three, part('password', 'word'), part('previews', 'on')]

describe.each(testDatabases)('on %s', (kind) => {
  let app: QueueApp

  beforeAll(async () => {
    app = await openQueueApp(kind)
  })
  afterAll(() => app.close())

  const result = async (id: string) => (await app.get(`/v1/jobs/${id}`)).json().result

  test('each selected page has an image; other pages and other jobs have none', async () => {
    const id = await app.finished('mine', [...asked, part('pages', '2-3')])
    expect((await result(id)).previews).toEqual([2, 3])
    const two = await app.get(`/v1/jobs/${id}/pages/2`)
    expect([two.statusCode, two.headers['content-type']]).toEqual([200, 'image/png'])
    const { rawPayload } = two
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG')
    // 300 × 200 points at 120 dpi.
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([500, 333])
    expect(two.headers['content-length']).toBe(String(rawPayload.length))
    const three = await app.get(`/v1/jobs/${id}/pages/3`)
    expect(three.rawPayload.subarray(-8)).toEqual(rawPayload.subarray(-8))
    expect(three.rawPayload.equals(rawPayload)).toBe(false)
    const again = { ...as('mine'), 'if-none-match': String(two.headers.etag) }
    expect((await app.get(`/v1/jobs/${id}/pages/2`, again)).statusCode).toBe(304)
    expect((await app.get(`/v1/jobs/${id}/pages/3`, again)).statusCode).toBe(200)
    expect((await app.get(`/v1/jobs/${id}/pages/1`)).json()).toMatchObject({
      status: 404,
      code: 'not_found',
      detail: expect.stringContaining('page 1'),
    })
    expect((await app.get(`/v1/jobs/${id}/pages/2`, as('theirs'))).statusCode).toBe(404)
    expect((await app.get(`/v1/jobs/${id}/pages/0`)).json()).toMatchObject({
      status: 422,
      errors: [{ location: 'path', field: 'page' }],
    })
  })

  test('images exist on request, for formats with a fixed layout', async () => {
    const without = await app.finished('mine', asked.slice(0, 2))
    expect('previews' in (await result(without))).toBe(false)
    expect((await app.get(`/v1/jobs/${without}/pages/1`)).json().code).toBe('not_found')
    const text = { filename: 'a.txt', type: 'text/plain', data: 'x' }
    const other = await app.finished('mine', [text, part('previews', 'on')])
    expect(await result(other)).toMatchObject({ previews: [], warnings: [] })
    const refused = await app.submit([three, part('previews', 'yes')])
    expect(refused.json()).toMatchObject({ status: 422, errors: [{ field: 'previews' }] })
  })

  test('images are deleted with the result', async () => {
    const id = await app.finished('mine', asked)
    expect((await app.get(`/v1/jobs/${id}/pages/1`)).statusCode).toBe(200)
    await app.inject({ method: 'DELETE', url: `/v1/jobs/${id}`, headers: as('mine') })
    expect((await app.get(`/v1/jobs/${id}/pages/1`)).json().code).toBe('result_expired')
    const wrong = await app.finished('mine', [three, part('previews', 'on')])
    expect((await app.get(`/v1/jobs/${wrong}/pages/1`)).json().code).toBe('job_failed')
  })
})
