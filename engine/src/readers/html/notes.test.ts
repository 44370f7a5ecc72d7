import { expect, test } from 'vitest'
import { readMarkdown } from './testing/markdown.ts'

test.each([
  {
    name: 'one note may have several marks',
    html: '<p>a<sup id=r1><a href=#n>1</a></sup> b<sup id=r2><a href=#n>1</a></sup></p><p id=n><a href=#r1>^</a> N</p>',
    out: 'a[^1] b[^1]\n\n[^1]: N\n',
  },
  {
    name: 'a note may contain the mark of another note',
    html: '<p>a<sup><a id=r1 href=#n1>1</a></sup></p><p id=n1><a href=#r1>1</a>. N<sup><a id=r2 href=#n2>2</a></sup></p><p id=n2><a href=#r2>2</a>. M</p>',
    out: 'a[^1]\n\n[^1]: N[^2]\n\n[^2]: M\n',
  },
  {
    name: 'a link without a link back to it stays a link',
    html: '<p>a<sup><a id=r href=#n>1</a></sup></p><p id=n>N</p>',
    out: 'a[<sup>1</sup>](#n)\n\nN\n',
  },
  {
    name: 'a link that is not a superscript stays a link',
    html: '<p>a<a id=r href=#n>1</a></p><p id=n><a href=#r>1</a> N</p>',
    out: 'a[1](#n)\n\n[1](#r) N\n',
  },
  {
    name: 'a mark without its note stays a link',
    html: '<p>a<a role=doc-noteref href=#gone>1</a></p>',
    out: 'a[1](#gone)\n',
  },
  {
    name: 'a note whose mark is hidden keeps its position',
    html: '<p hidden>a<sup><a id=r href=#n>1</a></sup></p><p id=n><a href=#r>1</a> N</p>',
    out: '[1](#r) N\n',
  },
  {
    name: 'a note whose mark is in code comes at the end',
    html: '<pre>a<sup><a id=r href=#n>1</a></sup></pre><p id=n>N <a href=#r>up</a></p><p>last</p>',
    out: '```\na1\n```\n\nlast\n\nN [up](#r)\n',
  },
  {
    name: 'the heading and rule of a section of notes are removed with the notes',
    html: '<p>a<a role=doc-noteref href=#n>1</a></p><section class=footnotes><hr><h2>Notes</h2><ol><li id=n>N</ol></section>',
    out: 'a[^1]\n\n[^1]: N\n',
  },
])('$name', async ({ html, out }) => {
  expect(await readMarkdown(html)).toBe(out)
})
