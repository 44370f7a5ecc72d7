import katex from 'katex'
import { expect, test } from 'vitest'
import { Warnings } from '../../../errors.ts'
import { fault, omml } from '../testing/math.ts'
import { ommlToLatex } from './index.ts'
import { e, of, p, r, sub, sup } from './testing/omml.ts'

const cases: readonly { name: string; content: string; latex: string }[] = [
  // 22.1.2.87 runs
  { name: 'letters are variables', content: r('abc'), latex: 'abc' },
  { name: 'an upright letter', content: `${r('d', p)}${r('x')}`, latex: '\\mathrm{d}x' },
  {
    name: 'an upright name',
    content: `${r('x')}${r('max', p)}${r('y')}${r('abc', p)}`,
    latex: 'x\\max y\\mathrm{abc}',
  },
  {
    name: 'upright letters throughout',
    content: of('sSub', {}, e(r('H', p)), sub(r('2', p))) + r('O', p),
    latex: '\\mathrm{H_2O}',
  },
  { name: 'a bold letter', content: r('v', '<m:sty m:val="b"/>'), latex: '\\mathbf{v}' },
  {
    name: 'bold italic, with Greek',
    content: r('xα', '<m:sty m:val="bi"/>'),
    latex: '\\boldsymbol{x\\alpha}',
  },
  {
    name: 'bold letters and an operator',
    content: r('A+B', '<m:sty m:val="b"/>'),
    latex: '\\mathbf{A} + \\mathbf{B}',
  },
  { name: 'script', content: r('L', '<m:scr m:val="script"/>'), latex: '\\mathcal{L}' },
  { name: 'Fraktur', content: r('g', '<m:scr m:val="fraktur"/>'), latex: '\\mathfrak{g}' },
  {
    name: 'double-struck',
    content: of('sSup', {}, e(r('R', '<m:scr m:val="double-struck"/>')), sup(r('n'))),
    latex: '\\mathbb{R}^n',
  },
  { name: 'sans-serif', content: r('A', '<m:scr m:val="sans-serif"/>'), latex: '\\mathsf{A}' },
  { name: 'monospace', content: r('A', '<m:scr m:val="monospace"/>'), latex: '\\mathtt{A}' },
  {
    name: 'bold script',
    content: r('F', '<m:scr m:val="script"/><m:sty m:val="b"/>'),
    latex: '\\boldsymbol{\\mathcal{F}}',
  },
  {
    name: 'a style that does not exist',
    content: r('x', '<m:scr m:val="constructor"/><m:sty m:val="toString"/>'),
    latex: 'x',
  },
  {
    name: 'words',
    content: `${r('x')}${r(' if ', '<m:nor/>')}${r('y')}`,
    latex: 'x\\text{ if }y',
  },
  {
    name: 'words with characters that LaTeX reserves',
    content: r('a_b {50%} #1 &amp; $x^2 ~\\', '<m:nor/>'),
    latex:
      '\\text{a\\_b \\{50\\%\\} \\#1 \\& \\textdollar x\\textasciicircum 2 \\textasciitilde \\textbackslash }',
  },
  { name: 'a number as text', content: r('10.5', '<m:nor/>'), latex: '10.5' },
  {
    name: 'words with a sign that text fonts lack',
    content: r('x ≠ y', '<m:nor/>'),
    latex: '\\text{x } \\neq \\text{ y}',
  },
  {
    name: 'bold words',
    content: '<m:r><m:rPr><m:nor/></m:rPr><w:rPr><w:b/></w:rPr><m:t>Theorem A</m:t></m:r>',
    latex: '\\textbf{Theorem A}',
  },
  {
    name: 'a phrase that was not marked as text, in several runs',
    content: r('number') + r(' of ') + r('items'),
    latex: '\\textit{number of items}',
  },
  { name: 'literal characters', content: r('a/b', '<m:lit/>'), latex: 'a/b' },
  {
    name: 'scripts that were not built up',
    content: r('x^2+y_ij'),
    latex: 'x^2 + y_{ij}',
  },
  { name: 'a caret alone', content: r('^'), latex: '\\hat{}' },
  { name: 'raised and lowered characters', content: r('x₁²'), latex: 'x_1^2' },
  { name: 'a combining accent', content: r('x\u0302+1'), latex: '\\hat{x} + 1' },
  { name: 'a combining slash', content: r('a=\u0338b'), latex: 'a \\neq b' },
  {
    name: 'a combining slash without a letter before it',
    content: r('a≪\u0338b'),
    latex: 'a \\not\\ll b',
  },
  { name: 'degrees', content: r('45°'), latex: '45^\\circ' },
  { name: 'a name with function application', content: r('sin\u2061x'), latex: '\\sin x' },
  { name: 'three dots typed', content: r('1,...,n'), latex: '1, \\ldots, n' },
  { name: 'digits with a comma stay together', content: r('x=1,000'), latex: 'x = 1,000' },
  { name: 'a sign, and a minus', content: r('-x=a−b'), latex: '-x = a - b' },
  { name: 'a definition', content: r('x:=1'), latex: 'x := 1' },
  { name: 'typed blanks beside operators', content: r('a + b = c'), latex: 'a + b = c' },
  { name: 'a typed blank between letters', content: r('a b'), latex: 'a\\ b' },
  { name: 'wide blanks', content: r('a,    b'), latex: 'a,\\quad b' },
  { name: 'a thin space', content: r('a\u2009b'), latex: 'a\\,b' },
  { name: 'Greek next to a letter', content: r('απr'), latex: '\\alpha\\pi r' },
  { name: 'other scripts', content: r('速度=5'), latex: '速度 = 5' },
  {
    name: 'characters of private use',
    content: r('a\ue000b'),
    latex: 'a\ufffdb',
  },
  { name: 'characters that are not shown', content: r('a\u200b\u2062b'), latex: 'ab' },
  {
    name: 'a tracked deletion and insertion',
    content: `<w:del>${r('a')}</w:del><w:ins>${r('b')}</w:ins>`,
    latex: 'b',
  },
  {
    name: 'a deleted run',
    content: `${r('a')}<m:r><w:rPr><w:del/></w:rPr><m:t>b</m:t></m:r>`,
    latex: 'a',
  },
  {
    name: 'a deleted fraction whose parts were not deleted',
    content: `<m:f><m:fPr><m:ctrlPr><w:del/></m:ctrlPr></m:fPr><m:num>${r('a')}</m:num><m:den/></m:f>`,
    latex: 'a',
  },
  {
    name: 'hidden text',
    content: `${r('a')}<m:r><w:rPr><w:vanish/></w:rPr><m:t>b</m:t></m:r>`,
    latex: 'a',
  },
  {
    name: 'a choice of markup',
    content: `<mc:AlternateContent><mc:Choice Requires="m">${r('a')}</mc:Choice>
      <mc:Fallback>${r('b')}</mc:Fallback></mc:AlternateContent>`,
    latex: 'a',
  },

  // 22.1.2.15 line breaks
  {
    name: 'a line break',
    content: `${r('a=b')}<m:r><w:br/></m:r>${r('c=d')}`,
    latex: '\\begin{gathered} a = b \\\\ c = d \\end{gathered}',
  },
  {
    name: 'a line break before an operator, aligned with the first',
    content: `${r('a=b')}<m:r><m:rPr><m:brk m:alnAt="1"/></m:rPr><m:t>=c</m:t></m:r>`,
    latex: '\\begin{aligned} a &= b \\\\ &= c \\end{aligned}',
  },
  {
    name: 'lines aligned at marked operators',
    content: `${r('a')}${r('=', '<m:aln/>')}${r('b')}<m:r><w:br/></m:r>${r('=', '<m:aln/>')}${r('c')}`,
    latex: '\\begin{aligned} a &= b \\\\ &= c \\end{aligned}',
  },
  { name: 'a line break at the end', content: `${r('a')}<m:r><w:br/></m:r>`, latex: 'a' },
  {
    name: 'formulas below each other',
    content: `<m:oMathPara><m:oMath>${r('a')}</m:oMath><m:oMath>${r('b')}</m:oMath></m:oMathPara>`,
    latex: '\\begin{gathered} a \\\\ b \\end{gathered}',
  },
  { name: 'an empty formula', content: '', latex: '' },
  { name: 'a blank', content: r(' '), latex: '' },
]

test.each(cases)('ommlToLatex: $name', ({ content, latex }) => {
  const written = ommlToLatex(omml(content))
  expect(written).toBe(latex)
  expect(fault(written, katex.renderToString)).toBeUndefined()
})

test('an element outside of OMML is read as its content, with a warning', () => {
  const warnings = new Warnings()
  expect(ommlToLatex(omml(`<m:strange>${r('x')}</m:strange>`), warnings)).toBe('x')
  expect(warnings.list.map(({ code }) => code)).toEqual(['unknown_element'])
})
