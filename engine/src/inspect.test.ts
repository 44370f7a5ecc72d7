import { expect, test } from 'vitest'
import { inspectPdfAsHtml } from './inspect.ts'
import { buildPdf, show } from './readers/pdf/content/testing/pdf-builder.ts'

const bytes = buildPdf({
  pages: ['One', 'Two <b>'].map((word) => ({ content: show(72, 700, `Page ${word}.`) })),
})
const options = { stage: 'blocks', filename: 'a<b.pdf' } as const

test('writes the pages beside their Markdown in one file, with escaped text', async () => {
  const html = await inspectPdfAsHtml(bytes, options)
  expect(html).toContain('<h1>a&lt;b.pdf</h1>')
  expect(html.match(/<svg /g)).toHaveLength(2)
  expect(html).toContain('<pre>Page One.</pre>')
  expect(html).toContain('<pre>Page Two \\&lt;b&gt;.</pre>')
  expect(html).not.toContain('<b>')
  // The page embeds its pictures and must not load or run anything else.
  expect(html).toContain("default-src 'none'; img-src data:; style-src 'unsafe-inline'")
  expect(html.match(/(?:href|src)="(?!data:image\/png)/g)).toBeNull()
})

test('writes a single page', async () => {
  const html = await inspectPdfAsHtml(bytes, { ...options, page: 2 })
  expect(html.match(/<h2>.*?<\/h2>/g)).toEqual(['<h2>Page 2</h2>'])
  expect(html).not.toContain('later one')
})
