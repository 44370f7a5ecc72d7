/** Tests the optional document types besides the six of the API. */
import { expect, test } from 'vitest'
import { formOf } from './testing/form.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVQI12P4DwABAQEAG7buVgAAAABJRU5ErkJggg==',
  'base64',
)

const post = (app: TestApp, data: string | Buffer, type: string) =>
  app.inject({ method: 'POST', url: '/v1/convert', ...formOf(data, type, 'a') })
const accepted = async (app: TestApp): Promise<string> => {
  const { paths } = (await app.inject({ url: '/openapi.json' })).json()
  return paths['/v1/convert'].post.requestBody.content['multipart/form-data'].encoding.file
    .contentType
}

test('refuses pictures, separated values and books by default', async () => {
  const app = await openTestApp()
  for (const type of ['text/csv', 'image/png', 'application/epub+zip']) {
    const response = await post(app, 'a,b', type)
    expect(response.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    expect(response.json().detail).not.toContain('epub+zip, ')
  }
  expect(await accepted(app)).not.toContain('text/csv')
  await app.close()
})

test('accepts them with RECTO_EXTRA_TYPES, like the command', async () => {
  const app = await openTestApp({ env: { RECTO_EXTRA_TYPES: 'on' } })
  const csv = await post(app, 'a,b\n1,2\n', 'text/csv')
  expect(csv.json().markdown).toMatch(/^\| a \| b \|\n/)
  const picture = await post(app, png, 'image/png')
  expect(picture.json()).toMatchObject({
    markdown: '',
    warnings: [{ code: 'page_without_text', message: expect.stringContaining('fidelity lane') }],
  })
  expect((await post(app, 'no picture', 'image/png')).json().status).toBe(415)
  const other = await post(app, 'x', 'application/rtf')
  expect(other.json().detail).toContain('image/webp')
  expect(await accepted(app)).toContain('text/csv')
  await app.close()
})
