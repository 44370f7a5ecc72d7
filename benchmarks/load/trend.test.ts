import { expect, test } from 'vitest'
import { trendOf, withoutStart } from './trend.ts'

const samplesOf = (value: (at: number) => number) =>
  Array.from({ length: 200 }, (_, at) => ({ at, value: value(at) }))

test('a straight line has its exact slope, with a margin of zero', () => {
  const trend = trendOf(samplesOf((at) => 500 + 2 * at))
  expect(trend?.slope).toBeCloseTo(2, 9)
  expect(trend?.margin).toBeCloseTo(0, 9)
})

test('values that oscillate around a constant have no trend', () => {
  const trend = trendOf(samplesOf((at) => 500 + 30 * Math.sin(at / 3)))
  expect(Math.abs(trend?.slope ?? 1)).toBeLessThan(trend?.margin ?? 0)
})

test('values that oscillate while they grow have a trend', () => {
  const trend = trendOf(samplesOf((at) => 500 + at / 2 + 10 * Math.sin(at / 3)))
  expect((trend?.slope ?? 0) - (trend?.margin ?? 0)).toBeGreaterThan(0.3)
})

test('the warm-up is left out, and too few samples have no trend', () => {
  expect(withoutStart(samplesOf(() => 1))[0]?.at).toBe(60)
  expect(trendOf(samplesOf(() => 1).slice(0, 19))).toBeUndefined()
})
