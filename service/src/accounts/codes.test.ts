import { expect, test } from 'vitest'
import { newCode, readCode } from './codes.ts'

test('codes consist of characters that are hard to misread', () => {
  const codes = Array.from({ length: 500 }, newCode)
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(readCode(code)).toBe(code.replace('-', ''))
  }
  expect(new Set(codes).size).toBe(500)
})

test.each([
  { typed: '7KQ4-M2XD', read: '7KQ4M2XD' },
  { typed: ' 7kq4 m2xd\n', read: '7KQ4M2XD' },
  { typed: 'oil0-1111', read: '01101111' },
  { typed: '', read: '' },
])('reads the typed code $typed as $read', ({ typed, read }) => {
  expect(readCode(typed)).toBe(read)
})
