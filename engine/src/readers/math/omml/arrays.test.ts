import katex from 'katex'
import { expect, test } from 'vitest'
import { fault, omml } from '../testing/math.ts'
import { ommlToLatex, readOmml } from './index.ts'
import { array, brackets, e, of, r, sup } from './testing/omml.ts'

const matrix2 = `<m:m><m:mr><m:e>${r('a')}</m:e><m:e>${r('b')}</m:e></m:mr>
  <m:mr><m:e>${r('c')}</m:e><m:e>${r('d')}</m:e></m:mr></m:m>`

const cases: readonly { name: string; content: string; latex: string }[] = [
  // 22.1.2.60 matrices
  {
    name: 'a matrix',
    content: matrix2,
    latex: '\\begin{matrix} a & b \\\\ c & d \\end{matrix}',
  },
  {
    name: 'a matrix in parentheses',
    content: brackets('(', matrix2, ')'),
    latex: '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}',
  },
  {
    name: 'a determinant',
    content: brackets('|', matrix2, '|'),
    latex: '\\begin{vmatrix} a & b \\\\ c & d \\end{vmatrix}',
  },
  {
    name: 'a matrix in angle brackets',
    content: brackets('⟨', matrix2, '⟩'),
    latex: '\\left\\langle\\begin{matrix} a & b \\\\ c & d \\end{matrix}\\right\\rangle',
  },
  {
    name: 'columns that are not centred',
    content: `<m:m><m:mPr><m:mcs><m:mc><m:mcPr><m:count m:val="2"/><m:mcJc m:val="right"/></m:mcPr></m:mc>
      </m:mcs></m:mPr><m:mr><m:e>${r('a')}</m:e><m:e>${r('b')}</m:e></m:mr></m:m>`,
    latex: '\\begin{array}{rr} a & b \\end{array}',
  },
  {
    name: 'a row that begins with a bracket',
    content: `<m:m><m:mr><m:e>${r('a')}</m:e></m:mr><m:mr><m:e>${r('[1]')}</m:e></m:mr></m:m>`,
    latex: '\\begin{matrix} a \\\\{}[1] \\end{matrix}',
  },
  { name: 'an empty matrix', content: '<m:m/>', latex: '\\begin{matrix} \\end{matrix}' },

  // 22.1.2.34 equation arrays
  {
    name: 'lines aligned at their marks',
    content: array(r('a&amp;=b'), r('&amp;=c')),
    latex: '\\begin{aligned} a &= b \\\\ &= c \\end{aligned}',
  },
  {
    name: 'lines without marks',
    content: array(r('a=b'), r('c=d')),
    latex: '\\begin{gathered} a = b \\\\ c = d \\end{gathered}',
  },
  {
    name: 'cases',
    content: brackets('{', array(r('x,&amp;x&gt;0'), r('0,&amp;x≤0')), ''),
    latex: '\\begin{cases} x, & x > 0 \\\\ 0, & x \\leq 0 \\end{cases}',
  },
  {
    name: 'a system of equations is aligned, not cases',
    content: brackets('{', array(r('x&amp;=1'), r('y&amp;=2')), ''),
    latex: '\\left\\{\\begin{aligned} x &= 1 \\\\ y &= 2 \\end{aligned}\\right.',
  },
  {
    name: 'a column of lines in parentheses',
    content: brackets('(', array(r('a'), r('b')), ')'),
    latex: '\\begin{pmatrix} a \\\\ b \\end{pmatrix}',
  },
  {
    name: 'the number of an equation',
    content: array(
      `${r('E=m')}${of('sSup', {}, e(r('c')), sup(r('2')))}${r('#')}${brackets('(', r('1'), ')')}`,
    ),
    latex: 'E = mc^2 \\tag{1}',
  },
  {
    name: 'numbers of several equations',
    content: array(r('a=b#(1)'), r('c=d#(2)')),
    latex: '\\begin{gathered} a = b\\qquad(1) \\\\ c = d\\qquad(2) \\end{gathered}',
  },
]

test.each(cases)('ommlToLatex: $name', ({ content, latex }) => {
  const written = ommlToLatex(omml(content))
  expect(written).toBe(latex)
  expect(fault(written, katex.renderToString)).toBeUndefined()
})

test('the number of an equation is separate from its LaTeX', () => {
  expect(readOmml(omml(array(r('x=1#(2.1a)'))))).toEqual({ latex: 'x = 1', number: '2.1a' })
})
