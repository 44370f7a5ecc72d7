import { expect, test } from 'vitest'
import { readWebArchive } from './web-archive.ts'

const page = (lines: readonly string[]): string | undefined => {
  const found = readWebArchive(Buffer.from(lines.join('\r\n')))
  return found && Buffer.from(found.bytes).toString('utf8')
}

const multipart = 'Content-Type: multipart/related;\r\n\tboundary="--=_x"'

test('finds the page of an archive: its first HTML part', () => {
  const lines = [
    'MIME-Version: 1.0',
    multipart,
    '',
    'A message in parts.',
    '----=_x',
    'Content-Type: image/png',
    'Content-Transfer-Encoding: base64',
    '',
    'iVBORw0KGgo=',
    '----=_x',
    'Content-Type: text/html; charset="utf-8"',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<p class=3D"a">caf=C3=A9 =',
    'au lait</p>',
    '----=_x--',
    '',
  ]
  expect(page(lines)?.trim()).toBe('<p class="a">café au lait</p>')
  expect(readWebArchive(Buffer.from(lines.join('\n')))?.charset).toBe('utf-8')
})

test.each([
  { name: 'base64', encoding: 'base64', body: 'PHA+YTwvcD4=', html: '<p>a</p>' },
  { name: 'no encoding', encoding: '8bit', body: '<p>é</p>', html: '<p>é</p>' },
])('decodes a page in $name', ({ encoding, body, html }) => {
  const lines = ['Content-Type: text/html', `Content-Transfer-Encoding: ${encoding}`, '', body]
  expect(page(lines)).toBe(html)
})

test.each([
  { name: 'no content', lines: [''] },
  { name: 'no page', lines: ['Content-Type: text/plain', '', 'text'] },
  { name: 'no boundary', lines: ['Content-Type: multipart/related', '', 'text'] },
  { name: 'parts without end', lines: [multipart, '', '----=_x', multipart, ''] },
])('finds no page in an archive with $name', ({ lines }) => {
  expect(page(lines)).toBeUndefined()
})
