import { RateLimiterMemory } from 'rate-limiter-flexible'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'
import { createReservations } from './reservations.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates servers that share one count, and counts their round trips. */
function makeServers(points: number, servers = 2) {
  const shared = new RateLimiterMemory({ points, duration: 60 })
  const asked = vi.spyOn(shared, 'consume')
  const limiters = Array.from({ length: servers }, () =>
    createRateLimiter(points, createReservations(shared, points)),
  )
  return { shared, asked, limiters }
}

const count = (verdicts: readonly { isOver: boolean }[]): number =>
  verdicts.filter(({ isOver }) => !isOver).length

test('reserves a second’s requests at once, and each counts as one', async () => {
  const { asked, limiters } = makeServers(120, 1)
  const [limiter] = limiters
  for (let used = 1; used <= 6; used += 1) {
    expect(await limiter?.take('a')).toMatchObject({ budget: { remaining: 120 - used } })
  }
  expect(asked).toHaveBeenCalledTimes(3)
})

test.each([1, 12, 60, 119, 120, 1_000])(
  'of many concurrent requests on three servers exactly %i pass',
  async (points) => {
    const { limiters } = makeServers(points, 3)
    const takes = limiters.flatMap(({ take }) => Array.from({ length: points }, () => take('a')))
    expect(count(await Promise.all(takes))).toBe(points)
  },
)

test("never lets more than the limit pass in any order, and each server withholds at most a second's requests", async () => {
  const { limiters } = makeServers(600, 3)
  let passed = 0
  for (let turn = 0; turn < 700; turn += 1) {
    const limiter = limiters[(turn * turn) % 3]
    passed += limiter && !(await limiter.take('a')).isOver ? 1 : 0
  }
  expect(passed).toBeLessThanOrEqual(600)
  expect(passed).toBeGreaterThanOrEqual(580)
})

test('refuses callers over the limit from memory until the window ends', async () => {
  const { asked, limiters } = makeServers(2, 1)
  const [limiter] = limiters
  for (let turn = 0; turn < 10; turn += 1) await limiter?.take('a')
  expect(asked).toHaveBeenCalledTimes(2)
  expect(await limiter?.take('a')).toEqual({
    budget: { limit: 2, remaining: 0, reset: 60 },
    isOver: true,
  })
  vi.advanceTimersByTime(60_001)
  expect(await limiter?.take('a')).toMatchObject({ budget: { remaining: 1 }, isOver: false })
})

test('requests left at the end of a window do not pass in the next', async () => {
  const { limiters } = makeServers(600)
  const [here, there] = limiters
  await here?.take('a')
  vi.advanceTimersByTime(61_000)
  for (let turn = 0; turn < 600; turn += 1) await there?.take('a')
  await here?.peek('a')
  expect(await here?.take('a')).toMatchObject({ isOver: true })
})

test("reads show this server's counts at once, and those of others after a second", async () => {
  const { limiters } = makeServers(30)
  const [here, there] = limiters
  expect(await here?.peek('a')).toMatchObject({ remaining: 30 })
  await here?.take('a')
  expect(await here?.peek('a')).toMatchObject({ remaining: 29 })
  await there?.take('a')
  vi.advanceTimersByTime(1_000)
  expect(await here?.peek('a')).toMatchObject({ remaining: 28 })
})

test('a failing shared count fails each request, and the next one asks again', async () => {
  const { shared, limiters } = makeServers(30, 1)
  const [limiter] = limiters
  vi.spyOn(shared, 'consume').mockRejectedValueOnce(new Error('no connection'))
  const first = await Promise.all([limiter?.take('a'), limiter?.take('a')])
  expect(first).toEqual(Array(2).fill({ budget: undefined, isOver: false }))
  expect(await limiter?.take('a')).toMatchObject({ budget: { remaining: 29 } })
})
