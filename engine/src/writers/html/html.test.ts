import { parse } from 'parse5'
import { expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import {
  type Block,
  bullet,
  type Document,
  heading,
  item,
  list,
  paragraph,
  text,
} from '../../model/index.ts'
import { cells, table } from '../markdown/testing/nodes.ts'
import { writeHtml } from './index.ts'

function bodyOf(blocks: readonly Block[], more: Partial<Document> = {}): string {
  const html = writeHtml({ pages: [], notes: [], ...more, blocks }, options)
  return /<body>\n([\s\S]*)\n<\/body>/.exec(html)?.[1] ?? ''
}

const options = { filename: 'mills.pdf', limits: defaultLimits }

test.each<{ name: string; blocks: Block[]; html: string }>([
  {
    name: 'headings below the title',
    blocks: [{ type: 'title', inlines: [text('Paper')] }, heading(1, 'Moulds')],
    html: '<h1>Paper</h1>\n<h2>Moulds</h2>',
  },
  {
    name: 'formatting, links and line breaks',
    blocks: [
      paragraph([
        text('Made ', {}),
        text('by hand', { bold: true }),
        { type: 'lineBreak' },
        { type: 'link', target: 'https://a.example/?a=1&b="2"', inlines: [text('here')] },
      ]),
    ],
    html: '<p>Made <strong>by hand</strong><br><a href="https://a.example/?a=1&amp;b=&quot;2&quot;">here</a></p>',
  },
  {
    name: 'lists',
    blocks: [list([item(bullet, paragraph('one'), list([item(bullet, paragraph('two'))]))])],
    html: '<ul><li><p>one</p><ul><li>two</li></ul></li></ul>',
  },
  {
    name: 'a table with its caption and its spans',
    blocks: [
      {
        type: 'table',
        columnCount: 2,
        rows: [cells('Mill', 'Vats'), { cells: [{ column: 0, columnSpan: 2, content: 'All' }] }],
        caption: { inlines: [text('Mills')], position: 'below' },
      },
    ],
    html: '<table>\n<caption>Mills</caption>\n<tr><td>Mill</td><td>Vats</td></tr>\n<tr><td colspan="2">All</td></tr>\n</table>',
  },
  {
    name: 'code unchanged',
    blocks: [{ type: 'codeBlock', text: 'if a < b:\n    c()\n', language: 'python' }],
    html: '<pre><code class="language-python">if a &lt; b:\n    c()</code></pre>',
  },
  {
    name: 'a figure',
    blocks: [
      { type: 'figure', blocks: [], caption: { inlines: [text('A vat')], position: 'below' } },
      { type: 'figure', alt: 'A <mould>', blocks: [] },
    ],
    html: '<figure><figcaption>A vat</figcaption></figure>\n<figure><p>A &lt;mould&gt;</p></figure>',
  },
  {
    name: 'a formula with its number',
    blocks: [{ type: 'formulaBlock', latex: 'a < b', number: '3' }],
    html: '<p>$$a &lt; b \\tag{3}$$</p>',
  },
  {
    name: 'a slide with its notes',
    blocks: [
      {
        type: 'section',
        kind: 'slide',
        title: [text('Plans')],
        blocks: [
          heading(1, 'Vats'),
          { type: 'section', kind: 'notes', blocks: [paragraph('Say it.')] },
        ],
      },
    ],
    html: '<section><h2>Plans</h2>\n<h3>Vats</h3>\n<section><h3>Notes</h3>\n<p>Say it.</p></section></section>',
  },
])('$name', ({ blocks, html }) => {
  expect(bodyOf(blocks)).toBe(html)
})

test('footnotes are at the end, and their references link to them', () => {
  const reference = { type: 'noteReference', note: 'a' } as const
  const notes = [{ id: 'a', blocks: [paragraph('Of oak.')] }]
  expect(bodyOf([paragraph([text('A mould'), reference])], { notes })).toBe(
    '<p>A mould<sup><a href="#note-1">1</a></sup></p>\n<section>\n<ol>\n<li id="note-1"><p>Of oak.</p></li>\n</ol>\n</section>',
  )
})

test('no text of a document becomes markup or runs code', () => {
  const evil = '</title><script>alert(1)</script>"\'&'
  const html = writeHtml(
    {
      title: evil,
      pages: [],
      notes: [],
      blocks: [
        paragraph(evil),
        paragraph([{ type: 'link', target: 'javascript:alert(1)', inlines: [text('x')] }]),
        { type: 'codeBlock', text: evil, language: '"><script>' },
        { type: 'figure', alt: evil, blocks: [] },
        { type: 'formulaBlock', latex: evil, number: evil },
        table(1, cells(evil)),
      ],
    },
    options,
  )
  const names = new Set<string>()
  const collect = (node: object): void => {
    if ('tagName' in node) names.add(String(node.tagName))
    if ('childNodes' in node) for (const child of node.childNodes as object[]) collect(child)
  }
  collect(parse(html))
  expect(names).not.toContain('script')
  expect(html).not.toContain('javascript:')
})

test('a document without a title uses the name of its file', () => {
  expect(writeHtml({ pages: [], notes: [], blocks: [] }, options)).toContain(
    '<title>mills.pdf</title>',
  )
})
