import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeExtended, readParameters } from './header-parameters.ts'
import { createMultipartParser } from './parser.ts'
import { baseName, readPart } from './part.ts'

/** Parses a body that arrives in chunks of the given sizes. */
function parse(body: Buffer | string, sizes: readonly number[] = []) {
  const parser = createMultipartParser('b')
  const bytes = Buffer.from(body)
  const parts: { headers: Record<string, string>; data: Buffer }[] = []
  let at = 0
  for (const size of [...sizes, bytes.length]) {
    for (const event of parser.push(bytes.subarray(at, at + size))) {
      const last = parts.at(-1)
      if (event.type === 'part') {
        parts.push({ headers: Object.fromEntries(event.headers), data: Buffer.alloc(0) })
      } else if (last) last.data = Buffer.concat([last.data, event.bytes])
    }
    at += size
  }
  parser.end()
  return parts.map(({ headers, data }) => ({ headers, data: data.toString('latin1') }))
}

test.each([
  {
    name: 'one part',
    body: '--b\r\nA: 1\r\n\r\nx\r\n--b--\r\n',
    parts: [{ headers: { a: '1' }, data: 'x' }],
  },
  {
    name: 'an empty part',
    body: '--b\r\nA: 1\r\n\r\n\r\n--b--',
    parts: [{ headers: { a: '1' }, data: '' }],
  },
  {
    name: 'a part without headers',
    body: '--b\r\n\r\nx\r\n--b--',
    parts: [{ headers: {}, data: 'x' }],
  },
  {
    name: 'preamble, padding, epilogue',
    body: 'this is\r\nignored\r\n--b \t\r\nA: 1\r\n\r\nx\r\n--b--\r\nand this\r\n--b\r\n',
    parts: [{ headers: { a: '1' }, data: 'x' }],
  },
  {
    name: 'text that resembles a boundary',
    body: '--b\r\n\r\n\r\n--c\r\n--\n--b\r\r\n--b--',
    parts: [{ headers: {}, data: '\r\n--c\r\n--\n--b\r' }],
  },
  {
    name: 'a folded header, an invalid header line and a repeated header',
    body: '--b\r\nA: 1;\r\n  x=2\r\nnonsense\r\nB:\r\na: 3\r\n\r\nx\r\n--b--',
    parts: [{ headers: { a: '1;  x=2', b: '' }, data: 'x' }],
  },
  { name: 'no parts', body: '--b--', parts: [] },
])('parses $name in chunks of any size', ({ body, parts }) => {
  expect(parse(body)).toEqual(parts)
  for (let size = 1; size < 8; size += 1) {
    expect(
      parse(
        body,
        Array.from({ length: body.length / size }, () => size),
      ),
    ).toEqual(parts)
  }
})

test.each([
  { name: 'an empty body', body: '' },
  { name: 'no closing boundary', body: '--b\r\nA: 1\r\n\r\nx\r\n--b\r\n' },
  { name: 'a body cut off within a part', body: '--b\r\nA: 1\r\n\r\nx' },
  { name: 'a body cut off within the headers', body: '--b\r\nA: 1\r\n' },
  { name: 'another boundary', body: '--c\r\n\r\nx\r\n--c--' },
  { name: 'a boundary with trailing characters', body: '--boundary\r\n\r\nx\r\n--b--' },
  { name: 'headers without an end', body: `--b\r\nA: ${'x'.repeat(20_000)}` },
  { name: 'headers beyond the limit', body: `--b\r\nA: ${'x'.repeat(20_000)}\r\n\r\nx\r\n--b--` },
])('rejects $name', ({ body }) => {
  expect(() => parse(body)).toThrow()
  expect(() =>
    parse(
      body,
      Array.from({ length: body.length }, () => 1),
    ),
  ).toThrow()
})

test('returns any data between any boundaries unchanged, in chunks of any size', () => {
  const fragment = fc.constantFrom(
    '\r',
    '\n',
    '-',
    '--',
    'b',
    '\r\n',
    '\r\n--',
    '\r\n--a',
    'x',
    '\0',
  )
  const data = fc.array(fragment, { maxLength: 12 }).map((list) => list.join(''))
  const sizes = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 })
  fc.assert(
    fc.property(fc.array(data, { maxLength: 4 }), sizes, (parts, cuts) => {
      fc.pre(!parts.some((part) => `\r\n${part}`.includes('\r\n--b')))
      const body = `${parts.map((part) => `--b\r\nA: 1\r\n\r\n${part}\r\n`).join('')}--b--\r\n`
      expect(parse(body, cuts).map((part) => part.data)).toEqual(parts)
    }),
  )
})

test.each([
  { header: 'text/html', value: 'text/html', parameters: {} },
  { header: 'Text/HTML; Charset=UTF-8', value: 'text/html', parameters: { charset: 'UTF-8' } },
  { header: 'a; x="1;2"; y = 3 ;z', value: 'a', parameters: { x: '1;2', y: '3' } },
  {
    header: 'a; x="say \\"hi\\" \\\\ C:\\dir"',
    value: 'a',
    parameters: { x: 'say "hi" \\ C:\\dir' },
  },
  { header: 'a; x=1; X=2', value: 'a', parameters: { x: '1' } },
  { header: 'a; x="open', value: 'a', parameters: { x: '' } },
])('parses the parameters of $header', ({ header, value, parameters }) => {
  const read = readParameters(header)
  expect(read.value).toBe(value)
  expect(Object.fromEntries(read.parameters)).toEqual(parameters)
})

test('parses a long header of opening quotes quickly', () => {
  const begin = performance.now()
  readParameters(';a="\\'.repeat(4_000))
  readParameters(`;${'a '.repeat(8_000)}`)
  expect(performance.now() - begin).toBeLessThan(500)
})

test.each([
  { value: "UTF-8''na%C3%AFve%20%E2%82%AC.txt", decoded: 'naïve €.txt' },
  { value: "utf-8'en'a.txt", decoded: 'a.txt' },
  { value: "iso-8859-1''na%EFve.txt", decoded: 'naïve.txt' },
  { value: "UTF-8''%FF.txt", decoded: undefined },
  { value: "KOI8-R''a.txt", decoded: undefined },
  { value: 'a.txt', decoded: undefined },
])('decodes $value to $decoded', ({ value, decoded }) => {
  expect(decodeExtended(value)).toBe(decoded)
})

test.each([
  { disposition: 'form-data; name="file"; filename="a.docx"', filename: 'a.docx' },
  { disposition: 'form-data; name=file; filename=a.docx', filename: 'a.docx' },
  {
    disposition: 'form-data; name="file"; filename="x"; filename*=UTF-8\'\'%E2%82%AC.docx',
    filename: '€.docx',
  },
  {
    disposition: 'form-data; name="file"; filename="x.docx"; filename*=UTF-8\'\'%FF',
    filename: 'x.docx',
  },
  { disposition: 'form-data; name="file"; filename=""', filename: 'document' },
  { disposition: 'form-data; name="file"', filename: undefined },
])('reads the file name $filename from $disposition', ({ disposition, filename }) => {
  const part = readPart(new Map([['content-disposition', disposition]]))
  expect(part).toEqual({ name: 'file', filename, mediaType: undefined })
})

test('a part without a field has no name', () => {
  expect(readPart(new Map([['content-disposition', 'attachment; name="file"']])).name).toBe('')
  expect(readPart(new Map()).name).toBe('')
})

test.each([
  { path: '/etc/passwd', name: 'passwd' },
  { path: '..\\..\\boot.ini', name: 'boot.ini' },
  { path: 'C:\\reports\\a/b.docx', name: 'b.docx' },
  { path: '..', name: 'document' },
  { path: 'reports/', name: 'document' },
  { path: ' a\u0000b\r\n.txt ', name: 'ab.txt' },
  { path: '😀'.repeat(300), name: '😀'.repeat(255) },
])('reduces $path to $name', ({ path, name }) => {
  expect(baseName(path)).toBe(name)
})
