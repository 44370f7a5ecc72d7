import { expect, test } from 'vitest'
import { joinSyntax } from './code-syntax.ts'
import type { Part } from './styled-line.ts'
import { bodyStyle, italicStyle, monoStyle, run } from './testing/lines.ts'

const code = (text: string): Part => ({ text, run: run(text, monoStyle) })
const name = (text: string): Part => ({ text, run: run(text, italicStyle) })
const prose = (text: string): Part => ({ text, run: run(text, bodyStyle) })
const joined = (...parts: Part[]) => joinSyntax(parts).map(({ text }) => text)

test('names of arguments are part of the command around them', () => {
  const parts = [
    prose('Use '),
    code('\\hang['),
    name('⟨long name⟩'),
    code(']{'),
    name('⟨x⟩'),
    code('}'),
  ]
  expect(joined(...parts)).toEqual(['Use ', '\\hang[⟨long name⟩]{⟨x⟩}'])
})

test('code goes on after a closing bracket, but the punctuation after it is not code', () => {
  expect(joined(code('dip('), name('vat'), code(') or'))).toEqual(['dip(vat) or'])
  const parts = joinSyntax([code('dip('), name('vat'), code(').')])
  expect(parts.map(({ text, run: { style } }) => [text, style.mono])).toEqual([
    ['dip(vat)', true],
    ['.', false],
  ])
})

test('a closing bracket in the type of the text ends the command', () => {
  expect(joined(code('dip('), name('vat). It is warm'))).toEqual(['dip(vat)', '. It is warm'])
})

test.each([
  { about: 'brackets that the text speaks of', parts: [code('{'), prose(' and '), code('}')] },
  {
    about: 'another command with a bracket',
    parts: [code('\\left('), prose(' and '), code('\\right)')],
  },
  { about: 'a bracket without its end', parts: [code('dip('), name('vat'), prose(' and so on')] },
  {
    about: 'a text that is too long',
    parts: [code('dip('), prose('the vat '.repeat(8)), code(')')],
  },
  { about: 'a bracket that opens and closes', parts: [code('dip('), code(')')] },
  {
    about: 'a formula',
    parts: [code('dip('), { text: 'x', run: run('x', bodyStyle, { latex: 'x' }) }, code(')')],
  },
])('nothing is joined: $about', ({ parts }) => {
  expect(joinSyntax(parts)).toEqual(parts)
})
