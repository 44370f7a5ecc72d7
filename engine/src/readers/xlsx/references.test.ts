import { expect, test } from 'vitest'
import { findRange, packReference, unpackReference } from './references.ts'

test.each<readonly [reference: string, row: number, column: number]>([
  ['A1', 0, 0],
  ['Z1', 0, 25],
  ['AA1', 0, 26],
  ['AZ9', 8, 51],
  ['BA10', 9, 52],
  ['ZZ1', 0, 701],
  ['AAA1', 0, 702],
  ['XFD1048576', 1_048_575, 16_383],
  ['$B$3', 2, 1],
  ['c7', 6, 2],
])('parses %s to row %d, column %d, from 0', (reference, row, column) => {
  expect(unpackReference(packReference(reference))).toEqual({ row, column })
})

test.each([
  '',
  'A',
  '1',
  'A0',
  '1A',
  'A1B',
  'A-1',
  'A1.5',
  'XFE1',
  'AAAA1',
  'A1048577',
  'A99999999999999999999',
  `${'A'.repeat(100_000)}1`,
  'Ä1',
  '@1',
  '[1',
])('rejects the reference %s', (reference) => {
  expect(packReference(reference)).toBe(-1)
})

test.each([
  { reference: 'B2:D5', range: { row0: 1, column0: 1, row1: 4, column1: 3 } },
  { reference: 'D5:B2', range: { row0: 1, column0: 1, row1: 4, column1: 3 } },
  { reference: 'B2', range: { row0: 1, column0: 1, row1: 1, column1: 1 } },
  { reference: 'A:A', range: undefined },
  { reference: 'A1:B2:C3', range: undefined },
  { reference: '', range: undefined },
])('parses the range $reference', ({ reference, range }) => {
  expect(findRange(reference)).toEqual(range)
})
