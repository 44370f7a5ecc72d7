import { expect, test } from 'vitest'
import { inlinesOf, type LineText, page } from './testing/pages.ts'

/** Words in a text font; those between < and > in a mathematical one. */
function line(text: string): LineText[] {
  let x = 50
  return text.split(/(<[^>]*>)/).map((part) => {
    const isFormula = part.startsWith('<')
    const own = isFormula ? part.slice(1, -1) : part
    const placed: LineText = { text: own, x, y: 100, font: isFormula ? 'CMMI10' : 'Times' }
    x += own.length * 5
    return placed
  })
}

test.each([
  {
    name: 'terms with a relation are a formula',
    text: 'we have <n> = 10 layers of it',
    found: ['<n = 10>'],
  },
  {
    name: 'punctuation of the sentence stays outside',
    text: 'there are many (<n = k>), and more',
    found: ['(<n = k>),'],
  },
  {
    name: 'an arrow before a formula stays outside',
    text: 'from that <→ n = k> and',
    found: ['<n = k>'],
  },
  { name: 'a single letter is not a formula', text: 'with <n> layers of it', found: [] },
  {
    name: 'a number without an operator before a formula stays outside',
    text: 'the 12 <n = k> are',
    found: ['<n = k>'],
  },
  {
    name: 'a ring for the composition of functions',
    text: 'let <a = b◦c> be',
    found: ['<a = b \\circ c>'],
  },
  {
    name: 'commas separate formulas',
    text: 'for <a = b,> <c = d> it is',
    found: ['<a = b>,', '<c = d>'],
  },
  {
    name: 'the terms around an ellipsis are one formula',
    text: 'for <i = 1, 2, . . . , n> it is',
    found: ['<i = 1,2, \\ldots, n>'],
  },
  {
    name: 'numbers from 1 to a letter are a formula',
    text: 'for <1, . . . , n> it is',
    found: ['<1, \\ldots, n>'],
  },
  {
    name: 'letters before a relation are one formula',
    text: 'for <r, s ∈ A> it is',
    found: ['<r, s \\in A>'],
  },
  {
    name: 'an interval may have brackets of two kinds',
    text: 'for <x ∈ [0, 1)> it is',
    found: ['<x \\in [0,1)>'],
  },
  {
    name: 'commas in brackets do not separate formulas',
    text: 'with <f(x, y) = z> it is',
    found: ['<f(x, y) = z>'],
  },
  {
    name: 'an incomplete formula at a line end is left out',
    text: 'it is known that <a + b => ',
    found: [],
  },
  {
    name: 'a word that begins like a function separates formulas',
    text: 'as <a = 0> since <b = c> is',
    found: ['<a = 0>', '<b = c>'],
  },
  {
    name: 'a hyphenated word with a mathematical letter is not a formula',
    text: 'an <n>-layer model of it',
    found: [],
  },
  {
    name: 'a formula with unbalanced brackets is left out',
    text: 'the half-open <a = [b> of it',
    found: [],
  },
  {
    name: 'the sum of letters is a formula',
    text: 'with <n + k> layers',
    found: ['<n + k>'],
  },
])('findInlines: $name', ({ text, found }) => {
  expect(inlinesOf(page(line(text)))).toEqual(found)
})

test.each(['MSBM10', 'CMSY10', 'EUFM10'])('a single letter of %s is a formula', (font) => {
  const lines: LineText[] = [
    { text: 'over the line of', x: 50, y: 100 },
    { text: 'R', x: 140, y: 100, font },
    { text: 'is known', x: 160, y: 100 },
  ]
  expect(inlinesOf(page(lines))).toHaveLength(1)
})

test('raised letters become scripts', () => {
  const lines: LineText[] = [
    { text: 'the square of', x: 50, y: 100 },
    { text: 'x', x: 120, y: 100, font: 'CMMI10' },
    { text: '2', x: 125, y: 96, size: 7, font: 'CMR7' },
    { text: 'is known', x: 133, y: 100 },
  ]
  expect(inlinesOf(page(lines))).toEqual(['<x^2>'])
})

/** `if ` and ` of` in the type of text at y = 100, parts in 7 points between them. */
const small = (text: string, x: number, y: number, font = 'CMMI7') => ({
  text,
  x,
  y,
  size: 7,
  font,
})
/** Two letters of a font, and a sign of TeX between them. */
const relationIn = (font: string): LineText[] => [
  { text: 'x', x: 63, y: 100, font },
  { text: '∈', x: 71, y: 100, font: 'CMSY10' },
  { text: 'A', x: 79, y: 100, font },
]
const around = [
  { text: 'if', x: 50, y: 100 },
  { text: 'of it', x: 90, y: 100 },
]

test.each([
  {
    name: 'a fraction',
    parts: [small('p+q', 65, 96), small('r', 68.5, 103.5)],
    bars: [{ from: 65, to: 75.5, at: 97.5 }],
    found: ['<\\frac{p + q}{r}>'],
  },
  {
    name: 'a fraction of numbers is text',
    parts: [small('1', 65, 96, 'CMR7'), small('2', 65, 103.5, 'CMR7')],
    bars: [{ from: 65, to: 68.5, at: 97.5 }],
    found: [],
  },
  {
    name: 'a letter with a name below it',
    parts: [{ text: 'r', x: 65, y: 100, font: 'CMMI10' }, small('cut', 70, 101.5, 'CMR7')],
    bars: [],
    found: ['<r_{\\mathrm{cut}}>'],
  },
  {
    name: 'a letter with a name above and a letter below it',
    parts: [
      { text: 'U', x: 65, y: 100, font: 'CMMI10' },
      small('C', 70, 102.5),
      small('real', 70, 96.4, 'CMR7'),
    ],
    bars: [],
    found: ['<U_C^{\\mathrm{real}}>'],
  },
  {
    name: 'a line over a letter',
    parts: [{ text: 'x=y', x: 65, y: 100, font: 'CMMI10' }],
    bars: [{ from: 65, to: 70, at: 91.8 }],
    found: ['<\\overline{x} = y>'],
  },
  {
    name: "slanted letters of the text's font beside TeX's signs",
    parts: relationIn('Times-Italic'),
    bars: [],
    found: ['<x \\in A>'],
  },
  {
    name: "slanted letters of TeX's own text font are no variables",
    parts: relationIn('CMTI10'),
    bars: [],
    found: [],
  },
  {
    name: 'a script of a word in another font is no formula of its own',
    parts: [
      { text: 'IR', x: 65, y: 100 },
      { text: 'p×q', x: 75, y: 96.4, size: 7, font: 'CMMI7' },
    ],
    bars: [],
    found: [],
  },
  {
    name: 'a name with an underscore is code',
    parts: [{ text: 'x_y = 1', x: 65, y: 100, font: 'CMMI10' }],
    bars: [],
    found: [],
  },
])('formulas in a line of text: $name', ({ parts, bars, found }) => {
  const [start, end] = around
  const lines = [start, ...parts, end].flatMap((part) => part ?? [])
  expect(inlinesOf(page(lines, bars))).toEqual(found)
})

test('a formula that an operator leaves open goes on in the next line', () => {
  const [first, second] = [line('the value is <a => '), line('<b + c> for all of them')]
  const below = second.map((own) => ({ ...own, y: 112 }))
  const found = inlinesOf(page([...first, ...below]))
  expect(found).toEqual(['<a = b + c>', '<>'])
})

test('a formula without text before it does not go on in the next line', () => {
  const head: LineText = { text: 'n =', x: 100, y: 100, font: 'CMMI10' }
  const cell: LineText = { text: 'b+c', x: 100, y: 114, font: 'CMMI10' }
  expect(inlinesOf(page([head, cell]))).toEqual(['<b + c>'])
})

test('a bold product beside an operator is a part of the formula', () => {
  const bold: LineText = { text: 'Rf', x: 100, y: 100, font: 'CMBX10' }
  const rest: LineText = { text: '= x', x: 112, y: 100, font: 'CMMI10' }
  const text: LineText = { text: 'such that', x: 50, y: 100 }
  expect(inlinesOf(page([text, bold, rest]))).toEqual(['<\\mathbf{Rf} = x>'])
})
