/** Tests the monthly periods of credits around month ends, leap days and clock errors. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { periodAt } from './periods.ts'

test.each([
  ['the day itself', '2026-01-15', '2026-01-15T00:00:00.000Z', '2026-01-15', '2026-02-15'],
  ['the last moment', '2026-01-15', '2026-02-14T23:59:59.999Z', '2026-01-15', '2026-02-15'],
  ['the next', '2026-01-15', '2026-02-15T00:00:00.000Z', '2026-02-15', '2026-03-15'],
  ['a 31st in a February', '2026-01-31', '2026-02-28T12:00:00Z', '2026-02-28', '2026-03-31'],
  ['before it', '2026-01-31', '2026-02-27T12:00:00Z', '2026-01-31', '2026-02-28'],
  ['a 31st after a February', '2026-01-31', '2026-03-31T00:00:00Z', '2026-03-31', '2026-04-30'],
  ['a leap day', '2027-12-29', '2028-02-29T00:00:00Z', '2028-02-29', '2028-03-29'],
  ['an anchor on one', '2028-02-29', '2029-02-28T00:00:00Z', '2029-02-28', '2029-03-29'],
  ['over a new year', '2026-12-10', '2027-01-09T23:00:00Z', '2026-12-10', '2027-01-10'],
  ['a clock before the anchor', '2026-05-10', '2026-04-20T00:00:00Z', '2026-04-10', '2026-05-10'],
])('finds the period of %s', (_name, anchor, now, start, end) => {
  expect(periodAt(anchor, new Date(now))).toEqual({ start, end })
})

test('periods have no gaps, for any anchor', () => {
  const days = fc
    .integer({ min: 0, max: 20_000 })
    .map((count) => new Date(Date.UTC(2020, 0, 1 + count)))
  fc.assert(
    fc.property(days, days, (anchor, now) => {
      const anchorOn = anchor.toISOString().slice(0, 10)
      const { start, end } = periodAt(anchorOn, now)
      const today = now.toISOString().slice(0, 10)
      expect(start <= today && today < end).toBe(true)
      expect(periodAt(anchorOn, new Date(end)).start).toBe(end)
    }),
  )
})
