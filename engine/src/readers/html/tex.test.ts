import { expect, test } from 'vitest'
import { readMarkdown } from './testing/markdown.ts'

const mathjax = '<script src="https://cdn.example.com/mathjax@3/es5/tex-mml-chtml.js"></script>'
const dollars = `<script>MathJax = { tex: { inlineMath: [['$', '$'], ['\\\\(', '\\\\)']] } }</script>${mathjax}`

test.each([
  {
    name: 'parentheses delimit a formula',
    head: mathjax,
    html: '<p>a \\(x^2\\) b</p>',
    out: 'a $x^2$ b\n',
  },
  {
    name: 'brackets delimit a displayed formula',
    head: mathjax,
    html: '<p>a \\[x_1\\] b</p>',
    out: 'a\n\n$$x_1$$\n\nb\n',
  },
  {
    name: 'two dollars delimit a displayed formula',
    head: mathjax,
    html: '<p>$$\\frac{1}{2}$$</p>',
    out: '$$\\frac{1}{2}$$\n',
  },
  {
    name: 'entities in a formula are decoded',
    head: mathjax,
    html: '<p>\\(a &lt; b\\)</p>',
    out: '$a < b$\n',
  },
  {
    name: 'an environment is a displayed formula',
    head: mathjax,
    html: '<p>\\begin{align} a &amp;= b \\label{x} \\\\ c &amp;= d \\end{align}</p>',
    out: '$$\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}$$\n',
  },
  {
    name: 'dollars delimit a formula if the page configures them',
    head: dollars,
    html: '<p>a $y$ b</p>',
    out: 'a $y$ b\n',
  },
  {
    name: 'dollars do not delimit a formula by default',
    head: mathjax,
    html: '<p>from $5 to 6$</p>',
    out: 'from \\$5 to 6\\$\n',
  },
  {
    name: 'delimiters in code are text',
    head: mathjax,
    html: '<p><code>\\(x\\)</code></p>',
    out: '`\\(x\\)`\n',
  },
  {
    name: 'a formula that KaTeX rejects stays text',
    head: mathjax,
    html: '<p>\\(\\input{x}\\)</p>',
    out: '\\\\(\\input{x}\\\\)\n',
  },
  { name: 'an unclosed delimiter is text', head: mathjax, html: '<p>\\(x</p>', out: '\\\\(x\n' },
  {
    name: 'delimiters are text without MathJax',
    head: '',
    html: '<p>\\(x^2\\)</p>',
    out: '\\\\(x^2\\\\)\n',
  },
])('TeX in text: $name', async ({ head, html, out }) => {
  expect(await readMarkdown(`${head}${html}`)).toBe(out)
})

test('many delimiters take linear time', async () => {
  const one = `${mathjax}<p>${'\\( x '.repeat(50_000)}\\)`
  expect(await readMarkdown(one)).toContain('$x$')
  const html = `${dollars}<p>${'\\( $ \\[ $$ \\begin{align} '.repeat(20_000)}x`
  expect(await readMarkdown(html)).toContain('x')
}, 10_000)
