import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { findElementKind } from './elements.ts'
import { readHtml } from './index.ts'
import { readMarkdown } from './testing/markdown.ts'

const toMarkdown = (html: string | Buffer, charset?: string): Promise<string> =>
  readMarkdown(html, charset === undefined ? {} : { charset })

describe('constructs', () => {
  test.each([
    { name: 'headings', html: '<h1>A</h1><h3>B</h3>', out: '# A\n\n## B\n' },
    { name: 'white space', html: '<p>  a\n  b <b> c </b>d </p>', out: 'a b **c** d\n' },
    { name: 'space between inline elements', html: '<p><b>a</b> <i>b</i></p>', out: '**a** *b*\n' },
    { name: 'text beside blocks', html: 'a<div>b</div>c', out: 'a\n\nb\n\nc\n' },
    { name: 'breaks', html: '<p>a<br>b<br></p>', out: 'a\\\nb\n' },
    { name: 'pre-wrap', html: '<p style="white-space: pre-line">a\nb</p>', out: 'a\\\nb\n' },
    {
      name: 'code',
      html: '<pre><code class="language-c++">a\n  b</code></pre>',
      out: '```cpp\na\n  b\n```\n',
    },
    {
      name: 'nested lists',
      html: '<ol start="9"><li>a</li><li>b<ul><li>c</li></ul></li></ol>',
      out: '9. a\n10. b\n    - c\n',
    },
    {
      name: 'a list in a list',
      html: '<ul><li>a</li><ul><li>b</li></ul></ul>',
      out: '- a\n  - b\n',
    },
    {
      name: 'letters',
      html: '<ol type="A"><li>x</li><li value="28">y</li></ol>',
      out: '- A. x\n- AB. y\n',
    },
    {
      name: 'tasks',
      html: '<ul><li><input type="checkbox" checked> a</li></ul>',
      out: '- [x] a\n',
    },
    {
      name: 'definitions',
      html: '<dl><dt>t</dt><dd>d</dd><dd>e</dd></dl>',
      out: '- **t**: d\n\n  e\n',
    },
    {
      name: 'a term of two paragraphs',
      html: '<dl><dt><p>te</p><p>rm</p></dt><dd>D</dd></dl>',
      out: '- **te rm**: D\n',
    },
    {
      name: 'controls beside each other',
      html: '<p>a<textarea>b</textarea><button>c</button>d</p>',
      out: 'a b c d\n',
    },
    { name: 'a quote', html: '<blockquote><p>a</p><p>b</p></blockquote>', out: '> a\n>\n> b\n' },
    { name: 'a link around a block', html: '<a href="/x"><h2>T</h2></a>', out: '## [T](/x)\n' },
    { name: 'a script link', html: '<a href="javascript:x()">t</a>', out: 't\n' },
    { name: 'a picture', html: '<p>a <img src="x" alt="alt text"> b</p>', out: 'a alt text b\n' },
    {
      name: 'a figure',
      html: '<figure><img alt="x"><figcaption>Cap</figcaption></figure>',
      out: 'Cap\n',
    },
    { name: 'ruby', html: '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>', out: '漢(kan)\n' },
    {
      name: 'styles',
      html: '<span style="font-weight:700">a</span><b style="font-weight:normal">b</b>',
      out: '**a**b\n',
    },
    {
      name: 'hidden',
      html: '<p hidden>a</p><p style="display:none">b</p><script>c</script><template>d</template>e',
      out: 'e\n',
    },
    { name: 'noscript', html: '<noscript><p>a</p></noscript>', out: 'a\n' },
    { name: 'a custom element', html: '<x-card><p>a</p></x-card>', out: 'a\n' },
    { name: 'inserted and deleted', html: '<p><del>a</del> <ins>b</ins></p>', out: '~~a~~ b\n' },
  ])('$name', async ({ html, out }) => {
    expect(await toMarkdown(html)).toBe(out)
  })
})

describe('tables', () => {
  test.each([
    {
      name: 'plain',
      html: '<table><tr><th>a<th>b<tr><td>1<td>x|y</table>',
      out: '| a | b |\n| ---: | --- |\n| 1 | x\\|y |\n',
    },
    {
      name: 'spans',
      html: '<table><tr><th colspan=2>a<tr><td rowspan=2>b<td>c<tr><td>d</table>',
      out: '<table>\n<tr><th colspan="2">a</th></tr>\n<tr><td rowspan="2">b</td><td>c</td></tr>\n<tr><td>d</td></tr>\n</table>\n',
    },
    {
      name: 'the foot last, a caption before',
      html: '<table><caption>C</caption><tfoot><tr><td>z</table>',
      out: 'C\n\nz\n',
    },
    {
      name: 'layout',
      html: '<table role=presentation><tr><td><h2>a</h2><td>b</table>',
      out: '## a\n\nb\n',
    },
  ])('$name', async ({ html, out }) => {
    expect(await toMarkdown(html)).toBe(out)
  })

  test('clamps absurd spans to the existing columns', async () => {
    const html = '<table><tr><th colspan=1000000>a<tr><td>b<td>c<td rowspan=99999>d</table>'
    expect(await toMarkdown(html)).toContain('colspan="3"')
  })
})

describe('encodings', () => {
  test('a meta element declares the encoding', async () => {
    const bytes = Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0\xe8</p>', 'latin1')
    expect(await toMarkdown(bytes)).toBe('При\n')
  })
  test('a meta element late in the head declares the encoding; one in a script or comment does not', async () => {
    const other = '<meta charset="koi8-r">'
    const head = `<!-- ${other} --><script>"${other}"</script><style>${' '.repeat(6_000)}</style>`
    const page = `<html><head>${head}<meta charset="windows-1251"></head><body><p>\xcf\xf0\xe8</p>${other}`
    expect(await toMarkdown(Buffer.from(page, 'latin1'))).toBe('При\n')
  })
  test('the charset parameter overrides a meta element', async () => {
    const bytes = Buffer.from('<meta charset="windows-1251"><p>\xe9t\xe9</p>', 'latin1')
    expect(await toMarkdown(bytes, 'iso-8859-1')).toBe('été\n')
  })
})

test('the title comes from the head', async () => {
  const { document } = await readHtml(
    Buffer.from('<title> A\n B </title><svg><title>no</title></svg>'),
    {
      profile: 'fast',
      limits: defaultLimits,
    },
  )
  expect(document.title).toBe('A B')
})

test('the table of elements has every element of the standard', () => {
  const standard =
    'a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu meta meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section select slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track u ul var video wbr'
  for (const name of standard.split(' ')) expect(findElementKind(name), name).toBeDefined()
})

test('TeX in scripts becomes a formula if KaTeX supports it', async () => {
  expect(await toMarkdown('<p><script type="math/tex">x^2</script></p>')).toBe('$x^2$\n')
  expect(
    await toMarkdown('<p><script type="math/tex; mode=display">\\frac{1}{2}</script></p>'),
  ).toBe('$$\\frac{1}{2}$$\n')
  expect(await toMarkdown('<p>a <script type="math/tex">\\input{/etc/passwd}</script></p>')).toBe(
    'a `\\input{/etc/passwd}`\n',
  )
})
