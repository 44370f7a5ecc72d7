/** Tests that any tree of OMML or MathML, valid or not, becomes LaTeX that KaTeX accepts. */
import fc from 'fast-check'
import katex from 'katex'
import { expect, test } from 'vitest'
import type { XmlElement } from '../ooxml/index.ts'
import { mathmlToLatex, ommlToLatex } from './index.ts'
import { element, fault } from './testing/math.ts'

/** Fragments with a meaning somewhere; runs are made of several. */
const fragments = [
  ...[
    'x',
    'ab',
    'sin',
    'lim',
    'argmax',
    'two words of',
    '12',
    '3.5',
    '1,000',
    'α',
    'Γ',
    'é',
    'Ж',
    '速',
  ],
  ...['+', '-', '=', '<', ':=', '->', '...', '∑', '∫', '⨌', '∏', '→', '⇒', '≠', '≙', '∉', '‼', '%'],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '|',
    '‖',
    '⟨',
    '⟩',
    '⟦',
    '||',
    '/',
    '\\',
    '&',
    '#',
    '$',
    '_',
    '^',
    '~',
  ],
  ...[
    '′',
    "'",
    '"',
    '`',
    '°',
    '²',
    '₁',
    '⁺',
    'ⁿ',
    'x^2',
    'a_b',
    '*',
    '\u0302',
    '\u0338',
    '\u0331',
    '\u20d7',
    '\u0489',
  ],
  ...[
    '𝐱',
    '𝔸',
    'ℬ',
    '𝟙',
    'ⅆ',
    'ϝ',
    '𝚤',
    ' ',
    '\u00a0',
    '\u2003',
    '\u2009',
    '\u200b',
    '\u2061',
    '\u2028',
  ],
  ...[
    '\ue000',
    '\ud800',
    '\u0001',
    '\ufe0f',
    '⏟',
    '⏞',
    '¯',
    '‾',
    '@',
    '!',
    '?',
    '\n',
    '\\alpha',
    '\\begin{',
    '😀',
  ],
]
const text = fc
  .array(fc.constantFrom(...fragments), { maxLength: 4 })
  .map((parts) => parts.join(''))
const flag = fc.constantFrom('0', '1', 'on', 'off', '')

/** Valid and invalid values of properties. */
const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'm:type': fc.constantFrom('bar', 'noBar', 'lin', 'skw', 'x'),
  'm:chr': fc.oneof(fc.constantFrom('∑', '∫', '\u0302', '\u20d7', '⏟', '⏞', '→', ''), text),
  'm:begChr': fc.oneof(fc.constantFrom('(', '[', '{', '|', ''), text),
  'm:endChr': fc.oneof(fc.constantFrom(')', ']', '}', '|', ''), text),
  'm:sepChr': text,
  'm:pos': fc.constantFrom('top', 'bot'),
  'm:vertJc': fc.constantFrom('top', 'bot'),
  'm:limLoc': fc.constantFrom('undOvr', 'subSup'),
  'm:sty': fc.constantFrom('p', 'b', 'i', 'bi', 'x'),
  'm:scr': fc.constantFrom(
    'roman',
    'script',
    'fraktur',
    'double-struck',
    'sans-serif',
    'monospace',
  ),
}
for (const name of ['degHide', 'subHide', 'supHide', 'show', 'zeroWid', 'zeroAsc', 'zeroDesc']) {
  Object.assign(values, { [`m:${name}`]: flag })
}
for (const name of [
  'hideTop',
  'hideLeft',
  'strikeH',
  'strikeBLTR',
  'strikeTLBR',
  'nor',
  'aln',
  'brk',
  'diff',
]) {
  Object.assign(values, { [`m:${name}`]: flag })
}

function properties(name: string): fc.Arbitrary<XmlElement> {
  const property = fc
    .constantFrom(...Object.keys(values))
    .chain((key) => (values[key] ?? text).map((value) => element(key, [], { 'm:val': value })))
  return fc.array(property, { maxLength: 4 }).map((children) => element(name, children))
}

const arguments_ = ['m:e', 'm:num', 'm:den', 'm:deg', 'm:sub', 'm:sup', 'm:lim', 'm:fName', 'm:mr']
const structures = [
  'f',
  'rad',
  'sSub',
  'sSup',
  'sSubSup',
  'sPre',
  'nary',
  'd',
  'm',
  'eqArr',
  'func',
]
structures.push('limLow', 'limUpp', 'acc', 'bar', 'groupChr', 'box', 'borderBox', 'phant', 'oMath')

const ommlRun = fc
  .tuple(properties('m:rPr'), text)
  .map(([style, value]) => element('m:r', [style, element('m:t', value)]))

const { node: ommlNode } = fc.letrec<{ node: XmlElement; argument: XmlElement }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    ommlRun,
    fc
      .constantFrom(...structures)
      .chain((name) =>
        fc
          .tuple(properties(`m:${name}Pr`), fc.array(tie('argument'), { maxLength: 4 }))
          .map(([style, children]) => element(`m:${name}`, [style, ...children])),
      ),
    tie('argument'),
  ),
  argument: fc
    .tuple(fc.constantFrom(...arguments_), fc.array(tie('node'), { maxLength: 3 }))
    .map(([name, children]) => element(name, children)),
}))

const tokens = ['mi', 'mn', 'mo', 'mo', 'mtext', 'ms', 'mspace', 'mglyph']
const layouts = [
  'mrow',
  'mfrac',
  'msqrt',
  'mroot',
  'mstyle',
  'mpadded',
  'mphantom',
  'mfenced',
  'menclose',
]
layouts.push(
  'msub',
  'msup',
  'msubsup',
  'munder',
  'mover',
  'munderover',
  'mmultiscripts',
  'mprescripts',
)
layouts.push(
  'none',
  'mtable',
  'mtr',
  'mlabeledtr',
  'mtd',
  'maction',
  'semantics',
  'mstack',
  'merror',
)

const attributeValues: Readonly<Record<string, fc.Arbitrary<string>>> = {
  mathvariant: fc.constantFrom('normal', 'bold', 'italic', 'script', 'fraktur', 'monospace', 'x'),
  linethickness: fc.constantFrom('0', '0pt', '1px', 'thick'),
  bevelled: fc.constantFrom('true', 'false'),
  open: text,
  close: text,
  separators: text,
  notation: fc.constantFrom(
    'box',
    'longdiv',
    'updiagonalstrike',
    'left right',
    'top',
    'actuarial',
    '',
  ),
  accent: fc.constantFrom('true', 'false'),
  form: fc.constantFrom('prefix', 'infix', 'postfix'),
  stretchy: fc.constantFrom('true', 'false'),
  fence: fc.constantFrom('true', 'false'),
  columnalign: fc.constantFrom('left', 'right left', 'center right', 'x'),
  columnlines: fc.constantFrom('solid', 'none dashed', ''),
  rowlines: fc.constantFrom('solid', 'none'),
  columnspan: fc.constantFrom('2', '0', '-3', '1e9', 'x'),
  width: fc.constantFrom('1em', '-5pt', 'thinmathspace', '1e99em', ''),
  linebreak: fc.constantFrom('newline', 'auto'),
  lquote: text,
  alt: text,
}

const attributes = fc
  .array(
    fc
      .constantFrom(...Object.keys(attributeValues))
      .chain((key) =>
        (attributeValues[key] ?? text).map((value): [string, string] => [key, value]),
      ),
    { maxLength: 3 },
  )
  .map((pairs) => Object.fromEntries(pairs))

const { node: mathmlNode } = fc.letrec<{ node: XmlElement }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc
      .tuple(fc.constantFrom(...tokens), text, attributes)
      .map(([name, value, given]) => element(name, value, given)),
    fc
      .tuple(fc.constantFrom(...layouts), fc.array(tie('node'), { maxLength: 4 }), attributes)
      .map(([name, children, given]) => element(name, children, given)),
  ),
}))

test('any OMML becomes LaTeX that KaTeX accepts', () => {
  fc.assert(
    fc.property(fc.array(ommlNode, { maxLength: 4 }), (nodes) => {
      const latex = ommlToLatex(element('m:oMath', nodes))
      expect(fault(latex, katex.renderToString)).toBeUndefined()
    }),
    { numRuns: 600 },
  )
})

test('any MathML becomes LaTeX that KaTeX accepts', () => {
  fc.assert(
    fc.property(fc.array(mathmlNode, { maxLength: 4 }), (nodes) => {
      const latex = mathmlToLatex(element('math', nodes))
      expect(fault(latex, katex.renderToString)).toBeUndefined()
    }),
    { numRuns: 600 },
  )
})
