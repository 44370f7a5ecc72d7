import { expect, test } from 'vitest'
import { quantile } from './statistics.ts'

test.each([
  { name: 'no values', values: [] },
  { name: 'equal values', values: [3, 3, 3, 3, 3] },
  { name: 'rising values', values: [-2, 0, 1, 5, 9, 12] },
  { name: 'falling values', values: [12, 9, 5, 1, 0, -2] },
  { name: 'mixed values', values: Array.from({ length: 200 }, (_, at) => (at * 37) % 101) },
])('quantile selects of $name what sorting finds', ({ values }) => {
  const sorted = values.toSorted((a, b) => a - b)
  for (const share of [0, 0.1, 0.4, 0.5, 0.99]) {
    expect(quantile(values, share)).toBe(sorted[Math.floor(values.length * share)] ?? 0)
  }
})
