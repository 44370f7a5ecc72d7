import katex from 'katex'
import { expect, test } from 'vitest'
import { mathml } from '../testing/math.ts'
import { trustedCommands } from './annotation.ts'
import { mathmlToLatex } from './index.ts'

function withTex(tex: string): string {
  const annotation = `<annotation encoding="application/x-tex">${tex}</annotation>`
  return mathmlToLatex(mathml(`<semantics><mi>y</mi>${annotation}</semantics>`))
}

test.each([
  { name: 'plain TeX', tex: '\\gamma_{0} + x^2', latex: '\\gamma_{0} + x^2' },
  { name: 'TeX on several lines', tex: 'a\n  + b', latex: 'a + b' },
  { name: 'a style around the formula', tex: '{\\displaystyle E=mc^{2}}', latex: 'E=mc^{2}' },
  { name: 'a style before the formula', tex: '\\displaystyle{a}+{b}', latex: '{a}+{b}' },
  { name: 'two groups', tex: '{a}+{b}', latex: '{a}+{b}' },
  {
    name: 'an environment',
    tex: '\\begin{pmatrix}a &amp; b\\\\c &amp; d\\end{pmatrix}',
    latex: '\\begin{pmatrix}a & b\\\\c & d\\end{pmatrix}',
  },
  {
    name: 'brackets that grow',
    tex: '\\left(\\frac{a}{b}\\right)',
    latex: '\\left(\\frac{a}{b}\\right)',
  },
])('uses the TeX annotation: $name', ({ tex, latex }) => {
  expect(withTex(tex)).toBe(latex)
})

test.each([
  { name: 'an unknown command', tex: '\\mymacro{x}' },
  { name: 'a definition', tex: '\\def\\a{x}\\a' },
  { name: 'a dollar sign', tex: 'a $b$' },
  { name: 'a dollar sign as text', tex: '5\\$' },
  { name: 'a comment', tex: 'a % b' },
  { name: 'an open brace', tex: '\\frac{a}{b' },
  { name: 'a closed brace', tex: 'a}{b' },
  { name: 'an open bracket', tex: '\\left( a' },
  { name: 'brackets across an environment', tex: '\\left(\\begin{matrix}a\\right)\\end{matrix}' },
  { name: 'an unknown environment', tex: '\\begin{document}a\\end{document}' },
  { name: 'an environment that ends with another name', tex: '\\begin{matrix}a\\end{pmatrix}' },
  { name: 'a cell outside of a table', tex: 'a &amp; b' },
  { name: 'a line end outside of a table', tex: 'a \\\\ b' },
  { name: 'empty text', tex: '' },
  { name: 'very long TeX', tex: 'a+'.repeat(10_000) },
])('reads the MathML instead of an annotation with $name', ({ tex }) => {
  expect(withTex(tex)).toBe('y')
})

test('ignores an annotation that covers only a part of the formula', () => {
  const semantics =
    '<semantics><mi>y</mi><annotation encoding="application/x-tex">z</annotation></semantics>'
  expect(mathmlToLatex(mathml(`<mrow><mi>x</mi>${semantics}</mrow>`))).toBe('xy')
})

test.each([...trustedCommands])('KaTeX supports \\%s', (name) => {
  const render = () => katex.renderToString(`\\${name}{a}{b}`, { strict: 'ignore' })
  let message = ''
  try {
    render()
  } catch (error) {
    message = String(error)
  }
  expect(message).not.toContain('Undefined control sequence')
})
