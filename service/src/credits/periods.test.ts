import fc from 'fast-check'
import { expect, test } from 'vitest'
import { periodAt } from './periods.ts'

test.each([
  {
    name: 'the day itself',
    anchor: '2026-01-15',
    now: '2026-01-15T00:00:00.000Z',
    is: ['2026-01-15', '2026-02-15'],
  },
  {
    name: 'the last moment',
    anchor: '2026-01-15',
    now: '2026-02-14T23:59:59.999Z',
    is: ['2026-01-15', '2026-02-15'],
  },
  {
    name: 'the next',
    anchor: '2026-01-15',
    now: '2026-02-15T00:00:00.000Z',
    is: ['2026-02-15', '2026-03-15'],
  },
  {
    name: 'a 31st in a February',
    anchor: '2026-01-31',
    now: '2026-02-28T12:00:00Z',
    is: ['2026-02-28', '2026-03-31'],
  },
  {
    name: 'before it',
    anchor: '2026-01-31',
    now: '2026-02-27T12:00:00Z',
    is: ['2026-01-31', '2026-02-28'],
  },
  {
    name: 'a 31st after a February',
    anchor: '2026-01-31',
    now: '2026-03-31T00:00:00Z',
    is: ['2026-03-31', '2026-04-30'],
  },
  {
    name: 'a leap day',
    anchor: '2027-12-29',
    now: '2028-02-29T00:00:00Z',
    is: ['2028-02-29', '2028-03-29'],
  },
  {
    name: 'an anchor on one',
    anchor: '2028-02-29',
    now: '2029-02-28T00:00:00Z',
    is: ['2029-02-28', '2029-03-29'],
  },
  {
    name: 'over a new year',
    anchor: '2026-12-10',
    now: '2027-01-09T23:00:00Z',
    is: ['2026-12-10', '2027-01-10'],
  },
  {
    name: 'a clock before the anchor',
    anchor: '2026-05-10',
    now: '2026-04-20T00:00:00Z',
    is: ['2026-04-10', '2026-05-10'],
  },
])('the period of $name', ({ anchor, now, is }) => {
  const { start, end } = periodAt(anchor, new Date(now))
  expect([start, end]).toEqual(is)
})

test('periods follow each other without a gap, whatever the anchor', () => {
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
