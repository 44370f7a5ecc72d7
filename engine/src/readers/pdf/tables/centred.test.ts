import { expect, test } from 'vitest'
import { findTables } from './find-tables.ts'
import { pageOf, rowsOfWords, show, type TextRow } from './testing/pages.ts'

/** Texts by baseline and left end. */
const wordsAt = (lines: readonly (readonly [number, TextRow])[]) =>
  lines.flatMap(([baseline, row]) => rowsOfWords([row], baseline))

/** Rows of a label beside a text of one to three lines; the texts have a leading of 12, the rows 6 more. */
const table = wordsAt([
  [112, { 200: 'first of two lines of a duty' }],
  [118, { 100: 'March' }],
  [124, { 200: 'and its second' }],
  [142, { 100: 'April', 200: 'one line' }],
  [160, { 200: 'three lines of a duty, of which' }],
  [172, { 100: 'May', 200: 'the label is beside' }],
  [184, { 200: 'the second' }],
])

test('labels beside the middle of wrapped texts make rows', () => {
  const [found] = findTables(pageOf(table))
  expect(found && show(found)).toEqual([
    'March | first of two lines of a duty and its second',
    'April | one line',
    'May | three lines of a duty, of which the label is beside the second',
  ])
})

test('a row without a second cell is part of the table, the text below is not', () => {
  const more = wordsAt([
    [202, { 100: 'June' }],
    [226, { 100: 'In July the mill stands still.' }],
  ])
  const [found] = findTables(pageOf([...table, ...more]))
  expect(found && show(found).slice(3)).toEqual(['June | '])
})

test('labels at the first line of texts are left to the other searches', () => {
  const top = wordsAt([
    [112, { 100: 'March', 200: 'first of two lines of a duty, as' }],
    [124, { 200: 'this one is' }],
    [142, { 100: 'April', 200: 'first of three lines of a duty' }],
    [154, { 200: 'of which the label is beside' }],
    [166, { 200: 'the first' }],
  ])
  expect(findTables(pageOf(top))).toEqual([])
})
