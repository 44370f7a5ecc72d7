import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { convert } from './convert.ts'
import type { ConvertOptions } from './convert-options.ts'
import { buildPdf, show } from './readers/pdf/content/testing/pdf-builder.ts'
import { html, inputs, makeFolder, pdf } from './testing/convert.ts'

let folder = ''
beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(inputs)('converts $name', async ({ input }) => {
  const { markdown, title, format } = await convert(input(folder))
  expect({ markdown, title, format }).toEqual({
    markdown: '# Mills\n\nOne vat.\n',
    title: 'Mills',
    format: 'html',
  })
})

test('makes every format of the result on demand', async () => {
  const result = await convert(pdf, { filename: 'mills.pdf' })
  expect(result.pages).toBe(3)
  expect(result.markdown).toBe('Page One.\n\nPage Two.\n\nPage Three.\n')
  expect(result.toText()).toBe('Page One.\n\nPage Two.\n\nPage Three.\n')
  expect(result.toHtml()).toContain('<title>mills.pdf</title>')
  expect(result.toJson().pages.map(({ page_no }) => page_no)).toEqual([1, 2, 3])
  expect(result.toDocling()).toMatchObject({ name: 'mills', pages: { 1: { page_no: 1 } } })
  expect(result.toChunks()[0]?.pages).toEqual([1, 2, 3])
})

test('reads only the requested pages', async () => {
  const { markdown, pages, toJson } = await convert(pdf, { pages: '2-' })
  expect(markdown).toBe('Page Two.\n\nPage Three.\n')
  expect(pages).toBe(2)
  expect(toJson().pages.map(({ page_no }) => page_no)).toEqual([2, 3])
})

test('a password opens a protected PDF', async () => {
  const secret = buildPdf({ password: 'grün', pages: [{ content: show(72, 700, 'Secret.') }] })
  const { markdown } = await convert(secret, { password: 'grün' })
  expect(markdown).toBe('Secret.\n')
  await expect(convert(secret)).rejects.toMatchObject({ code: 'password_protected' })
  await expect(convert(secret, { password: 'red' })).rejects.toThrow(
    'The PDF cannot be opened with this password.',
  )
})

describe('rejects invalid options', () => {
  test.each<{ name: string; options: object; message: string }>([
    { name: 'an unknown option', options: { page: '1' }, message: 'unknown option "page"' },
    {
      name: 'a lane',
      options: { lane: 'slow' },
      message: '"lane" is "slow"; it must be "fidelity" or "fast".',
    },
    {
      name: 'pages',
      options: { pages: '3-1' },
      message: '"pages" is "3-1"; it must be a list of pages',
    },
    {
      name: 'a password',
      options: { password: 7 },
      message: '"password" is number; it must be a string.',
    },
    {
      name: 'a signal',
      options: { signal: {} },
      message: '"signal" is object; it must be an AbortSignal.',
    },
  ])('rejects the option $name', async ({ options, message }) => {
    // Sound: the test passes values that TypeScript refuses.
    const call = convert(html, options as ConvertOptions)
    await expect(call).rejects.toThrow(TypeError)
    await expect(call).rejects.toThrow(message)
  })

  test.each([
    {
      name: 'a page that does not exist',
      input: pdf,
      options: { pages: '4' },
      code: 'conversion_failed',
    },
    {
      name: 'pages of a format without pages',
      input: html,
      options: { pages: '1' },
      code: 'conversion_failed',
    },
    {
      name: 'RTF',
      input: Buffer.from('{\\rtf1 Mills}'),
      options: {},
      code: 'unsupported_media_type',
    },
    {
      name: 'OpenDocument',
      input: Buffer.from('x'),
      options: { filename: 'a.odt' },
      code: 'unsupported_media_type',
    },
  ])('rejects the document: $name', async ({ input, options, code }) => {
    await expect(convert(input, options)).rejects.toMatchObject({ name: 'ConversionError', code })
  })

  test('rejects an address', async () => {
    await expect(convert(new URL('https://a.example/x.pdf'))).rejects.toThrow('are not fetched')
  })
})

test('an abort ends the conversion between pages', async () => {
  const end = new AbortController()
  const seen: number[] = []
  const call = convert(pdf, {
    signal: end.signal,
    onProgress: ({ pagesDone }) => {
      seen.push(pagesDone)
      end.abort(new Error('enough'))
    },
  })
  await expect(call).rejects.toThrow('enough')
  expect(seen).toEqual([1])
})
