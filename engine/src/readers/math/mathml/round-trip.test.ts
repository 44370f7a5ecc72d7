/** Tests that LaTeX which KaTeX converts to MathML is read back unchanged. */
import katex from 'katex'
import { expect, test } from 'vitest'
import { mathml } from '../testing/math.ts'
import { mathmlToLatex } from './index.ts'

function toMathml(latex: string): string {
  const html = katex.renderToString(latex, { output: 'mathml', displayMode: true })
  const content = /<math[^>]*>(.*)<\/math>/s.exec(html)?.[1] ?? ''
  return content.replace(/<annotation.*<\/annotation>/s, '')
}

test.each([
  'x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}',
  'e^{i\\pi} + 1 = 0',
  '\\sum_{n=1}^\\infty \\frac{1}{n^2} = \\frac{\\pi^2}{6}',
  '\\int_{-\\infty}^\\infty e^{-x^2}\\,dx = \\sqrt{\\pi}',
  '\\lim_{x \\to 0} \\frac{\\sin x}{x} = 1',
  '\\binom{n}{k} = \\frac{n!}{k!(n - k)!}',
  '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}^{-1}',
  'f(x) = \\begin{cases} x & \\text{if }x > 0 \\\\ 0 & \\text{otherwise} \\end{cases}',
  '\\begin{aligned} a &= b + c \\\\ &= d \\end{aligned}',
  "f'' + \\omega^2 f = 0",
  "f_1'^2",
  '\\nabla \\times \\mathbf{E} = -\\frac{\\partial\\mathbf{B}}{\\partial t}',
  '\\mathbb{E}[X] = \\int X\\,\\mathrm{d}\\mathbb{P}',
  '\\overline{z} = a - bi',
  '\\underbrace{a + b}_{\\text{sum}}',
  '\\vec{F} = m\\vec{a}',
  '\\widehat{AB}',
  'A \\xrightarrow{f} B',
  '\\|x\\|_2 \\leq \\|x\\|_1',
  '\\left(\\frac{a}{b}\\right)^2',
  '\\{x \\in \\mathbb{R} \\mid x > 0\\}',
  '\\sqrt[3]{x + 2}',
  '\\operatorname{sgn}(x)',
  '{}_6^{14}C',
  '\\cancel{x} + \\boxed{y}',
  '\\forall\\varepsilon > 0',
  'P(A|B) + |x|',
])('%s', (latex) => {
  expect(mathmlToLatex(mathml(toMathml(latex)))).toBe(latex)
})
