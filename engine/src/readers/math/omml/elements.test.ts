import katex from 'katex'
import { expect, test } from 'vitest'
import { fault, omml } from '../testing/math.ts'
import { ommlToLatex } from './index.ts'
import { brackets, den, e, num, of, r, sub, sup } from './testing/omml.ts'

const half = of('f', {}, num(r('1')), den(r('2')))
const noBar = of('f', { type: 'noBar' }, num(r('n')), den(r('k')))

const cases: readonly { name: string; content: string; latex: string }[] = [
  // 22.1.2.36 fractions
  { name: 'a fraction', content: half, latex: '\\frac{1}{2}' },
  { name: 'a fraction without a bar', content: noBar, latex: '\\genfrac{}{}{0pt}{}{n}{k}' },
  {
    name: 'a fraction without a bar in parentheses is a binomial',
    content: brackets('(', noBar, ')'),
    latex: '\\binom{n}{k}',
  },
  {
    name: 'a fraction without a bar in braces',
    content: brackets('{', noBar, '}'),
    latex: '\\genfrac{\\{}{\\}}{0pt}{}{n}{k}',
  },
  {
    name: 'a linear fraction',
    content: of('f', { type: 'lin' }, num(r('a')), den(r('b'))),
    latex: 'a/b',
  },
  {
    name: 'a linear fraction of sums, which a slash would misread',
    content: of('f', { type: 'lin' }, num(r('a+b')), den(r('c'))),
    latex: '\\frac{a + b}{c}',
  },
  {
    name: 'a linear fraction before a factor',
    content: of('f', { type: 'lin' }, num(r('1')), den(r('3'))) + r('x'),
    latex: '\\frac{1}{3}x',
  },
  {
    name: 'a skewed fraction',
    content: of('f', { type: 'skw' }, num(r('a')), den(r('b'))),
    latex: '{}^a/_b',
  },
  { name: 'a fraction without parts', content: '<m:f/>', latex: '\\frac{}{}' },

  // 22.1.2.88 radicals
  {
    name: 'a square root',
    content: of('rad', { degHide: '1' }, ['deg', ''], e(r('x'))),
    latex: '\\sqrt{x}',
  },
  {
    name: 'a root with a degree',
    content: of('rad', {}, ['deg', r('3')], e(r('x'))),
    latex: '\\sqrt[3]{x}',
  },
  {
    name: 'a root whose hidden degree is not empty',
    content: of('rad', { degHide: 'on' }, ['deg', r('3')], e(r('x'))),
    latex: '\\sqrt{x}',
  },
  {
    name: 'a root with a bracket in its degree',
    content: of('rad', {}, ['deg', r(']')], e(r('x'))),
    latex: '\\sqrt[{]}]{x}',
  },

  // 22.1.2.101–105 scripts
  { name: 'a subscript', content: of('sSub', {}, e(r('x')), sub(r('i'))), latex: 'x_i' },
  {
    name: 'a subscript of two letters',
    content: of('sSub', {}, e(r('x')), sub(r('ij'))),
    latex: 'x_{ij}',
  },
  {
    name: 'a superscript of a command',
    content: of('sSup', {}, e(r('x')), sup(r('α'))),
    latex: 'x^\\alpha',
  },
  {
    name: 'both scripts',
    content: of('sSubSup', {}, e(r('x')), sub(r('i')), sup(r('2'))),
    latex: 'x_i^2',
  },
  {
    name: 'operators in a script have no spaces',
    content: of('sSup', {}, e(r('x')), sup(r('n+1'))),
    latex: 'x^{n+1}',
  },
  {
    name: 'a letter after a script without braces',
    content: of('sSup', {}, e(r('x')), sup(r('2'))) + r('y'),
    latex: 'x^2 y',
  },
  {
    name: 'a script of a script',
    content: of('sSup', {}, e(of('sSup', {}, e(r('x')), sup(r('2')))), sup(r('3'))),
    latex: '{x^2}^3',
  },
  {
    name: 'a script after brackets applies to all of their content',
    content: of('sSup', {}, e(brackets('(', r('a+b'), ')')), sup(r('2'))),
    latex: '\\left(a + b\\right)^2',
  },
  {
    name: 'a script of a fraction',
    content: of('sSup', {}, e(half), sup(r('2'))),
    latex: '{\\frac{1}{2}}^2',
  },
  {
    name: 'a script without a base',
    content: of('sSup', {}, e(''), sup(r('2'))),
    latex: '{}^2',
  },
  { name: 'empty scripts', content: of('sSubSup', {}, e(r('x')), sub(''), sup('')), latex: 'x' },
  {
    name: 'scripts before the base',
    content: of('sPre', {}, sub(r('6')), sup(r('14')), e(r('C'))),
    latex: '{}_6^{14}C',
  },
  {
    name: 'a prime as a superscript',
    content: of('sSup', {}, e(r('f')), sup(r('′'))) + r('(x)'),
    latex: "f'(x)",
  },
  {
    name: 'scripts of a letter with a prime',
    content: of('sSubSup', {}, e(r('f′')), sub(r('1')), sup(r('2'))),
    latex: "f_1'^2",
  },
  {
    name: 'a degree sign as a superscript',
    content: of('sSup', {}, e(r('45')), sup(r('°'))),
    latex: '45^\\circ',
  },

  // 22.1.2.70 n-ary operators
  {
    name: 'a sum with limits',
    content: of(
      'nary',
      { chr: '∑', limLoc: 'undOvr' },
      sub(r('i=1')),
      sup(r('n')),
      e(of('sSub', {}, e(r('a')), sub(r('i')))),
    ),
    latex: '\\sum_{i=1}^n a_i',
  },
  {
    name: 'an n-ary operator without a character is an integral',
    content: of('nary', {}, sub(r('0')), sup(r('1')), e(r('f'))),
    latex: '\\int_0^1 f',
  },
  {
    name: 'an integral with limits under and over',
    content: of('nary', { limLoc: 'undOvr' }, sub(r('0')), sup(r('1')), e(r('f'))),
    latex: '\\int\\limits_0^1 f',
  },
  {
    name: 'hidden limits',
    content: of(
      'nary',
      { chr: '∏', subHide: '1', supHide: 'on' },
      sub(r('0')),
      sup(r('1')),
      e(r('x')),
    ),
    latex: '\\prod x',
  },
  {
    name: 'an operator that LaTeX has no command for',
    content: of('nary', { chr: '⨌', limLoc: 'undOvr' }, sub(r('V')), sup(''), e(r('f'))),
    latex: '\\mathop{⨌}\\limits_V f',
  },
  {
    name: 'an n-ary operator with an empty character',
    content: of('nary', { chr: '' }, sub(r('a')), sup(''), e(r('x'))),
    latex: '{}_a x',
  },
  {
    name: 'an operator before a bracket',
    content: of('nary', { chr: '∑' }, sub(r('i')), sup(''), e(brackets('(', r('x'), ')'))),
    latex: '\\sum_i (x)',
  },

  // 22.1.2.24 delimiters
  { name: 'parentheses by default', content: `<m:d><m:e>${r('x')}</m:e></m:d>`, latex: '(x)' },
  {
    name: 'brackets round something tall grow',
    content: brackets('[', half, ']'),
    latex: '\\left[\\frac{1}{2}\\right]',
  },
  {
    name: 'a half-open interval',
    content: brackets('[', r('0,1'), ')'),
    latex: '[0,1)',
  },
  {
    name: 'parts with a bar between',
    content: `<m:d><m:e>${r('a')}</m:e><m:e>${r('b')}</m:e></m:d>`,
    latex: '(a \\mid b)',
  },
  {
    name: 'parts with another separator',
    content: of('d', { sepChr: ',' }, e(r('a')), e(r('b')), e(r('c'))),
    latex: '(a, b, c)',
  },
  {
    name: 'tall parts with a bar between',
    content: of('d', { begChr: '{', endChr: '}' }, e(half), e(r('x'))),
    latex: '\\left\\{\\frac{1}{2} \\middle| x\\right\\}',
  },
  {
    name: 'a bracket on one side only',
    content: brackets('', half, '|'),
    latex: '\\left.\\frac{1}{2}\\right|',
  },
  {
    name: 'a bracket without a character',
    content: `<m:d><m:dPr><m:begChr/></m:dPr><m:e>${r('x')}</m:e></m:d>`,
    latex: 'x)',
  },
  { name: 'an absolute value', content: brackets('|', r('-x'), '|'), latex: '|-x|' },
  { name: 'a norm', content: brackets('‖', r('x'), '‖'), latex: '\\|x\\|' },
  { name: 'angle brackets', content: brackets('⟨', r('x'), '⟩'), latex: '\\langle x\\rangle' },
  { name: 'floor and ceiling', content: brackets('⌊', r('x'), '⌉'), latex: '\\lfloor x\\rceil' },
  {
    name: 'brackets that LaTeX cannot make grow',
    content: brackets('⟦', half, '⟧'),
    latex: '\\llbracket\\frac{1}{2}\\rrbracket',
  },
  { name: 'empty parentheses', content: '<m:d><m:e/></m:d>', latex: '()' },
  {
    name: 'a bracket that is a command',
    content: brackets('\\', half, '$'),
    latex: '\\left\\backslash\\frac{1}{2}\\right.\\text{\\textdollar}',
  },
]

test.each(cases)('ommlToLatex: $name', ({ content, latex }) => {
  const written = ommlToLatex(omml(content))
  expect(written).toBe(latex)
  expect(fault(written, katex.renderToString)).toBeUndefined()
})
