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

test('findHalfRuledChoices: a table with small heads goes on after a row with one cell', () => {
  const heads = linesOf(rowsOfWords([{ 100: 'Session', 270: 'Opening', 420: 'Debate' }]))
  const rows = linesOf(
    rowsOfWords(
      [
        { 100: 'Seventh', 270: '14 September', 420: '21 September' },
        { 100: 'Eighth', 270: '12 September', 420: '19 September' },
        { 420: '(to be confirmed)' },
        { 100: 'Ninth', 270: '17 September', 420: '24 September' },
      ],
      TOP + 14,
    ),
  )
  const lines = [...heads.map((line) => ({ ...line, size: line.size * 0.7 })), ...rows]
  const rule = horizontal(TOP + 4, 98, 510)
  const [options = []] = findHalfRuledChoices({ horizontal: [rule], vertical: [] }, lines)
  expect(options.map(([region]) => region?.lines.length)).toEqual([5])
})
