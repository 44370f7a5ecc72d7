import katex from 'katex'
import { expect, test } from 'vitest'
import { Warnings } from '../../../errors.ts'
import { fault, omml } from '../testing/math.ts'
import { ommlToLatex } from './index.ts'
import { brackets, e, fName, lim, of, p, r, sub, sup } from './testing/omml.ts'

const cases: readonly { name: string; content: string; latex: string }[] = [
  // 22.1.2.39, 54, 56 functions and limits
  {
    name: 'a function',
    content: of('func', {}, fName(r('sin', p)), e(r('θ'))),
    latex: '\\sin \\theta',
  },
  {
    name: 'a function with a script',
    content: of('func', {}, fName(of('sSup', {}, e(r('sin')), sup(r('-1')))), e(r('x'))),
    latex: '\\sin^{-1} x',
  },
  {
    name: 'a function that LaTeX does not know',
    content: of('func', {}, fName(r('sgn', p)), e(brackets('(', r('x'), ')'))),
    latex: '\\operatorname{sgn}(x)',
  },
  {
    name: 'a function of one letter',
    content: of('func', {}, fName(r('f')), e(brackets('(', r('x'), ')'))),
    latex: 'f(x)',
  },
  {
    name: 'a limit',
    content: of('func', {}, fName(of('limLow', {}, e(r('lim', p)), lim(r('x→0')))), e(r('f'))),
    latex: '\\lim_{x \\to 0} f',
  },
  {
    name: 'a limit of two words',
    content: of('func', {}, fName(of('limLow', {}, e(r('lim sup', p)), lim(r('n')))), e(r('a'))),
    latex: '\\limsup_n a',
  },
  {
    name: 'a limit of a function that LaTeX does not know',
    content: of('func', {}, fName(of('limLow', {}, e(r('argmax')), lim(r('x')))), e(r('f'))),
    latex: '\\operatorname*{argmax}_x f',
  },
  {
    name: 'something under a symbol',
    content: of('limLow', {}, e(r('x')), lim(r('n'))),
    latex: '\\underset{n}{x}',
  },
  {
    name: 'something over a relation',
    content: r('a') + of('limUpp', {}, e(r('=')), lim(r('def', '<m:nor/>'))) + r('b'),
    latex: 'a \\overset{\\text{def}}{=} b',
  },
  {
    name: 'something over and under an arrow',
    content:
      r('A') + of('limLow', {}, e(of('limUpp', {}, e(r('→')), lim(r('f')))), lim(r('g'))) + r('B'),
    latex: 'A \\xrightarrow[g]{f} B',
  },

  // 22.1.2.1, 7, 41 accents, bars, group characters
  { name: 'a hat by default', content: `<m:acc><m:e>${r('x')}</m:e></m:acc>`, latex: '\\hat{x}' },
  {
    name: 'a wide hat',
    content: `<m:acc><m:e>${r('xy')}</m:e></m:acc>`,
    latex: '\\widehat{xy}',
  },
  { name: 'a tilde', content: of('acc', { chr: '\u0303' }, e(r('x'))), latex: '\\tilde{x}' },
  { name: 'a vector', content: of('acc', { chr: '\u20d7' }, e(r('v'))), latex: '\\vec{v}' },
  {
    name: 'a long vector',
    content: of('acc', { chr: '\u20d7' }, e(r('AB'))),
    latex: '\\overrightarrow{AB}',
  },
  { name: 'three dots', content: of('acc', { chr: '\u20db' }, e(r('x'))), latex: '\\dddot{x}' },
  {
    name: 'an accent that LaTeX does not have',
    content: of('acc', { chr: '\u030b' }, e(r('x'))),
    latex: '\\overset{˝}{x}',
  },
  { name: 'a bar below', content: of('bar', {}, e(r('x'))), latex: '\\underline{x}' },
  { name: 'a bar above', content: of('bar', { pos: 'top' }, e(r('x'))), latex: '\\overline{x}' },
  {
    name: 'a brace below with its label',
    content: of('limLow', {}, e(of('groupChr', {}, e(r('a+b')))), lim(r('n'))),
    latex: '\\underbrace{a + b}_n',
  },
  {
    name: 'a brace above with its label',
    content: of('limUpp', {}, e(of('groupChr', { chr: '⏞', pos: 'top' }, e(r('a')))), lim(r('n'))),
    latex: '\\overbrace{a}^n',
  },
  {
    name: 'a brace with a script of all',
    content: of('sSup', {}, e(of('groupChr', { chr: '⏞', pos: 'top' }, e(r('a')))), sup(r('2'))),
    latex: '{\\overbrace{a}}^2',
  },
  {
    name: 'an arrow below its text',
    content: r('A') + of('groupChr', { chr: '→', vertJc: 'bot' }, e(r('f'))) + r('B'),
    latex: 'A \\xrightarrow{f} B',
  },
  {
    name: 'an arrow above its text',
    content: of('groupChr', { chr: '←', pos: 'top' }, e(r('f'))),
    latex: '\\xleftarrow[f]{}',
  },
  {
    name: 'an arrow without a position',
    content: '<m:groupChr><m:groupChrPr><m:chr m:val="→"/><m:vertJc/></m:groupChrPr></m:groupChr>',
    latex: '\\to',
  },
  {
    name: 'an arrow over text',
    content: of('groupChr', { chr: '→', pos: 'top', vertJc: 'bot' }, e(r('AB'))),
    latex: '\\overrightarrow{AB}',
  },

  // 22.1.2.13, 11, 81 boxes and phantoms
  { name: 'a box', content: of('box', {}, e(r('x'))), latex: 'x' },
  {
    name: 'a differential',
    content: of('nary', {}, sub(''), sup(''), e(r('f') + of('box', { diff: '1' }, e(r('dx'))))),
    latex: '\\int f\\,dx',
  },
  {
    name: 'a framed formula',
    content: `<m:borderBox><m:e>${r('x')}</m:e></m:borderBox>`,
    latex: '\\boxed{x}',
  },
  {
    name: 'a frame of one side',
    content: of('borderBox', { hideTop: '1', hideLeft: '1', hideRight: '1' }, e(r('x'))),
    latex: '\\underline{x}',
  },
  {
    name: 'a frame of two sides',
    content: of('borderBox', { hideTop: '1', hideRight: '1' }, e(r('x'))),
    latex: '|\\underline{x}',
  },
  {
    name: 'struck out',
    content: of(
      'borderBox',
      { hideTop: '1', hideBot: '1', hideLeft: '1', hideRight: '1', strikeBLTR: '1' },
      e(r('x')),
    ),
    latex: '\\cancel{x}',
  },
  {
    name: 'crossed out and through',
    content: of(
      'borderBox',
      {
        hideTop: '1',
        hideBot: '1',
        hideLeft: '1',
        hideRight: '1',
        strikeBLTR: '1',
        strikeTLBR: '1',
        strikeH: '1',
      },
      e(r('x')),
    ),
    latex: '\\sout{\\xcancel{x}}',
  },
  { name: 'a phantom', content: of('phant', { show: '0' }, e(r('x'))), latex: '\\phantom{x}' },
  {
    name: 'a phantom of width',
    content: of('phant', { show: '0', zeroAsc: '1', zeroDesc: '1' }, e(r('x'))),
    latex: '\\hphantom{x}',
  },
  {
    name: 'a phantom of height',
    content: of('phant', { show: '0', zeroWid: '1' }, e(r('x'))),
    latex: '\\vphantom{x}',
  },
  {
    name: 'smashed',
    content: of('phant', { zeroAsc: '1', zeroDesc: '1' }, e(r('x'))),
    latex: '\\smash{x}',
  },
  {
    name: 'smashed at the top only',
    content: of('phant', { zeroAsc: '1' }, e(r('x'))),
    latex: '\\smash[t]{x}',
  },
  {
    name: 'shown without width',
    content: of('phant', { zeroWid: '1' }, e(r('x'))),
    latex: '\\mathrlap{x}',
  },
]

test.each(cases)('ommlToLatex: $name', ({ content, latex }) => {
  const written = ommlToLatex(omml(content))
  expect(written).toBe(latex)
  expect(fault(written, katex.renderToString)).toBeUndefined()
})

test('a vertical stroke without LaTeX equivalent is reported', () => {
  const warnings = new Warnings()
  const struck = of('borderBox', { strikeV: '1' }, e(r('x')))
  expect(ommlToLatex(omml(struck), warnings)).toBe('\\boxed{x}')
  expect(warnings.list.map(({ code }) => code)).toEqual(['formula_mark_lost'])
})
