import { expect, test } from 'vitest'
import { findHalfRuledChoices } from './half-ruled.ts'
import { horizontal, linesOf, rowsOfWords, TOP } from './testing/pages.ts'

test('findHalfRuledChoices: rules only under heads may be those of tables with text between', () => {
  const text = 'All people are born free and equal in dignity and in their rights'
  const lines = linesOf(
    rowsOfWords([
      { 100: 'Athlete', 270: 'Club', 420: 'Total' },
      { 100: 'Lindgren', 270: 'Mora', 420: '42.45' },
      { 100: 'Berg', 270: 'Lyn', 420: '43.01' },
      { 100: 'Kovacs', 270: 'Vasas', 420: '43.42' },
      {},
      { 100: text },
      {},
      { 100: 'Date', 270: 'Hours', 420: 'Amount' },
      { 100: '3 May', 270: '3.5', 420: '280.00' },
      { 100: '7 May', 270: '6', 420: '480.00' },
    ]),
  )
  const rules = [TOP + 4, TOP + 7 * 14 + 4].map((at) => horizontal(at, 98, 460))
  const [options = []] = findHalfRuledChoices({ horizontal: rules, vertical: [] }, lines)
  const starts = options.map((regions) =>
    regions.map(({ lines: [first] }) => first?.segments.map(({ text: head }) => head).join(' ')),
  )
  expect(starts).toContainEqual(['Athlete Club Total', 'Date Hours Amount'])
})
