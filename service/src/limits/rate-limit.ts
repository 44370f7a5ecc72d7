/** Limits the requests of a caller per window. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** The limit as the headers and `/v1/me` show it. */
export interface RateBudget {
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window refills. */
  readonly reset: number
}

interface RateLimitResult {
  /** `undefined` if the counter can't be read. */
  readonly budget: RateBudget | undefined
  readonly isOver: boolean
}

export interface RateLimiter {
  /**
   * Counts one request. Lets it pass if the counter can't be read, so that a broken counter does not stop the service.
   */
  take(name: string): Promise<RateLimitResult>
  /** Returns the remaining requests without counting one. */
  peek(name: string): Promise<RateBudget | undefined>
}

export const WINDOW_SECONDS = 60

/** A store of rate-limiter-flexible, in memory or shared. */
export interface Counter {
  /** @throws {RateLimiterRes} past the limit; any other error is a failure of the counter. */
  consume(name: string, points?: number): Promise<RateLimiterRes>
  get(name: string): Promise<RateLimiterRes | null>
}

/**
 * @param perMinute Requests in a window of 60 seconds; it begins with a caller's first request.
 * @param onFailure Called if the counter can't be read.
 */
export function createRateLimiter(
  perMinute: number,
  counter: Counter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS }),
  onFailure: (error: unknown) => void = () => {},
): RateLimiter {
  return {
    take: async (name) => {
      try {
        return { budget: toBudget(perMinute, await counter.consume(name)), isOver: false }
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) {
          onFailure(refusal)
          return { budget: undefined, isOver: false }
        }
        return { budget: toBudget(perMinute, refusal), isOver: true }
      }
    },
    peek: async (name) => {
      try {
        return toBudget(perMinute, await counter.get(name))
      } catch (error) {
        onFailure(error)
        return undefined
      }
    },
  }
}

/** @param state `null` before a caller's first request. */
function toBudget(limit: number, state: RateLimiterRes | null): RateBudget {
  if (!state) return { limit, remaining: limit, reset: WINDOW_SECONDS }
  const remaining = Math.max(0, limit - state.consumedPoints)
  return { limit, remaining, reset: Math.max(1, Math.ceil(state.msBeforeNext / 1_000)) }
}
