import katex from 'katex'
import { expect, test } from 'vitest'
import { Warnings } from '../../../errors.ts'
import { fault, mathml } from '../testing/math.ts'
import { mathmlToLatex, readMathml } from './index.ts'

const x = '<mi>x</mi>'
const y = '<mi>y</mi>'
const plus = '<mo>+</mo>'
const sum = `<mrow>${x}${plus}${y}</mrow>`
const half = '<mfrac><mn>1</mn><mn>2</mn></mfrac>'
const binomial = '<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>'
const row = (...cells: readonly string[]) =>
  `<mtr>${cells.map((cell) => `<mtd>${cell}</mtd>`).join('')}</mtr>`
const table = `<mtable>${row(x, '<mn>1</mn>')}${row(y, '<mn>2</mn>')}</mtable>`
const fence = (text: string) => `<mo>${text}</mo>`

const cases: readonly { name: string; content: string; latex: string }[] = [
  // 3.2 tokens
  { name: 'an identifier of one letter', content: x, latex: 'x' },
  { name: 'an upright letter', content: '<mi mathvariant="normal">d</mi>', latex: '\\mathrm{d}' },
  {
    name: 'an identifier of several letters',
    content: `${x}<mi>abc</mi>`,
    latex: 'x\\mathrm{abc}',
  },
  { name: 'a function', content: `<mi>sin</mi>${x}`, latex: '\\sin x' },
  {
    name: 'a name that is applied',
    content: `<mi>sgn</mi><mo>\u2061</mo><mrow>${fence('(')}${x}${fence(')')}</mrow>`,
    latex: '\\operatorname{sgn}(x)',
  },
  {
    name: 'a name with a script that is applied',
    content: `<msup><mi>sgn</mi><mn>2</mn></msup><mo>\u2061</mo>${x}`,
    latex: '\\operatorname{sgn}^2 x',
  },
  { name: 'words as an identifier', content: `${x}<mi>скорость</mi>`, latex: 'x\\text{скорость}' },
  { name: 'an identifier with a digit', content: `${y}<mi>x1</mi>`, latex: 'y\\mathrm{x}1' },
  { name: 'a bold vector', content: '<mi mathvariant="bold">v</mi>', latex: '\\mathbf{v}' },
  {
    name: 'a style of all inside',
    content: `<mstyle mathvariant="bold">${x}<mn>2</mn></mstyle>`,
    latex: '\\mathbf{x2}',
  },
  { name: 'the styles of MathML 1', content: '<mi fontweight="bold">v</mi>', latex: '\\mathbf{v}' },
  {
    name: 'double-struck',
    content: '<mi mathvariant="double-struck">R</mi>',
    latex: '\\mathbb{R}',
  },
  { name: 'a style that does not exist', content: '<mi mathvariant="toString">x</mi>', latex: 'x' },
  { name: 'a number', content: '<mn>3.14</mn>', latex: '3.14' },
  { name: 'a number with commas', content: '<mn>1,000.5</mn>', latex: '1{,}000.5' },
  { name: 'a hexadecimal number', content: '<mn>0xFF</mn>', latex: '0\\mathrm{xFF}' },
  { name: 'a named operator', content: `<mo>lim</mo>${x}`, latex: '\\lim x' },
  {
    name: 'an operator of words',
    content: `<mo>such that</mo>${x}`,
    latex: '\\operatorname{such\\ that} x',
  },
  {
    name: 'operators that are not shown',
    content: `<mn>2</mn><mo>\u2062</mo>${x}<mo>\u2063</mo>${y}`,
    latex: '2xy',
  },
  { name: 'text', content: `<mtext> for all\n </mtext>${x}`, latex: '\\text{for all}x' },
  {
    name: 'text with blanks that count',
    content: `${x}<mtext>\u00a0if\u00a0</mtext>${y}`,
    latex: 'x\\text{ if }y',
  },
  { name: 'bold text', content: '<mtext mathvariant="bold">A B</mtext>', latex: '\\textbf{A B}' },
  {
    name: 'Fraktur text',
    content: '<mtext mathvariant="fraktur">Ab</mtext>',
    latex: '\\mathfrak{Ab}',
  },
  { name: 'a string', content: '<ms>a b</ms>', latex: '\\text{“a b”}' },
  {
    name: 'a string with its quotes',
    content: '<ms lquote="«" rquote="»">a</ms>',
    latex: '\\text{«a»}',
  },
  { name: 'a blank', content: `${x}<mspace width="1em"/>${y}`, latex: 'x\\quad y' },
  { name: 'a named blank', content: `${x}<mspace width="thinmathspace"/>${y}`, latex: 'x\\,y' },
  { name: 'a negative blank', content: `${x}<mspace width="-3px"/>${y}`, latex: 'x\\!y' },
  {
    name: 'a line break',
    content: `${x}<mspace linebreak="newline"/>${y}`,
    latex: '\\begin{gathered} x \\\\ y \\end{gathered}',
  },
  { name: 'a glyph', content: '<mi><mglyph alt="knot"/></mi>', latex: '\\mathrm{knot}' },
  { name: 'markup of pages in text', content: '<mtext><b>bold</b></mtext>', latex: '\\text{bold}' },

  // 3.3 layout
  { name: 'a fraction', content: half, latex: '\\frac{1}{2}' },
  {
    name: 'a bevelled fraction',
    content: `<mfrac bevelled="true">${x}<mn>2</mn></mfrac>`,
    latex: 'x/2',
  },
  {
    name: 'a fraction without a line in brackets',
    content: `<mrow>${fence('(')}${binomial}${fence(')')}</mrow>`,
    latex: '\\binom{n}{k}',
  },
  { name: 'a fraction without a line', content: binomial, latex: '\\genfrac{}{}{0pt}{}{n}{k}' },
  {
    name: 'a fraction with a thin line',
    content: `<mfrac linethickness="0.5pt">${x}${y}</mfrac>`,
    latex: '\\frac{x}{y}',
  },
  { name: 'a fraction without parts', content: '<mfrac/>', latex: '\\frac{}{}' },
  {
    name: 'a square root of several',
    content: `<msqrt>${x}${plus}${y}</msqrt>`,
    latex: '\\sqrt{x + y}',
  },
  { name: 'a root', content: `<mroot>${x}<mn>3</mn></mroot>`, latex: '\\sqrt[3]{x}' },
  { name: 'fenced parts', content: `<mfenced>${x}${y}</mfenced>`, latex: '(x, y)' },
  {
    name: 'fenced parts with other brackets and separators',
    content: `<mfenced open="[" close=")" separators=";|">${x}${y}<mi>z</mi><mi>w</mi></mfenced>`,
    latex: '[x; y \\mid z \\mid w)',
  },
  { name: 'fenced by words', content: `<mfenced open="if" close="">${x}</mfenced>`, latex: 'ifx' },
  { name: 'a phantom', content: `<mphantom>${x}</mphantom>`, latex: '\\phantom{x}' },
  { name: 'a box', content: `<menclose notation="box">${x}</menclose>`, latex: '\\boxed{x}' },
  {
    name: 'a long division by default',
    content: `<menclose>${x}</menclose>`,
    latex: '\\overline{)x}',
  },
  {
    name: 'crossed out',
    content: `<menclose notation="updiagonalstrike downdiagonalstrike">${x}</menclose>`,
    latex: '\\xcancel{x}',
  },
  {
    name: 'a radical notation',
    content: `<menclose notation="radical">${x}</menclose>`,
    latex: '\\sqrt{x}',
  },
  {
    name: 'bars beside and below',
    content: `<menclose notation="right bottom">${x}</menclose>`,
    latex: '\\underline{\\left.x\\right|}',
  },
  {
    name: 'an unknown notation',
    content: `<menclose notation="constructor">${x}</menclose>`,
    latex: 'x',
  },
  { name: 'an error message', content: `<merror>${x}</merror>`, latex: 'x' },
  { name: 'padding', content: `<mpadded width="+1em">${x}</mpadded>`, latex: 'x' },
  {
    name: 'an action',
    content: `<maction actiontype="toggle" selection="2">${x}${y}</maction>`,
    latex: 'y',
  },
  {
    name: 'an action without its selection',
    content: `<maction actiontype="toggle" selection="9">${x}</maction>`,
    latex: 'x',
  },

  // brackets in rows
  {
    name: 'brackets round something tall',
    content: `${fence('(')}${half}${fence(')')}`,
    latex: '\\left(\\frac{1}{2}\\right)',
  },
  {
    name: 'brackets that do not stretch',
    content: `<mo stretchy="false">(</mo>${half}<mo stretchy="false">)</mo>`,
    latex: '(\\frac{1}{2})',
  },
  {
    name: 'a half-open interval',
    content: `${fence('[')}${half}${fence(')')}`,
    latex: '\\left[\\frac{1}{2}\\right)',
  },
  {
    name: 'an absolute value',
    content: `${fence('|')}${half}${fence('|')}`,
    latex: '\\left|\\frac{1}{2}\\right|',
  },
  {
    name: 'a norm of two bars',
    content: `${fence('||')}${half}${fence('||')}`,
    latex: '\\left\\|\\frac{1}{2}\\right\\|',
  },
  { name: 'a condition', content: `${x}<mo form="infix">|</mo>${half}`, latex: 'x|\\frac{1}{2}' },
  {
    name: 'a bracket with a script',
    content: `${fence('(')}${half}<msup>${fence(')')}<mn>2</mn></msup>`,
    latex: '\\left(\\frac{1}{2}\\right)^2',
  },
  {
    name: 'a bracket that nothing closes',
    content: `${fence('(')}${half}`,
    latex: '(\\frac{1}{2}',
  },
  { name: 'a bracket that nothing opens', content: `${half}${fence(')')}`, latex: '\\frac{1}{2})' },
  {
    name: 'brackets in brackets',
    content: `${fence('(')}${fence('[')}${half}${fence(']')}${fence(')')}`,
    latex: '\\left(\\left[\\frac{1}{2}\\right]\\right)',
  },

  // 3.4 scripts and limits
  { name: 'a subscript', content: `<msub>${x}<mi>i</mi></msub>`, latex: 'x_i' },
  { name: 'a superscript of a row', content: `<msup>${x}${sum}</msup>`, latex: 'x^{x+y}' },
  { name: 'both scripts', content: `<msubsup>${x}<mn>1</mn><mn>2</mn></msubsup>`, latex: 'x_1^2' },
  { name: 'a script of a row', content: `<msup>${sum}<mn>2</mn></msup>`, latex: '{x + y}^2' },
  { name: 'a prime', content: `<msup><mi>f</mi><mo>′</mo></msup>`, latex: "f'" },
  {
    name: 'a prime with a script',
    content: `<msup><mi>f</mi><mrow><mo>′</mo><mn>2</mn></mrow></msup>`,
    latex: "f'^2",
  },
  { name: 'a script without its parts', content: '<msub/>', latex: '' },
  {
    name: 'scripts on both sides',
    content:
      '<mmultiscripts><mi>C</mi><none/><mn>2</mn><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>',
    latex: '{}_6^{14}C^2',
  },
  {
    name: 'several scripts',
    content: `<mmultiscripts>${x}<mi>a</mi><mi>b</mi><mi>c</mi><none/></mmultiscripts>`,
    latex: 'x_a^b{}_c',
  },
  {
    name: 'a sum with limits',
    content:
      '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>',
    latex: '\\sum_{i=1}^n i',
  },
  {
    name: 'an integral with limits under and over',
    content: `<munderover><mo>∫</mo><mn>0</mn><mn>1</mn></munderover>${x}`,
    latex: '\\int\\limits_0^1 x',
  },
  { name: 'a limit', content: `<munder><mo>lim</mo><mi>n</mi></munder>${x}`, latex: '\\lim_n x' },
  { name: 'a hat', content: `<mover>${x}<mo>^</mo></mover>`, latex: '\\hat{x}' },
  { name: 'a wide hat', content: `<mover>${sum}<mo>^</mo></mover>`, latex: '\\widehat{x + y}' },
  {
    name: 'a hat without the accent attribute',
    content: `<mover accent="false">${x}<mo>^</mo></mover>`,
    latex: '\\overset{\\hat{}}{x}',
  },
  { name: 'a bar', content: `<mover>${sum}<mo>¯</mo></mover>`, latex: '\\overline{x + y}' },
  { name: 'a line below', content: `<munder>${x}<mo>_</mo></munder>`, latex: '\\underline{x}' },
  { name: 'a vector', content: `<mover>${x}<mo>→</mo></mover>`, latex: '\\vec{x}' },
  { name: 'a dot', content: `<mover accent="true">${x}<mo>.</mo></mover>`, latex: '\\dot{x}' },
  {
    name: 'a brace with its label',
    content: `<munder><munder>${sum}<mo>⏟</mo></munder><mi>n</mi></munder>`,
    latex: '\\underbrace{x + y}_n',
  },
  {
    name: 'a brace with labels on both sides',
    content: `<munderover><munder>${x}<mo>⏟</mo></munder><mi>n</mi><mi>m</mi></munderover>`,
    latex: '\\overset{m}{\\underbrace{x}_n}',
  },
  {
    name: 'a labelled arrow',
    content: `${x}<mover><mo>→</mo><mtext>maps to</mtext></mover>${y}`,
    latex: 'x \\xrightarrow{\\text{maps to}} y',
  },
  {
    name: 'text over a relation',
    content: `${x}<mover><mo>=</mo><mtext>def</mtext></mover>${y}`,
    latex: 'x \\overset{\\text{def}}{=} y',
  },
  {
    name: 'something under and over',
    content: `<munderover>${x}<mi>a</mi><mi>b</mi></munderover>`,
    latex: '\\underset{a}{\\overset{b}{x}}',
  },

  // 3.5 tables
  { name: 'a table', content: table, latex: '\\begin{matrix} x & 1 \\\\ y & 2 \\end{matrix}' },
  {
    name: 'a table in brackets',
    content: `${fence('[')}${table}${fence(']')}`,
    latex: '\\begin{bmatrix} x & 1 \\\\ y & 2 \\end{bmatrix}',
  },
  {
    name: 'cases',
    content: `${fence('{')}${table}`,
    latex: '\\begin{cases} x & 1 \\\\ y & 2 \\end{cases}',
  },
  {
    name: 'cases with a bracket that is not shown',
    content: `${fence('{')}${table}<mo fence="true" stretchy="true"></mo>`,
    latex: '\\begin{cases} x & 1 \\\\ y & 2 \\end{cases}',
  },
  {
    name: 'columns to the left',
    content: `<mtable columnalign="left right">${row(x, y)}</mtable>`,
    latex: '\\begin{array}{lr} x & y \\end{array}',
  },
  {
    name: 'aligned equations',
    content: `<mtable columnalign="right left">${row(x, `<mo>=</mo>${y}`)}</mtable>`,
    latex: '\\begin{aligned} x &= y \\end{aligned}',
  },
  {
    name: 'an augmented matrix',
    content: `<mtable columnlines="none solid" rowlines="solid">${row(x, y, x)}${row(y, x, y)}</mtable>`,
    latex: '\\begin{array}{cc|c} x & y & x \\\\ \\hline y & x & y \\end{array}',
  },
  {
    name: 'a cell over two columns',
    content: `<mtable><mtr><mtd columnspan="2">${x}</mtd><mtd>${y}</mtd></mtr></mtable>`,
    latex: '\\begin{matrix} x & & y \\end{matrix}',
  },
  {
    name: 'a row without a table',
    content: row(x, y),
    latex: '\\begin{matrix} x & y \\end{matrix}',
  },
  {
    name: 'a table of something else',
    content: `<mtable>${x}<mtr>${y}</mtr></mtable>`,
    latex: '\\begin{matrix} x \\\\ y \\end{matrix}',
  },
  {
    name: 'a sum below each other',
    content: '<mstack><mn>12</mn><mn>3</mn><msline/></mstack>',
    latex: '\\begin{array}{r} 12 \\\\ 3 \\end{array}',
  },

  // 5 semantics
  {
    name: 'the presentation among annotations',
    content: `<semantics>${x}<annotation encoding="text/plain">ignored</annotation></semantics>`,
    latex: 'x',
  },
  {
    name: 'the presentation beside content markup',
    content: `<semantics><apply><plus/><ci>a</ci></apply><annotation-xml encoding="MathML-Presentation">${sum}</annotation-xml></semantics>`,
    latex: 'x + y',
  },
  { name: 'text without a token', content: 'a b', latex: '\\text{a b}' },
  { name: 'an empty formula', content: '', latex: '' },
]

test.each(cases)('mathmlToLatex: $name', ({ content, latex }) => {
  const written = mathmlToLatex(mathml(content))
  expect(written).toBe(latex)
  expect(fault(written, katex.renderToString)).toBeUndefined()
})

test('an element outside of MathML is read as its content, with a warning', () => {
  const warnings = new Warnings()
  expect(mathmlToLatex(mathml(`<strange>${x}</strange>`), warnings)).toBe('x')
  expect(warnings.list.map(({ code }) => code)).toEqual(['unknown_element'])
})

test.each([
  { name: 'displayed', display: 'block', latex: '\\begin{matrix} x & y \\end{matrix} \\tag{2.1}' },
  {
    name: 'in a line',
    display: 'inline',
    latex: '\\begin{matrix} x & y\\qquad(2.1) \\end{matrix}',
  },
])("the label of a formula's row $name", ({ display, latex }) => {
  const labelled = `<mtable><mlabeledtr><mtd><mtext>(2.1)</mtext></mtd><mtd>${x}</mtd><mtd>${y}</mtd></mlabeledtr></mtable>`
  const written = mathmlToLatex(mathml(labelled, `display="${display}"`))
  expect(written).toBe(latex)
  expect(fault(written, katex.renderToString)).toBeUndefined()
})

test('several labels stay in their rows', () => {
  const line = (label: string) =>
    `<mlabeledtr><mtd><mtext>(${label})</mtext></mtd><mtd>${x}</mtd></mlabeledtr>`
  const labelled = mathml(`<mtable>${line('1')}${line('2')}</mtable>`, 'display="block"')
  expect(readMathml(labelled)).toEqual({
    latex: '\\begin{matrix} x\\qquad(1) \\\\ x\\qquad(2) \\end{matrix}',
  })
})

test('a notation without LaTeX equivalent is reported', () => {
  const warnings = new Warnings()
  const struck = `<menclose notation="verticalstrike">${x}</menclose>`
  expect(mathmlToLatex(mathml(struck), warnings)).toBe('x')
  expect(warnings.list.map(({ code }) => code)).toEqual(['formula_mark_lost'])
})
