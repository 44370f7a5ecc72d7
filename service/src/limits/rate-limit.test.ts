import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a window begins with the first request, empties, and refills after 60 seconds', async () => {
  const { take, peek } = createRateLimiter(2)
  expect(await peek('a')).toEqual({ limit: 2, remaining: 2, reset: 60 })
  expect(await take('a')).toEqual({ budget: { limit: 2, remaining: 1, reset: 60 }, isOver: false })
  vi.advanceTimersByTime(10_500)
  expect(await take('a')).toMatchObject({ budget: { remaining: 0, reset: 50 }, isOver: false })
  expect(await take('a')).toMatchObject({ budget: { remaining: 0 }, isOver: true })
  expect(await peek('a')).toMatchObject({ remaining: 0 })
  expect(await take('b')).toMatchObject({ budget: { remaining: 1 }, isOver: false })
  vi.advanceTimersByTime(50_000)
  expect(await take('a')).toMatchObject({ budget: { remaining: 1 }, isOver: false })
})

test('a failing counter lets requests pass and reports no numbers', async () => {
  const fail = (): Promise<never> => Promise.reject(new Error('no connection'))
  const failures: unknown[] = []
  const counter = { consume: fail, get: fail }
  const { take, peek } = createRateLimiter(2, counter, (error) => failures.push(error))
  expect(await take('a')).toEqual({ budget: undefined, isOver: false })
  expect(await peek('a')).toBeUndefined()
  expect(failures).toHaveLength(2)
})
