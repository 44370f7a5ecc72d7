/** Tests the six formats over HTTP: each is accepted under its own type only. */
import { mediaTypes } from '@recto/engine/media-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCase, readInput } from '../../../engine/src/fixtures.ts'
import { makeZip } from '../../../engine/src/readers/ooxml/testing/zip.ts'
import { formOf } from './testing/form.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'

type Name = keyof typeof mediaTypes
// Sound: the keys of the table.
const names = Object.keys(mediaTypes) as Name[]

const documents: Readonly<Record<Name, { readonly bytes: Buffer; readonly says: string }>> = {
  pdf: { bytes: inputOf('pdf', 'two-columns'), says: '' },
  docx: { bytes: inputOf('docx', 'nested-lists'), says: '- ' },
  pptx: { bytes: inputOf('pptx', 'bullets-inherited'), says: '## ' },
  xlsx: { bytes: inputOf('xlsx', 'number-formats'), says: '| --- |' },
  html: { bytes: Buffer.from('<h1>One</h1><p>Two'), says: '# One' },
  text: { bytes: Buffer.from('Just text.'), says: 'Just text.' },
}

function inputOf(format: Name, name: string): Buffer {
  return Buffer.from(readInput(readCase(format, name)))
}

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const post = (bytes: Buffer, type: string) =>
  app.inject({ method: 'POST', url: '/v1/convert', ...formOf(bytes, type, 'a') })

test.each(names)('converts %s', async (name) => {
  const { bytes, says } = documents[name]
  const response = await post(bytes, mediaTypes[name])
  expect(response.statusCode).toBe(200)
  expect(response.json().markdown).toContain(says)
  expect(response.json().markdown.length).toBeGreaterThan(5)
})

/** Any bytes of text are valid text, and may be valid HTML. */
const readable: ReadonlySet<Name> = new Set(['html', 'text'])

describe.each(names)('%s', (name) => {
  test.each(names.filter((other) => other !== name))('declared as %s', async (other) => {
    const response = await post(documents[name].bytes, mediaTypes[other])
    const isTaken = readable.has(name) && readable.has(other)
    expect([response.statusCode, response.json().code]).toEqual(
      isTaken ? [200, undefined] : [415, 'unsupported_media_type'],
    )
  })
})

/** [MS-CFB] 2.2: the signature of OLE2 files: legacy Office documents, and encrypted ones. */
const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_048)])

test.each([
  { name: 'a legacy file', bytes: ole, type: mediaTypes.docx, status: 415 },
  {
    name: 'a zip that is not an office file',
    bytes: makeZip({ 'a.txt': 'x' }),
    type: mediaTypes.docx,
    status: 415,
  },
  {
    name: 'half a zip',
    bytes: documents.xlsx.bytes.subarray(0, 200),
    type: mediaTypes.xlsx,
    status: 422,
  },
  {
    name: 'half a PDF',
    bytes: Buffer.from('%PDF-1.7\n1 0 obj'),
    type: mediaTypes.pdf,
    status: 422,
  },
  { name: 'an empty PPTX', bytes: Buffer.alloc(0), type: mediaTypes.pptx, status: 422 },
  { name: 'an empty HTML page', bytes: Buffer.alloc(0), type: mediaTypes.html, status: 200 },
  {
    name: 'bytes that are not text',
    bytes: Buffer.from('a\0b'),
    type: mediaTypes.text,
    status: 415,
  },
  { name: 'a legacy type', bytes: ole, type: 'application/vnd.ms-excel', status: 415 },
])('answers $name with $status', async ({ bytes, type, status }) => {
  const response = await post(bytes, type)
  expect(response.statusCode).toBe(status)
  if (status === 422) expect(response.json().code).toBe('conversion_failed')
})
