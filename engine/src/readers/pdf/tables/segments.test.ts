import { expect, test } from 'vitest'
import type { Word } from '../layout/index.ts'
import { word } from '../layout/testing/layout.ts'
import { isNumeric, textOf } from './segments.ts'
import { linesOf, rowsOfWords, vertical } from './testing/pages.ts'

const shown = (content: readonly Word[], walls = [vertical(0, 0, 0)]) =>
  linesOf(content, walls).map(({ segments }) => segments.map(textOf).join(' | '))

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
