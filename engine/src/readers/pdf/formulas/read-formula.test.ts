import katex from 'katex'
import { expect, test } from 'vitest'
import { katexError } from '../../math/testing/math.ts'
import type { Ruling } from '../content/index.ts'
import type { Atom } from './atoms.ts'
import { readFormula } from './read-formula.ts'
import { type AtomPlace, atoms, bar, tall } from './testing/atoms.ts'

interface Case {
  readonly name: string
  readonly atoms: readonly Atom[]
  readonly bars?: readonly Ruling[]
  readonly latex: string
}

const script: AtomPlace = { size: 7, y: 96 }
const index: AtomPlace = { size: 7, y: 102 }
const upright: AtomPlace = { variant: 'normal', isText: true }

/** TeX's long arrow: a minus sign that overlaps an arrow, and a letter. */
const arrow = [...atoms('−', 9), ...atoms('→', 13), ...atoms('b', 22)]

/** A sign between wide blanks. */
const far = (sign: string) => [...atoms('a', 0), ...atoms(sign, 15), ...atoms('b', 30)]

const cases: readonly Case[] = [
  { name: 'letters on a line', atoms: atoms('a + b = c', 0), latex: 'a + b = c' },
  {
    name: 'superscripts and subscripts',
    atoms: [...atoms('x', 0), ...atoms('2', 6, script), ...atoms('i', 6, index)],
    latex: 'x_i^2',
  },
  {
    name: 'a script of a script',
    atoms: [...atoms('x', 0), ...atoms('y', 6, script), ...atoms('2', 10.4, { size: 5, y: 93 })],
    latex: 'x^{y^2}',
  },
  {
    name: 'scripts of two letters',
    atoms: [...atoms('a', 0), ...atoms('1', 6, index), ...atoms('b', 11), ...atoms('2', 17, index)],
    latex: 'a_1 b_2',
  },
  { name: 'a relation far from both sides', atoms: far('='), latex: 'a = b' },
  { name: 'an arrow far from both', atoms: far('⇒'), latex: 'a\\quad\\Rightarrow\\quad b' },
  {
    name: 'an abbreviation of words',
    atoms: [...atoms('a', 0), ...atoms('s.t.', 20, upright), ...atoms('b > 0', 60)],
    latex: 'a\\quad\\text{s.t.}\\quad b > 0',
  },
  { name: 'digits form one number', atoms: atoms('12.5x', 0), latex: '12.5x' },
  { name: 'a function', atoms: [...atoms('sin', 0, upright), ...atoms('x', 20)], latex: '\\sin x' },
  {
    name: 'adjacent upright letters form a name',
    atoms: [...atoms('t', 0), ...atoms('max', 6, { ...index, ...upright })],
    latex: 't_{\\max}',
  },
  { name: 'dots in a row', atoms: atoms('a,...,b', 0), latex: 'a, \\ldots, b' },
  {
    name: 'a fraction',
    atoms: [...atoms('ab', 1, { y: 93 }), ...atoms('c', 4, { y: 108 })],
    bars: [bar(0, 14, 97)],
    latex: '\\frac{ab}{c}',
  },
  {
    name: 'a fraction on a line',
    atoms: [...atoms('x =', 0), ...atoms('1', 24, { y: 93 }), ...atoms('2', 24, { y: 108 })],
    bars: [bar(23, 31, 97.5)],
    latex: 'x = \\frac{1}{2}',
  },
  {
    name: 'a fraction inside a fraction',
    atoms: [
      ...atoms('1', 11, { y: 80 }),
      ...atoms('1+', 1, { y: 100 }),
      ...atoms('a', 16, { y: 93 }),
      ...atoms('b', 16, { y: 108 }),
    ],
    bars: [bar(0, 24, 83), bar(15, 23, 97.5)],
    latex: '\\frac{1}{1 + \\frac{a}{b}}',
  },
  {
    name: 'a root with its degree',
    atoms: [
      ...atoms('3', 1, { size: 5, y: 96 }),
      tall('√', 2, 91, 102),
      ...atoms('x', 8, { y: 100 }),
    ],
    bars: [bar(8, 15, 91)],
    latex: '\\sqrt[3]{x}',
  },
  {
    name: 'letters after a root are outside of it',
    atoms: [tall('√', 0, 91, 102), ...atoms('x', 6), ...atoms('.', 13)],
    bars: [bar(6, 12.4, 91)],
    latex: '\\sqrt{x}.',
  },
  {
    name: 'a line over letters',
    atoms: atoms('z', 0),
    bars: [bar(0, 6, 91)],
    latex: '\\overline{z}',
  },
  {
    name: 'a hat',
    atoms: [...atoms('x', 0), { ...(atoms('ˆ', 0)[0] as Atom), y0: 90, y1: 92 }],
    latex: '\\hat{x}',
  },
  {
    name: 'a wide hat is over a letter, not over its subscript',
    atoms: [
      ...atoms('y', 0),
      ...atoms('t', 4, { size: 7, y: 101.5 }),
      { ...(atoms('ˆ', 0)[0] as Atom), x1: 8, y0: 92, y1: 94 },
    ],
    latex: '\\hat{y}_t',
  },
  {
    name: 'a stroke through a relation negates it',
    atoms: [...atoms('a = b', 0), ...atoms('\u0338', 11)],
    latex: 'a \\neq b',
  },
  {
    name: 'limits over and under a sum',
    atoms: [
      ...atoms('∑', 0),
      ...atoms('i', 1, { size: 7, y: 113 }),
      ...atoms('n', 1, { size: 7, y: 88 }),
      ...atoms('a', 8),
    ],
    latex: '\\sum_i^n a',
  },
  {
    name: 'limits beside an integral',
    atoms: [
      ...atoms('∫', 0),
      ...atoms('0', 6, { size: 7, y: 106 }),
      ...atoms('1', 6, { size: 7, y: 92 }),
      ...atoms('x', 12),
    ],
    latex: '\\int_0^1 x',
  },
  {
    name: 'an upright integral with limits above and below',
    atoms: [
      ...atoms('∫', 12, { variant: 'normal' }),
      ...atoms('b', 12, { size: 5, y: 80 }),
      ...atoms('x', 24),
    ],
    latex: '\\int\\limits^b x',
  },
  {
    name: 'a limit that a variable approaches',
    atoms: [...atoms('lim', 0, upright), ...atoms('n', 7, { size: 7, y: 107 }), ...atoms('a', 22)],
    latex: '\\lim_n a',
  },
  {
    name: 'tall brackets',
    atoms: [
      tall('(', 0, 86, 110),
      ...atoms('a', 8, { y: 93 }),
      ...atoms('b', 8, { y: 108 }),
      tall(')', 16, 86, 110),
      ...atoms('2', 22, { size: 7, y: 90 }),
    ],
    bars: [bar(7, 15, 97.5)],
    latex: '\\left(\\frac{a}{b}\\right)^2',
  },
  {
    name: 'a bracket drawn in several parts',
    atoms: [
      { ...tall('⎡', 0, 80, 100) },
      { ...tall('⎣', 0, 100, 120) },
      ...atoms('a', 8, { y: 92 }),
      ...atoms('b', 24, { y: 92 }),
      ...atoms('c', 8, { y: 112 }),
      ...atoms('d', 24, { y: 112 }),
      { ...tall('⎤', 32, 80, 100) },
      { ...tall('⎦', 32, 100, 120) },
    ],
    latex: '\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}',
  },
  {
    name: 'a column of a matrix',
    atoms: [
      tall('(', 0, 85, 109),
      ...atoms('a', 7, { y: 94 }),
      ...atoms('b', 7, { y: 106 }),
      tall(')', 14, 85, 109),
    ],
    latex: '\\begin{pmatrix} a \\\\ b \\end{pmatrix}',
  },
  {
    name: 'a binomial, whose rows have a larger distance',
    atoms: [
      tall('(', 0, 85, 109),
      ...atoms('n', 7, { y: 93.3 }),
      ...atoms('k', 7, { y: 106.9 }),
      tall(')', 14, 85, 109),
    ],
    latex: '\\binom{n}{k}',
  },
  {
    name: 'cases with their conditions',
    atoms: [
      tall('{', 0, 80, 120),
      ...atoms('x', 8, { y: 92 }),
      ...atoms('if', 24, { y: 92, ...upright }),
      ...atoms('y', 40, { y: 92 }),
      ...atoms('0', 8, { y: 112 }),
      ...atoms('else', 24, { y: 112, ...upright }),
    ],
    latex: '\\begin{cases} x & \\text{if }y \\\\ 0 & \\text{else} \\end{cases}',
  },
  {
    name: 'rows aligned at their relations',
    atoms: [...atoms('a=b', 0, { y: 100 }), ...atoms('c=d', 0, { y: 115 })],
    latex: '\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}',
  },
  {
    name: 'fractions of two rows, the lower numerator nearer to the upper denominator',
    atoms: [
      ...atoms('a', 0, { y: 93 }),
      ...atoms('b', 0, { y: 107.5 }),
      ...atoms('=x', 10, { y: 100 }),
      ...atoms('c', 0, { y: 117 }),
      ...atoms('d', 0, { y: 131.5 }),
      ...atoms('=y', 10, { y: 124 }),
    ],
    bars: [bar(-1, 7, 97.5), bar(-1, 7, 121.5)],
    latex: '\\begin{aligned} \\frac{a}{b} &= x \\\\ \\frac{c}{d} &= y \\end{aligned}',
  },
  {
    name: 'brackets with one hook',
    atoms: [
      tall('⎢', 0, 80, 100),
      tall('⎣', 0, 100, 120),
      ...atoms('x', 8),
      tall('⎥', 16, 80, 100),
      tall('⎦', 16, 100, 120),
    ],
    latex: '\\lfloor x\\rfloor',
  },
  {
    name: 'dots below each other and on a slope',
    atoms: [
      ...[96, 100, 104].flatMap((y) => atoms('.', 0, { y })),
      ...[0, 1, 2].flatMap((step) => atoms('.', 20 + 4 * step, { y: 96 + 3 * step })),
    ],
    latex: '\\vdots\\quad\\ddots',
  },
  {
    name: 'a script before its letter',
    atoms: [...atoms('a=', 0), ...atoms('2', 14.5, index), ...atoms('F', 19)],
    latex: 'a = {}_2 F',
  },
  {
    name: 'a bar through a letter',
    atoms: [
      { ...(atoms('h', 0)[0] as Atom), y0: 93 },
      { ...(atoms('¯', 0)[0] as Atom), y0: 94, y1: 94.5 },
    ],
    latex: '\\hbar',
  },
  { name: 'a long arrow', atoms: [...atoms('a', 0), ...arrow], latex: 'a \\longrightarrow b' },
  {
    name: 'limits of two sums beside each other',
    atoms: [
      ...atoms('∑', 2),
      ...atoms('i=1', 0, { size: 6, y: 113 }),
      ...atoms('∑', 15),
      ...atoms('j=1', 12.6, { size: 6, y: 113 }),
      ...atoms('a', 26),
    ],
    latex: '\\sum_{i=1} \\sum_{j=1} a',
  },
  {
    name: 'a sum and its limits without blanks around them',
    atoms: [
      ...atoms('a=', 0),
      ...atoms('∑', 26),
      ...atoms('i=1,2', 18, { size: 7, y: 113 }),
      ...atoms('b', 42),
    ],
    latex: 'a = \\sum_{i=1,2} b',
  },
  {
    name: 'a product whose limit is beside it',
    atoms: [...atoms('∏', 0), ...atoms('d', 6, { size: 7, y: 106 })],
    latex: '\\prod_d',
  },
  {
    name: 'a superscript behind a subscript',
    atoms: [...atoms('v', 0), ...atoms('1', 6, index), ...atoms('t', 11, script)],
    latex: 'v_1^t',
  },
  {
    name: 'the cells of a matrix with one row',
    atoms: [...atoms('[B', 0), ...atoms('N]', 22)],
    latex: '\\begin{bmatrix} B & N \\end{bmatrix}',
  },
  {
    name: 'a line below a letter',
    atoms: atoms('z', 0),
    bars: [bar(0, 6, 102)],
    latex: '\\underline{z}',
  },
  {
    name: 'the rows of a binomial in low parentheses',
    atoms: [
      tall('(', 0, 91, 103),
      ...atoms('n', 6, { size: 7, y: 95.5 }),
      ...atoms('k', 6, { size: 7, y: 103.5 }),
      tall(')', 11, 91, 103),
    ],
    latex: '\\binom{n}{k}',
  },
  {
    name: 'a bracket that is closed by a tall one, around parentheses',
    atoms: [
      tall('[', 0, 85, 115),
      ...atoms('f(x)', 6, { y: 92 }),
      ...atoms('0', 15, { y: 108 }),
      tall(']', 31, 85, 115),
    ],
    latex: '\\begin{bmatrix} f(x) \\\\ 0 \\end{bmatrix}',
  },
  {
    name: 'a tall brace whose bars are whole braces',
    atoms: [
      ...['⎧', '{', '⎨', '{', '⎩'].map((part, at) => tall(part, 0, 70 + 12 * at, 82 + 12 * at)),
      ...atoms('{x}', 8, { y: 85 }),
      ...atoms('{y}', 8, { y: 115 }),
    ],
    latex: '\\begin{cases} \\{x\\} \\\\ \\{y\\} \\end{cases}',
  },
  {
    name: 'an arrow over one of two letters',
    atoms: [
      ...atoms('ab', 0),
      { ...(atoms('\u20d7', 0)[0] as Atom), x0: 0.5, x1: 7, y0: 90, y1: 92 },
    ],
    latex: '\\vec{a}b',
  },
  {
    name: 'a congruence of two signs',
    atoms: [...atoms('a=b', 0), { ...(atoms('∼', 6)[0] as Atom), y0: 91, y1: 93, baseline: 97 }],
    latex: 'a \\cong b',
  },
  { name: 'bars around an expression', atoms: atoms('|x|', 0), latex: '|x|' },
  {
    name: 'a bar between blanks is a relation',
    atoms: atoms('P(A | B)', 0),
    latex: 'P(A \\mid B)',
  },
]

test.each(cases)('readFormula: $name', ({ atoms: own, bars = [], latex }) => {
  const doubts: string[] = []
  const read = readFormula(own, bars, doubts)
  expect(doubts).toEqual([])
  expect(read?.latex).toBe(latex)
  expect(katexError(latex, katex.renderToString)).toBeUndefined()
})

test.each([
  {
    name: 'a script far from its base',
    atoms: [...atoms('x', 0), ...atoms('2', 40, script)],
    doubt: /script/,
  },
  {
    name: 'full-size letters off the baseline',
    atoms: [...atoms('abc', 0), ...atoms('d', 18, { y: 95 })],
    doubt: /script/,
  },
  {
    name: 'small letters on the line after a blank',
    atoms: [...atoms('a', 0), ...atoms('sup', 9, { size: 8, ...upright })],
    doubt: /small/,
  },
  {
    name: 'a bar without numerator and denominator',
    atoms: atoms('x', 0),
    bars: [bar(40, 60, 97)],
    doubt: /bar/,
  },
  {
    name: 'a numerator that is wider than its bar',
    atoms: [...atoms('abcdefgh', 0, { y: 93 }), ...atoms('c', 21, { y: 108 })],
    bars: [bar(2.9, 45.5, 97)],
    doubt: /wider/,
  },
])('readFormula gives up: $name', ({ atoms: own, bars = [], doubt }) => {
  const doubts: string[] = []
  expect(readFormula(own, bars, doubts)).toBeUndefined()
  expect(doubts.join(', ')).toMatch(doubt)
})
