import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type StepEvents, startWorkTime } from './work-time.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A step in a child that begins after a while, and gets this share of a core. */
function stepWith(share: number, beginMs = 0) {
  return ({ onBegin, onWait }: StepEvents): Promise<void> => {
    setTimeout(() => onBegin?.(), beginMs)
    const timer = setInterval(() => onWait?.(50 * (1 - share)), 50)
    return new Promise<void>(() => {}).finally(() => clearInterval(timer))
  }
}

const options = { deadlineMs: 60_000 }

test.each([
  { name: 'an idle machine', steps: [stepWith(1)], lateMs: 1_000 },
  { name: 'two pages at a time', steps: [stepWith(1), stepWith(1)], lateMs: 1_000 },
  { name: 'a page on a quarter of a core', steps: [stepWith(0.25)], lateMs: 4_000 },
  { name: 'two pages, one of them idle', steps: [stepWith(1), stepWith(0)], lateMs: 2_000 },
  {
    name: 'a page that waits three seconds for a child',
    steps: [stepWith(1, 3_000)],
    lateMs: 4_000,
  },
])('time in which pages wait does not count: $name', ({ steps, lateMs }) => {
  const { late, count, stop } = startWorkTime(1_000)
  for (const step of steps) void count(options, step)
  vi.advanceTimersByTime(lateMs - 300)
  expect(late.aborted).toBe(false)
  vi.advanceTimersByTime(600)
  expect(late.aborted).toBe(true)
  stop()
})

test('pages that have ended do not count', async () => {
  const { late, count, stop } = startWorkTime(1_000)
  await count(options, async ({ onBegin }) => onBegin?.())
  vi.advanceTimersByTime(5_000)
  expect(late.aborted).toBe(false)
  stop()
})
