import { expect, test } from 'vitest'
import { convert } from '../../convert.ts'
import { makeZip } from '../ooxml/testing/zip.ts'

const container =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'

const item = (id: string, properties = ''): string =>
  `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml" properties="${properties}"/>`

const opf = `<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
<metadata><dc:title>The Mill</dc:title><dc:language>en</dc:language></metadata>
<manifest>${item('nav', 'nav')}${item('two')}${item('one')}${item('notes')}</manifest>
<spine><itemref idref="nav"/><itemref idref="one"/><itemref idref="two"/><itemref idref="notes"/></spine></package>`

const page = (body: string): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x.js"/></head><body>${body}</body></html>`

const parts = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': container,
  'OPS/book.opf': opf,
  'OPS/nav.xhtml': page('<nav><ol><li><a href="one.xhtml">One</a></li></ol></nav>'),
  'OPS/one.xhtml': page(
    '<h1 id="top">One</h1><p><a id="here"/>Water<a href="notes.xhtml#n1"><sup>1</sup></a>. See <a href="two.xhtml#top">two</a>.</p>',
  ),
  'OPS/two.xhtml': page('<h1 id="top">Two</h1><p>Wheels.<img src="w.png" alt="A wheel"/></p>'),
  'OPS/notes.xhtml': page('<p id="n1">1. From the <i>river</i>.</p>'),
}

test('reads chapters in order, without the table of contents', async () => {
  const { markdown, title, format } = await convert(makeZip(parts), { filename: 'mill.epub' })
  expect({ title, format }).toEqual({ title: 'The Mill', format: 'epub' })
  expect(markdown.match(/^#.*$/gm)).toEqual(['# One', '# Two'])
  expect(markdown).toContain('[two](#two)')
  expect(markdown).toContain('*river*')
  expect(markdown).toContain('A wheel')
  expect(markdown).not.toContain('[One]')
})

test('a missing chapter causes a warning, and all others are read', async () => {
  const { 'OPS/two.xhtml': _, ...rest } = parts
  const { markdown, warnings } = await convert(makeZip(rest), { filename: 'mill.epub' })
  expect(markdown).toContain('# One')
  expect(warnings).toMatchObject([{ code: 'damaged_part' }])
})

const encryption =
  '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="OPS/one.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>'

test.each([
  { name: 'a zip that is not an EPUB', files: { a: 'x' }, code: 'conversion_failed' },
  {
    name: 'a damaged package document',
    files: { ...parts, 'OPS/book.opf': '<x' },
    code: 'conversion_failed',
  },
  {
    name: 'encrypted chapters',
    files: { ...parts, 'META-INF/encryption.xml': encryption },
    code: 'password_protected',
  },
  {
    name: 'a chapter that unpacks to more than the limit',
    files: { ...parts, 'OPS/two.xhtml': page('<p>x</p>'.repeat(1_000_000)) },
    code: 'conversion_failed',
  },
])('$name fails with $code', async ({ files, code }) => {
  const limits = { inflatedBytes: 1_000_000 }
  const call = convert(makeZip(files), { filename: 'mill.epub', limits })
  await expect(call).rejects.toMatchObject({ name: 'ConversionError', code })
})
