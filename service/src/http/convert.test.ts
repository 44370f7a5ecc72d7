import { writeFile } from 'node:fs/promises'
import { ConversionFailure, PoolError } from '@recto/converter'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildPdf, show } from '../../../engine/src/readers/pdf/content/testing/pdf-builder.ts'
import { type Form, formOf, writeForm } from './testing/form.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'

const MIB = 1024 * 1024
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
let app: TestApp

beforeAll(async () => {
  app = await openTestApp()
})
afterEach(async () => {
  expect(await app.leftovers()).toEqual([])
})
afterAll(() => app.close())

const post = (form: Pick<Form, 'headers' | 'payload'>, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/v1/convert',
    ...form,
    headers: { ...form.headers, ...headers },
  })

test('warns about unread content, and where to get more', async () => {
  const pages = [{ content: show(72, 700, 'One') }, { content: '0 0 100 100 re f' }]
  const pdf = formOf(Buffer.from(buildPdf({ pages })), 'application/pdf', 'a.pdf')
  expect((await post(pdf)).json()).toEqual({
    markdown: 'One\n',
    meta: { filename: 'a.pdf' },
    warnings: [
      {
        code: 'page_without_text',
        message: expect.stringContaining(
          'Scans are read by the fidelity lane: POST /v1/convert/jobs.',
        ),
        page: 2,
      },
    ],
  })
})

test('converts the document of a form', async () => {
  const html = '<title>Report</title><h1>Sums</h1><p>“Quotes”, a\ttab, \\ and 😀.</p>'
  const response = await post(formOf(html, 'text/html; charset=utf-8', 'reports/a.html'))
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  })
  expect(response.json()).toEqual({
    markdown: expect.stringContaining('“Quotes”, a tab, \\ and 😀.'),
    meta: { filename: 'a.html', title: 'Report' },
    warnings: [],
  })
})

test('converts an empty text', async () => {
  const response = await post(formOf(''))
  expect(response.json()).toEqual({ markdown: '', meta: { filename: 'a.txt' }, warnings: [] })
})

test('returns a text of megabytes completely, although it is streamed', async () => {
  const text = 'æ 😀 "\\" \u2028\n'.repeat(200_000)
  const response = await post(formOf(text, 'text/plain; charset=utf-8'))
  expect(response.json().markdown).toBe(text)
})

test.each([
  { name: 'a charset', type: 'text/plain; charset=iso-8859-1', data: Buffer.from([0xe9]) },
  { name: 'a type in capitals', type: 'Text/Plain;Charset="UTF-8"', data: Buffer.from('é') },
])('uses $name of the part', async ({ type, data }) => {
  expect((await post(formOf(data, type))).json().markdown.trim()).toBe('é')
})

test('skips other fields and files at any position', async () => {
  const form = writeForm([
    { name: 'comment', data: 'first' },
    { filename: 'a.txt', type: 'text/plain', data: 'the document' },
    { name: 'other', filename: 'b.bin', type: 'application/octet-stream', data: 'x' },
    { name: '__proto__', data: 'x' },
    { disposition: 'attachment', data: 'x' },
  ])
  const response = await post(form)
  expect(response.json()).toMatchObject({
    markdown: expect.stringContaining('the document'),
    meta: { filename: 'a.txt' },
    warnings: [],
  })
})

test('decodes a file name in RFC 8187 form', async () => {
  const disposition = 'form-data; name="file"; filename="x"; filename*=UTF-8\'\'%E2%82%AC.txt'
  const response = await post(writeForm([{ disposition, type: 'text/plain', data: 'x' }]))
  expect(response.json().meta.filename).toBe('€.txt')
})

const large = Buffer.alloc(8 * MIB + 1, 'a')

test.each([
  {
    name: 'a body that is not a form',
    form: { headers: { 'content-type': 'application/json' }, payload: Buffer.from('{}') },
    status: 415,
    code: 'unsupported_media_type',
    detail: 'multipart/form-data',
  },
  {
    name: 'a form in the address style',
    form: {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: Buffer.from('file=x'),
    },
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    name: 'a form without boundary',
    form: { headers: { 'content-type': 'multipart/form-data' }, payload: Buffer.from('x') },
    status: 400,
    code: 'bad_request',
    detail: 'boundary',
  },
  {
    name: 'a form that is cut off',
    form: { ...formOf('x'), payload: formOf('x'.repeat(500)).payload.subarray(0, 300) },
    status: 400,
    code: 'bad_request',
  },
  {
    name: 'an empty body',
    form: { ...formOf('x'), payload: Buffer.alloc(0) },
    status: 400,
    code: 'bad_request',
  },
  {
    name: 'ten thousand fields',
    form: writeForm(Array.from({ length: 10_000 }, (_, at) => ({ name: `f${at}`, data: 'x' }))),
    status: 400,
    code: 'bad_request',
    detail: '100 parts',
  },
  {
    name: 'a field of a megabyte',
    form: writeForm([{ name: 'comment', data: large.subarray(0, MIB) }]),
    status: 413,
    code: 'payload_too_large',
  },
  { name: 'a form without file', form: writeForm([]), status: 422, code: 'validation_error' },
  {
    name: 'two files',
    form: writeForm([
      { filename: 'a.txt', type: 'text/plain' },
      { filename: 'b.txt', type: 'text/plain' },
    ]),
    status: 422,
    code: 'validation_error',
    detail: 'more than one',
  },
  {
    name: 'a text in place of the file',
    form: writeForm([{ data: 'report.pdf' }]),
    status: 422,
    code: 'validation_error',
    detail: 'curl -F',
  },
  {
    name: 'a file without type',
    form: writeForm([{ filename: 'a.pdf', data: '%PDF-1.7' }]),
    status: 415,
    code: 'unsupported_media_type',
    detail: 'curl -F',
  },
  {
    name: 'a file without a specific type',
    form: formOf('x', 'application/octet-stream'),
    status: 415,
    code: 'unsupported_media_type',
    detail: 'curl -F',
  },
  {
    name: 'a legacy type',
    form: formOf('x', 'application/msword', 'a.doc'),
    status: 415,
    code: 'unsupported_media_type',
    detail: 'Legacy',
  },
  {
    name: 'content that does not match',
    form: formOf('%PDF-1.7\n', docx, 'a.docx'),
    status: 415,
    code: 'unsupported_media_type',
    detail: 'match',
  },
  {
    name: 'an empty PDF',
    form: formOf('', 'application/pdf'),
    status: 422,
    code: 'conversion_failed',
  },
  {
    name: 'a damaged DOCX',
    form: formOf('PK\u0003\u0004', docx),
    status: 422,
    code: 'conversion_failed',
  },
  {
    name: 'one byte too many',
    form: formOf(large),
    status: 413,
    code: 'payload_too_large',
    detail: '8 MiB',
  },
])('refuses $name: $status $code', async ({ form, status, code, detail = '' }) => {
  const response = await post(form)
  expect(response.statusCode).toBe(status)
  expect(response.json()).toMatchObject({ code, status, instance: '/v1/convert' })
  expect(response.json().detail).toContain(detail)
  expect('errors' in response.json()).toBe(code === 'validation_error')
})

test('accepts exactly eight mebibytes', async () => {
  const response = await post(formOf(large.subarray(1)))
  expect(response.statusCode).toBe(200)
})

test.each([
  {
    name: 'announced size before form',
    headers: { 'content-length': '99999999', 'content-type': 'text/plain' },
    status: 413,
  },
  { name: 'form before type', headers: { 'content-type': 'multipart/form-data' }, status: 400 },
])('checks in this order: $name', async ({ headers, status }) => {
  const { payload } = formOf('x', 'application/msword')
  const response = await app.app.inject({ method: 'POST', url: '/v1/convert', headers, payload })
  expect(response.statusCode).toBe(status)
})

test('checks the type of a file that is too large first', async () => {
  const response = await post(formOf(large, 'application/pdf'))
  expect(response.json().code).toBe('unsupported_media_type')
})

test.each([
  {
    name: 'a password',
    error: new ConversionFailure('password_protected', 'Protected.'),
    status: 422,
    code: 'conversion_failed',
    detail: 'Protected.',
  },
  {
    name: 'the deadline',
    error: new ConversionFailure('timeout', 'Too long.'),
    status: 422,
    code: 'conversion_failed',
    detail: 'queue',
  },
  {
    name: 'too many pages',
    error: new ConversionFailure('too_many_pages', '201 pages.'),
    status: 422,
    code: 'conversion_failed',
    detail: '201 pages.',
  },
  {
    name: 'an internal error',
    error: new ConversionFailure('internal', 'at /srv/x.ts:1:2', 'Error: at /srv/x.ts:1:2'),
    status: 500,
    code: 'internal_error',
    detail: 'An internal error',
  },
  {
    name: 'an unknown fault',
    error: new TypeError('at /srv/x.ts:1:2'),
    status: 500,
    code: 'internal_error',
    detail: 'An internal error',
  },
  {
    name: 'a full disk',
    error: new ConversionFailure('internal', 'No.', 'at /srv/x.ts', {
      cause: Object.assign(new Error('full'), { code: 'ENOSPC' }),
    }),
    status: 503,
    code: 'service_unavailable',
    detail: 'at the moment',
  },
  {
    name: 'no child that starts',
    error: new PoolError('unavailable'),
    status: 503,
    code: 'service_unavailable',
    detail: 'does not convert',
  },
  {
    name: 'a full queue',
    error: new PoolError('busy'),
    status: 503,
    code: 'service_unavailable',
    detail: 'busy',
  },
])('answers a conversion that ends with $name by $status $code', async (row) => {
  const failing = await openTestApp({
    context: {
      converter: {
        convert: () => Promise.reject(row.error),
        stats: () => ({ size: 1, alive: 1, busy: 1, waiting: 0 }),
      },
    },
  })
  const response = await failing.inject({ method: 'POST', url: '/v1/convert', ...formOf('x') })
  expect(response.json()).toMatchObject({ status: row.status, code: row.code })
  expect(response.json().detail).toContain(row.detail)
  expect(response.body).not.toContain('/srv/')
  expect(response.headers['retry-after']).toBe(row.status === 503 ? '5' : undefined)
  // The log holds the full details of the service's own faults.
  if (row.status === 500) expect(failing.log.join('\n')).toContain('/srv/x.ts:1:2')
  expect(await failing.leftovers()).toEqual([])
  await failing.close()
})

test('the log holds no documents, file names, keys or addresses', async () => {
  await post(formOf('the secret text', 'text/plain', 'secret-name.txt'), {
    'x-api-key': 'rk_secret',
  })
  await post(formOf('the secret text', 'text/plain', 'secret-name.txt'))
  const log = app.log.join('\n')
  expect(log).toContain('"outcome":"done"')
  expect(log).not.toMatch(/secret|127\.0\.0\.1/)
})

test('counts and logs a fault of the engine with its cause, and returns the best possible answer', async () => {
  const fault = vi.fn()
  const faults = [{ pass: 'tables', page: 1, cause: 'Error: Broken on purpose.' }]
  const broken = await openTestApp({
    context: {
      metrics: { fault, onConversion: () => {}, onRequest: () => {} } as never,
      converter: {
        stats: () => ({ size: 1, alive: 1, busy: 0, waiting: 0 }),
        convert: async ({ outputs }) => {
          await writeFile(outputs.markdown ?? '', 'Text\n')
          return { format: 'html', pages: 0, warnings: [], faults, bytes: {} }
        },
      },
    },
  })
  const response = await broken.inject({
    ...{ method: 'POST', url: '/v1/convert' },
    ...formOf('<p>Text', 'text/html', 'a.html'),
  })
  expect(response.statusCode).toBe(200)
  expect(fault.mock.calls).toEqual([['tables']])
  expect(broken.log.join('')).toContain('"cause":"Error: Broken on purpose."')
  await broken.close()
})
