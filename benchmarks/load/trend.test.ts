import { expect, test } from 'vitest'
import { trendOf, withoutStart } from './trend.ts'

const samplesOf = (value: (at: number) => number) =>
  Array.from({ length: 200 }, (_, at) => ({ at, value: value(at) }))

test('a line has its slope, without doubt', () => {
  const trend = trendOf(samplesOf((at) => 500 + 2 * at))
  expect(trend?.slope).toBeCloseTo(2, 9)
  expect(trend?.margin).toBeCloseTo(0, 9)
})

test('what swings around a value is flat: the interval holds zero', () => {
  const trend = trendOf(samplesOf((at) => 500 + 30 * Math.sin(at / 3)))
  expect(Math.abs(trend?.slope ?? 1)).toBeLessThan(trend?.margin ?? 0)
})

test('what grows while it swings is not', () => {
  const trend = trendOf(samplesOf((at) => 500 + at / 2 + 10 * Math.sin(at / 3)))
  expect((trend?.slope ?? 0) - (trend?.margin ?? 0)).toBeGreaterThan(0.3)
})

test('a start is left out, and too few samples say nothing', () => {
  expect(withoutStart(samplesOf(() => 1))[0]?.at).toBe(60)
  expect(trendOf(samplesOf(() => 1).slice(0, 19))).toBeUndefined()
})
