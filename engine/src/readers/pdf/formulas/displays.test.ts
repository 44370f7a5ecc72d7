import { expect, test } from 'vitest'
import { displaysOf, page } from './testing/pages.ts'

const above = {
  text: 'The sum of these numbers is known to be of this form for all of them',
  x: 50,
  y: 100,
}
const below = {
  text: 'and it is this form that all of the proofs of the theorem begin with',
  x: 50,
  y: 150,
}

/** A line that begins with a label in the type of the text, before a formula that begins at `x`. */
const labelled = (label: string, formula: string, x: number) => [
  above,
  { text: label, x: 100, y: 125 },
  { text: formula, x, y: 125, font: 'CMMI10' },
  below,
]

test.each([
  {
    name: 'a formula in the middle of a column',
    lines: [above, { text: 'a=b+c', x: 180, y: 125, font: 'CMMI10' }, below],
    found: ['a = b + c'],
  },
  {
    name: 'a selector of a variant, as newtx has it, shows nothing',
    lines: [above, { text: 'a=b\ufe01+c', x: 180, y: 125, font: 'CMMI10' }, below],
    found: ['a = b + c'],
  },
  {
    name: 'a number beside a formula is the number of the formula',
    lines: [
      above,
      { text: 'a=b+c', x: 180, y: 125, font: 'CMMI10' },
      { text: '(3)', x: 380, y: 125 },
      below,
    ],
    found: ['a = b + c (3)'],
  },
  {
    name: 'a number beside the middle of two lines is the number of both',
    lines: [
      above,
      { text: 'a=b+c', x: 180, y: 120, font: 'CMMI10' },
      { text: '=d+e', x: 185, y: 134, font: 'CMMI10' },
      { text: '(3)', x: 380, y: 127 },
      below,
    ],
    found: ['\\begin{aligned} a &= b + c \\\\ &= d + e \\end{aligned} (3)'],
  },
  {
    name: 'a number beside one of two lines is the number of this one',
    lines: [
      above,
      { text: 'a=b+c', x: 180, y: 120, font: 'CMMI10' },
      { text: '=d+e', x: 185, y: 134, font: 'CMMI10' },
      { text: '(3)', x: 380, y: 134 },
      below,
    ],
    found: ['a = b + c', '= d + e (3)'],
  },
  {
    name: 'a formula that is a line of a paragraph is not displayed',
    lines: [above, { text: 'a=b+c', x: 50, y: 112, font: 'CMMI10' }],
    found: [],
  },
  {
    name: 'a line after a bold label is not displayed',
    lines: [
      above,
      { text: 'Lemma 2', x: 100, y: 125, font: 'CMBX10' },
      { text: 'a=b+c', x: 138, y: 125, font: 'CMMI10' },
      below,
    ],
    found: [],
  },
  {
    name: 'a bold name before a relation is a part of the formula',
    lines: [
      above,
      { text: 'Rank', x: 100, y: 125, font: 'CMBX10' },
      { text: '=b+c', x: 123, y: 125, font: 'CMMI10' },
      below,
    ],
    found: ['\\mathbf{Rank} = b + c'],
  },
  {
    name: 'cells of a table are not displayed formulas',
    lines: [
      above,
      { text: 'a=b+c', x: 100, y: 125, font: 'CMMI10' },
      { text: '17', x: 250, y: 125 },
      below,
    ],
    found: [],
  },
  {
    name: 'formulas with a wide blank between them are one',
    lines: [
      above,
      { text: 'a=b+c', x: 100, y: 125, font: 'CMMI10' },
      { text: 'c=d', x: 180, y: 125, font: 'CMMI10' },
      below,
    ],
    found: ['a = b + c\\qquad c = d'],
  },
  {
    name: 'letters in the columns of a table are not displayed formulas',
    lines: [
      above,
      { text: 'a', x: 100, y: 125, font: 'CMMI10' },
      { text: 'b', x: 130, y: 125, font: 'CMMI10' },
      { text: 'c<d', x: 160, y: 125, font: 'CMMI10' },
      { text: 'e', x: 210, y: 125, font: 'CMMI10' },
      below,
    ],
    found: [],
  },
  {
    name: 'a number at the left edge of the column',
    lines: [
      above,
      { text: '(3)', x: 50, y: 125 },
      { text: 'a=b+c', x: 180, y: 125, font: 'CMMI10' },
      below,
    ],
    found: ['a = b + c (3)'],
  },
  {
    name: 'an entry of contents with its leader is not displayed',
    lines: [above, { text: '3.2p-1........8', x: 100, y: 125, font: 'CMMI10' }, below],
    found: [],
  },
  {
    name: 'a word before a colon begins a sentence',
    lines: [
      above,
      { text: 'Resistors:', x: 100, y: 125 },
      { text: 'a=b+c', x: 162, y: 125, font: 'CMMI10' },
      below,
    ],
    found: [],
  },
  {
    name: 'a line in italics that begins as a sentence does',
    lines: [
      above,
      { text: 'for', x: 100, y: 125, font: 'CMTI10' },
      { text: 't=b+c', x: 120, y: 125, font: 'CMMI10' },
      below,
    ],
    found: [],
  },
  {
    name: 'numbers with units are not formulas',
    lines: [above, { text: '5±2', x: 180, y: 125, font: 'CMSY10' }, below],
    found: [],
  },
  {
    name: 'letters without an operator are not a formula',
    lines: [above, { text: 'abc', x: 180, y: 125, font: 'CMMI10' }, below],
    found: [],
  },
  {
    name: 'an item of symbols is not displayed',
    lines: [above, { text: '• a=b+c', x: 80, y: 125, font: 'CMMI10' }, below],
    found: [],
  },
  {
    name: 'an item with a letter in brackets is not displayed',
    lines: labelled('(a)', 'a=b+c', 115),
    found: [],
  },
  {
    name: 'a call that begins with a name in the type of code is not displayed',
    lines: [
      above,
      { text: 'file.new', x: 150, y: 125, font: 'CMTT10' },
      { text: '(a=b+c)', x: 191, y: 125, font: 'CMMI10' },
      below,
    ],
    found: [],
  },
  {
    name: 'LaTeX source before its result is not displayed',
    lines: [
      above,
      { text: '\\op{a+b}', x: 150, y: 125, font: 'CMTT10' },
      { text: '→a=b+c', x: 200, y: 125, font: 'CMMI10' },
      below,
    ],
    found: [],
  },
  {
    name: 'LaTeX source after a formula is one text',
    lines: [
      above,
      { text: 'a=b+c', x: 100, y: 125, font: 'CMMI10' },
      { text: '\\op{a+b}', x: 150, y: 125, font: 'CMTT10' },
      below,
    ],
    found: ['a = b + c\\qquad\\texttt{\\textbackslash op\\{a+b\\}}'],
  },
  {
    name: 'text in the next column does not count as beside the formula',
    lines: [
      { ...above, text: 'The sum of these numbers is known' },
      { text: 'a=b+c', x: 160, y: 125, font: 'CMMI10' },
      { text: 'and all of them are even numbers', x: 235, y: 123 },
      { ...below, text: 'and it is this form that we prove' },
    ],
    found: ['a = b + c'],
  },
  {
    name: 'a number at the edge of a narrow column belongs to the near formula',
    lines: [
      above,
      { text: 'a=b+c', x: 340, y: 125, font: 'CMMI10' },
      { text: '(3)', x: 376, y: 125 },
      below,
    ],
    found: ['a = b + c (3)'],
  },
  {
    name: 'a number below a formula that fills the column',
    lines: [
      above,
      {
        text: 'a=b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u+v+w+x+y+z+a+b+c+d',
        x: 80,
        y: 122,
        font: 'CMMI10',
      },
      { text: '(3)', x: 376, y: 132, font: 'CMR10' },
      below,
    ],
    found: [
      'a = b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t + u + v + w + x + y + z + a + b + c + d (3)',
    ],
  },
  {
    name: 'a number beyond the short line above, where longer lines end',
    lines: [
      { ...above, y: 80 },
      { ...above, text: 'The sum of these numbers is known', y: 100 },
      { text: 'a=b+c', x: 150, y: 125, font: 'CMMI10' },
      { text: '(3)', x: 376, y: 125 },
    ],
    found: ['a = b + c (3)'],
  },
  {
    name: 'equations with numbers of their own',
    lines: [
      above,
      { text: 'a=b', x: 180, y: 116, font: 'CMMI10' },
      { text: '(3)', x: 376, y: 116 },
      { text: 'c=d', x: 180, y: 130, font: 'CMMI10' },
      { text: '(4)', x: 376, y: 130 },
      below,
    ],
    found: ['a = b (3)', 'c = d (4)'],
  },
  {
    name: 'a numbered question with a formula is text',
    lines: labelled('2. Take', 'a=b+c+d+e+f+g', 142),
    found: [],
  },
  {
    name: 'a page without mathematics has no formulas',
    lines: [above, { text: 'Results', x: 180, y: 125 }, below],
    found: [],
  },
])('findFormulas: $name', ({ lines, found }) => {
  expect(displaysOf(page(lines))).toEqual(found)
})

test('LaTeX source before a fraction is a text of the displayed formula', () => {
  const lines = [
    above,
    { text: '\\op^{a}', x: 150, y: 125, font: 'CMTT10' },
    { text: '→', x: 188, y: 125, font: 'CMSY10' },
    { text: 'a', x: 197, y: 118, font: 'CMMI10' },
    { text: 'b', x: 197, y: 132, font: 'CMMI10' },
    below,
  ]
  const bars = [{ at: 122, from: 196, to: 203 }]
  expect(displaysOf(page(lines, bars))).toEqual([
    '\\texttt{\\textbackslash op\\textasciicircum \\{a\\}} \\to \\frac{a}{b}',
  ])
})

/** A name in the type of the text before a bar, with words above it and perhaps below; another page has signs of formulas. */
const fractionOf = (lower: string, height = 125) => {
  const lines = [
    { ...above, y: 60 },
    { text: '∈', x: 50, y: 80, font: 'CMSY10' },
    above,
    { text: 'Recall =', x: 150, y: height },
    { text: 'hits', x: 218, y: 118 },
    { text: lower, x: 196, y: 132 },
    below,
  ]
  return displaysOf(page(lines, [{ at: 122.5, from: 193, to: 262 }]))
}

test('a fraction of words behind a name and an equals sign is a formula', () => {
  expect(fractionOf('hits + losses')).toEqual([
    '\\mathrm{Recall} = \\frac{\\mathrm{hits}}{\\mathrm{hits} + \\mathrm{losses}}',
  ])
})

test('an underlined word behind an equals sign is text, and so is one whose rule is on another height', () => {
  expect(fractionOf(' ')).toEqual([])
  expect(fractionOf('hits + losses', 132)).toEqual([])
})
