/** Tests the options of a submission: pages, a password, no recognition. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPdf, show } from '../../../engine/src/readers/pdf/content/testing/pdf-builder.ts'
import { testDatabases } from '../database/testing/test-database.ts'
import type { FormPart } from './testing/form.ts'
import { as, openQueueApp, type QueueApp } from './testing/queue-app.ts'

const SECRET = 'grün und geheim'

function pdfOf(words: readonly string[], password?: string): FormPart {
  const pages = words.map((word) => ({ content: show(72, 700, `Page ${word}.`) }))
  const data = buildPdf({ pages, ...(password !== undefined && { password }) })
  return { filename: 'a.pdf', type: 'application/pdf', data: Buffer.from(data) }
}

const three = pdfOf(['One', 'Two', 'Three'])
const part = (name: string, data: string): FormPart => ({ name, data })

describe.each(testDatabases)('on %s', (kind) => {
  let app: QueueApp

  beforeAll(async () => {
    app = await openQueueApp(kind)
  })
  afterAll(() => app.close())

  const resultOf = async (...parts: FormPart[]) => {
    const id = await app.finished('mine', parts)
    const { body } = await app.get(`/v1/convert/jobs/${id}/result`)
    return { id, job: (await app.get(`/v1/jobs/${id}`)).json(), body }
  }

  test('converts and counts only the selected pages', async () => {
    const { job, body } = await resultOf(part('pages', ' 2-3 '), three)
    expect(body).toBe('Page Two.\n\nPage Three.\n')
    expect(job.result.pages).toBe(2)
    expect(job.progress).toMatchObject({ pages_done: 2, pages_total: 2 })
    const many = pdfOf(Array.from({ length: 201 }, () => 'One'))
    const refused = await app.submit([many])
    expect([refused.statusCode, refused.json().code]).toEqual([413, 'payload_too_large'])
    expect((await app.submit([many, part('pages', '1-201')])).statusCode).toBe(413)
    expect((await resultOf(many, part('pages', '201'))).job.result.pages).toBe(1)
  })

  test('fails without a charge for pages that the document does not have', async () => {
    const before = await app.jobs.balance('acc_mine')
    const { job } = await resultOf(three, part('pages', '2-9'))
    expect(job.error).toBe('conversion_failed: The document has 3 pages; page 9 does not exist.')
    const text = { filename: 'a.txt', type: 'text/plain', data: 'x' }
    expect((await resultOf(text, part('pages', '1'))).job.error).toMatch(
      /^conversion_failed: .*its format has no pages/,
    )
    expect(await app.jobs.balance('acc_mine')).toBe(before)
  })

  test('opens the document with a password, which is stored encrypted and deleted at the end', async () => {
    const secret = pdfOf(['One'], SECRET)
    const rowOf = async (id: string): Promise<string> => {
      const { rows } = await sql<{ row: string }>`
        SELECT job::text AS row FROM job WHERE id = ${id}`.execute(app.jobs.db)
      return rows[0]?.row ?? ''
    }
    // The job waits: no worker takes the jobs of a suspended account.
    await sql`UPDATE account SET suspended_at = now() WHERE id = 'acc_small'`.execute(app.jobs.db)
    const { job_id: waiting } = (
      await app.submit([secret, part('password', SECRET)], as('small'))
    ).json()
    const sealed = await app.jobs.getJob('acc_small', waiting)
    expect(app.jobs.sealer.unseal(sealed.sealedPassword ?? Buffer.alloc(0))).toBe(SECRET)
    expect(await rowOf(waiting)).not.toContain('geheim')
    await app.inject({ method: 'DELETE', url: `/v1/jobs/${waiting}`, headers: as('small') })
    const { id, body } = await resultOf(secret, part('password', SECRET))
    expect(body).toBe('Page One.\n')
    for (const [account, each] of [
      ['acc_small', waiting],
      ['acc_mine', id],
    ] as const) {
      expect((await app.jobs.getJob(account, each)).sealedPassword).toBeNull()
    }
    const wrong = await resultOf(secret, part('password', 'another'))
    expect(wrong.job.error).toMatch(/^password_protected: /)
    expect(app.log.join('\n')).not.toContain('geheim')
  })

  test('without OCR, a page that is a picture has no text and a warning', async () => {
    const drawn = buildPdf({ pages: [{ content: '0 0 100 100 re f' }] })
    const file = { filename: 'a.pdf', type: 'application/pdf', data: Buffer.from(drawn) }
    const { job, body } = await resultOf(file, part('ocr', 'off'))
    expect(body.trim()).toBe('')
    expect(job.result).toMatchObject({ ocr_pages: 0, warnings: [{ code: 'page_without_text' }] })
  })

  test.each([
    ['pages', 'x', 'malformed'],
    ['pages', '3-1', 'malformed'],
    ['pages', '0', 'malformed'],
    ['ocr', 'maybe', 'not_allowed'],
    ['ocr_languages', 'eng,klingon', 'malformed'],
    ['ocr_languages', 'eng,eng', 'malformed'],
    ['password', 'x'.repeat(1_001), 'out_of_range'],
  ])('%s: refuses %s by the name of its field', async (field, data, code) => {
    const before = await app.jobs.balance('acc_mine')
    const response = await app.submit([three, part(field, data)])
    expect(response.json()).toMatchObject({
      status: 422,
      code: 'validation_error',
      errors: [{ location: 'body', field, code, message: expect.stringContaining(`\`${field}\``) }],
    })
    expect(await app.jobs.balance('acc_mine')).toBe(before)
  })

  test('passes the languages on to OCR', async () => {
    const id = await app.finished('mine', [three, part('ocr_languages', 'deu, eng')])
    const { options } = await app.jobs.getJob('acc_mine', id)
    expect(options).toEqual({ ocrLanguages: ['deu', 'eng'] })
  })

  test('treats empty parts as absent', async () => {
    const names = ['pages', 'ocr', 'password', 'webhook_url']
    const { job } = await resultOf(three, ...names.map((name) => part(name, '')))
    expect(job.result.pages).toBe(3)
  })

  test('an Idempotency-Key covers the options, too', async () => {
    const submit = (key: string, ...parts: FormPart[]) =>
      app.submit([three, ...parts], { ...as('mine'), 'idempotency-key': `${kind}-${key}` })
    const first = (await submit('pages', part('pages', '1'))).json()
    expect((await submit('pages', part('pages', '1'))).json()).toEqual(first)
    expect((await submit('pages', part('pages', '2'))).json().code).toBe('idempotency_key_reused')
    const other = (await submit('word', part('password', SECRET))).json()
    expect((await submit('word', part('password', SECRET))).json()).toEqual(other)
    expect((await submit('word', part('password', 'x'))).json().code).toBe('idempotency_key_reused')
  })
})
