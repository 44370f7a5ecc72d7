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
  { name: 'a single letter is not a formula', text: 'with <n> layers of it', found: [] },
  {
    name: 'a number without an operator before a formula stays outside',
    text: 'the 12 <n = k> are',
    found: ['<n = k>'],
  },
  {
    name: 'commas separate formulas',
    text: 'for <a = b,> <c = d> it is',
    found: ['<a = b>,', '<c = d>'],
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
    name: 'a hyphenated word with a mathematical letter is not a formula',
    text: 'an <n>-layer model of it',
    found: [],
  },
  {
    name: 'a formula with unbalanced brackets is left out',
    text: 'the half-open <a = [b> of it',
    found: [],
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
