import { expect, test } from 'vitest'
import { recut } from './recut.ts'
import type { Region } from './region.ts'
import { linesOf, rowsOfWords, type TextRow } from './testing/pages.ts'

function regionOf(rows: readonly TextRow[]): Region {
  const lines = linesOf(rowsOfWords(rows))
  return {
    box: { x0: 0, y0: 0, x1: 612, y1: 792 },
    lines,
    horizontal: [],
    vertical: [],
    kind: 'halfRuled',
  }
}

const shown = ({ lines }: Region) =>
  lines.map(({ segments }) => segments.map(({ text }) => text).join(' | '))

test('narrow gaps with aligned text beside them separate columns', () => {
  const region = regionOf([
    { 100: 'No', 115: 'Item', 200: 'Price' },
    { 105: '1', 115: 'Super kite', 200: '20.00' },
    { 105: '2', 115: 'Turbo flyer', 200: '40.00' },
    { 100: '10', 115: 'Bare kit', 200: '50.00' },
  ])
  expect(shown(region)[1]).toBe('1 Super kite | 20.00')
  expect(shown(recut(region, 'tight'))).toEqual([
    'No | Item | Price',
    '1 | Super kite | 20.00',
    '2 | Turbo flyer | 40.00',
    '10 | Bare kit | 50.00',
  ])
})

test('blanks without aligned text beside them do not separate columns', () => {
  const region = regionOf([
    { 100: 'All people are', 300: '1' },
    { 100: 'born free and', 300: '2' },
    { 100: 'equal in rights', 300: '3' },
  ])
  expect(shown(recut(region, 'tight'))).toEqual(shown(region))
})

test('wide blanks of justified text in cells do not separate columns', () => {
  const region = regionOf([
    { 100: 'Point', 300: 'Comment' },
    { 100: 'All', 124: 'people', 162: 'are', 300: 'Born', 328: 'free', 356: 'and' },
    { 100: 'equal to each other.', 300: 'more than that.' },
  ])
  expect(shown(region)[1]).toBe('All | people | are | Born | free | and')
  expect(shown(recut(region, 'wide'))).toEqual([
    'Point | Comment',
    'All people are | Born free and',
    'equal to each other. | more than that.',
  ])
})
