import createMarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { readMath } from './math.ts'

const markdown = createMarkdownIt()
markdown.use(readMath)

test.each([
  { name: 'a formula in a line', text: 'so $a_1$ is', tex: ['a_1'] },
  { name: 'amounts of money are not formulas', text: 'from $5 to $6', tex: [] },
  { name: 'an escaped dollar is not a formula', text: 'from \\$x$ on', tex: [] },
  { name: 'a displayed formula', text: '$$\n\\frac{1}{2}\n$$', tex: ['\\frac{1}{2}'] },
  { name: 'a displayed formula on one line', text: '$$x^2$$', tex: ['x^2'] },
  { name: 'a displayed formula without its end', text: '$$\nx', tex: [] },
  { name: 'a star that is not emphasis', text: '$a*b$ and $c*d$', tex: ['a*b', 'c*d'] },
])('readMath: $name', ({ text, tex }) => {
  const tokens = markdown.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])])
  const found = tokens.filter(({ type }) => type === 'math' || type === 'math_block')
  expect(found.map(({ content }) => content)).toEqual(tex)
})

test('markup in a formula stays text', () => {
  expect(markdown.render('$a<script>$')).toContain('a&#60;script&#62;')
})
