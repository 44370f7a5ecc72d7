import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { detectMediaType, mediaTypeOf, mediaTypes, parseMediaType, sniff } from './index.ts'

const ole = (stream: string): Buffer => {
  // One sector each of header, allocation table and directory ([MS-CFB] 2.2).
  const bytes = Buffer.alloc(2048)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(1, 48)
  bytes.writeUInt32LE(0, 76)
  bytes.fill(0xff, 512, 1024)
  bytes.write(stream, 1024, 'utf16le')
  bytes.writeUInt16LE(2 * stream.length + 2, 1024 + 64)
  bytes.writeUInt8(2, 1024 + 66)
  return bytes
}

const png = Buffer.from('89504e470d0a1a0a00', 'hex')

describe('rejects content that does not match its declared type', () => {
  test.each([
    {
      name: 'text as PDF',
      type: mediaTypes.pdf,
      bytes: Buffer.from('{"a":1}'),
      code: 'unsupported_media_type',
    },
    {
      name: 'a PDF without its header',
      type: mediaTypes.pdf,
      bytes: Buffer.from('1 0 obj\n<<>>\nendobj\ntrailer <<>>'),
      code: 'conversion_failed',
    },
    {
      name: 'empty bytes as PDF',
      type: mediaTypes.pdf,
      bytes: Buffer.alloc(0),
      code: 'conversion_failed',
    },
    { name: 'a PNG as text', type: mediaTypes.text, bytes: png, code: 'unsupported_media_type' },
    {
      name: 'a PDF as HTML',
      type: mediaTypes.html,
      bytes: Buffer.from('%PDF-1.4'),
      code: 'unsupported_media_type',
    },
    {
      name: 'NUL in text',
      type: mediaTypes.text,
      bytes: Buffer.from('some text\0 and more of it'),
      code: 'unsupported_media_type',
    },
    {
      name: 'HTML as DOCX',
      type: mediaTypes.docx,
      bytes: Buffer.from('<html>'),
      code: 'unsupported_media_type',
    },
    {
      name: 'a zip cut off',
      type: mediaTypes.docx,
      bytes: Buffer.from('PK\u0003\u0004'),
      code: 'conversion_failed',
    },
    {
      name: 'a legacy document',
      type: mediaTypes.docx,
      bytes: ole('WordDocument'),
      code: 'unsupported_media_type',
    },
    {
      name: 'an encrypted document',
      type: mediaTypes.docx,
      bytes: ole('EncryptedPackage'),
      code: 'password_protected',
    },
    {
      name: 'no type',
      type: 'application/octet-stream',
      bytes: png,
      code: 'unsupported_media_type',
    },
    { name: 'another type', type: 'image/gif', bytes: png, code: 'unsupported_media_type' },
  ])('$name with $code', async ({ type, bytes, code }) => {
    await expect(sniff(bytes, type, defaultLimits)).rejects.toMatchObject({ code })
  })
})

describe('accepts content of the declared type', () => {
  test.each([
    { name: 'a PDF after some bytes', type: mediaTypes.pdf, bytes: Buffer.from('\n\n%PDF-1.4') },
    { name: 'empty text', type: mediaTypes.text, bytes: Buffer.alloc(0) },
    {
      name: 'UTF-16 text',
      type: mediaTypes.text,
      bytes: Buffer.from('\ufeffwide text', 'utf16le'),
    },
    {
      name: 'UTF-16 without a byte order mark',
      type: mediaTypes.text,
      bytes: Buffer.from('wide text', 'utf16le'),
    },
  ])('$name', async ({ type, bytes }) => {
    expect(await sniff(bytes, type, defaultLimits)).toHaveProperty('format')
  })

  test('returns the charset', async () => {
    expect(await sniff(Buffer.from('x'), 'Text/HTML; Charset="ISO-8859-1"', defaultLimits)).toEqual(
      {
        format: 'html',
        charset: 'ISO-8859-1',
      },
    )
  })
})

test('the message for a missing type shows how to set it', async () => {
  await expect(sniff(png, 'application/octet-stream', defaultLimits)).rejects.toThrow(
    "curl -F 'file=@report.pdf;type=application/pdf'",
  )
})

test('parses media types leniently', () => {
  const { type, parameters } = parseMediaType(
    ' Text/Plain ; charset=utf-8; charset=x; broken; b="c d"',
  )
  expect(type).toBe('text/plain')
  expect([...parameters]).toEqual([
    ['charset', 'utf-8'],
    ['b', 'c d'],
  ])
})

test('detects types by name and by content', async () => {
  expect(mediaTypeOf('A.PDF')).toBe(mediaTypes.pdf)
  expect(mediaTypeOf('README')).toBeUndefined()
  expect(await detectMediaType(Buffer.from('%PDF-1.7'))).toBe(mediaTypes.pdf)
  expect(await detectMediaType(Buffer.from('<!DOCTYPE html><p>'))).toBe(mediaTypes.html)
  expect(await detectMediaType(Buffer.from('hello'))).toBe(mediaTypes.text)
})

test('accepts an HTML page with a few NUL bytes, but not with many', async () => {
  const page = `<!doctype html><html><p>${'a mill '.repeat(300)}\0</p></html>`
  await expect(sniff(Buffer.from(page), mediaTypes.html, defaultLimits)).resolves.toEqual({
    format: 'html',
  })
  const call = sniff(Buffer.from('<html>\0\0</html>'), mediaTypes.html, defaultLimits)
  await expect(call).rejects.toMatchObject({ code: 'unsupported_media_type' })
})
