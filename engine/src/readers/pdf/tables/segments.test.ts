import { expect, test } from 'vitest'
import { copyWord, type Word } from '../layout/index.ts'
import { word } from '../layout/testing/layout.ts'
import { cutFiner, isNumeric } from './segments.ts'
import { linesOf, rowsOfWords, vertical } from './testing/pages.ts'

const shown = (content: readonly Word[], walls = [vertical(0, 0, 0)]) =>
  linesOf(content, walls).map(({ segments }) => segments.map(({ text }) => text).join(' | '))

test.each([
  {
    name: 'a wide gap separates segments',
    content: rowsOfWords([{ 100: 'two words', 180: 'apart' }]),
    lines: ['two words | apart'],
  },
  {
    name: 'leaders separate segments',
    content: rowsOfWords([{ 100: 'Total', 130: '......', 163: '12' }]),
    lines: ['Total | 12'],
  },
  {
    name: 'dots as far from each other as columns lead to the page of a title',
    content: rowsOfWords([{ 100: 'Total', 130: '.', 150: '.', 170: '.', 190: '12' }]),
    lines: ['Total | 12'],
  },
  {
    name: 'dots are values between figures',
    content: rowsOfWords([{ 100: 'Total', 130: '.', 150: '.', 170: '.', 190: '12', 210: '7' }]),
    lines: ['Total . | . | . | 12 | 7'],
  },
  {
    name: 'three dots after a blank stay in the text before them',
    content: rowsOfWords([{ 100: 'rule:', 128: '...', 180: 'apart' }]),
    lines: ['rule: ... | apart'],
  },
  {
    name: 'three dots with white around them are a missing value',
    content: rowsOfWords([{ 100: 'Total', 150: '...', 190: '12', 230: '...' }]),
    lines: ['Total | ... | 12 | ...'],
  },
  {
    name: 'three dots beside a title or a figure are a leader',
    content: rowsOfWords([
      { 100: 'Total', 128: '...', 190: '12' },
      { 100: 'Rest', 172: '... 7' },
    ]),
    lines: ['Total | 12', 'Rest | 7'],
  },
  {
    name: 'three dots begin a text',
    content: rowsOfWords([{ 100: '... in order' }]),
    lines: ['... in order'],
  },
  {
    name: 'a raised superscript stays in its line',
    content: [word('mg', 100, 100), word('2', 110, 96, 6), word('next', 100, 112)],
    lines: ['mg 2', 'next'],
  },
])('cutLines: $name', ({ content, lines }) => {
  expect(shown(content)).toEqual(lines)
})

test('cutLines: a drawn line separates close words', () => {
  expect(shown(rowsOfWords([{ 100: 'left right' }]), [vertical(121, 80, 120)])).toEqual([
    'left | right',
  ])
})

test('cutLines: a word that the file moves to is apart if the file draws its blanks', () => {
  const content = rowsOfWords([
    { 100: 'some running text with blanks' },
    { 100: '7.1', 119: '2.4 3.3' },
  ])
  const close = content.map((own) => copyWord(own, { isMoved: own.x0 === 119 || own.x0 === 100 }))
  expect(shown(close)).toEqual(['some running text with blanks', '7.1 | 2.4 3.3'])
  expect(shown(content)).toEqual(['some running text with blanks', '7.1 2.4 3.3'])
})

test('cutFiner: a word that the file moves to is apart from a number, however close', () => {
  const content = rowsOfWords([{ 100: '1.1 Salaries 31 kg' }])
  const moved = content.map((own) => copyWord(own, { isMoved: own.text === 'Salaries' }))
  const cut = (all: readonly Word[]) =>
    cutFiner(linesOf(all), 0.25).flatMap(({ segments }) => segments.map(({ text }) => text))
  expect(cut(moved)).toEqual(['1.1', 'Salaries 31 kg'])
  expect(cut(content)).toEqual(['1.1 Salaries 31 kg'])
})

test.each([
  {
    name: 'letters of one width and a gap of that width are monospaced',
    texts: ['int', 'size'],
    gap: 5,
    count: 1,
  },
  { name: 'a wider gap separates columns', texts: ['int', 'size'], gap: 6, count: 2 },
  { name: 'figures are equally wide in any font', texts: ['12', '34'], gap: 5, count: 2 },
])('cutFiner: $name', ({ texts: [first = '', second = ''], gap, count }) => {
  const left = word(first, 100, 100)
  const lines = linesOf([left, word(second, left.x1 + gap, 100)])
  expect(cutFiner(lines, 0.2).flatMap(({ segments }) => segments)).toHaveLength(count)
})

test.each([
  ['1,234.5', true],
  ['(3.2)', true],
  ['12 %', true],
  ['$ 4', true],
  ['–', true],
  ['✓', true],
  ['3.5 ± 0.4', true],
  ['12 days', false],
  ['A4', false],
  ['', false],
])('isNumeric: %s is a figure: %s', (text, expected) => {
  expect(isNumeric(text)).toBe(expected)
})

test('cutFiner: three dots stay in the text before them', () => {
  const line = rowsOfWords([{ 100: 'rule:', 130.8: '...', 180: 'apart' }])
  expect(
    cutFiner(linesOf(line), 0.2).map(({ segments }) => segments.map(({ text }) => text)),
  ).toEqual([['rule: ...', 'apart']])
})
