/** Computes when the next attempt is due. */
import type { Attempt } from './attempt.ts'

/** Spreads retries, so that deliveries that failed together are not repeated together. */
const JITTER = 0.1
/** A receiver may request a longer delay than the schedule's, up to this. */
const MAX_WAIT_SECONDS = 60 * 60

/**
 * Finds the wait before the next attempt.
 *
 * @param tries The number of attempts, including this one.
 * @param spacingSeconds Waits after the first attempt, the second, and so on.
 * @param random From 0 to 1.
 * @returns Milliseconds; `undefined` after the last attempt.
 */
export function findWaitMs(
  { verdict, retryAfterSeconds = 0 }: Pick<Attempt, 'verdict' | 'retryAfterSeconds'>,
  tries: number,
  spacingSeconds: readonly number[],
  random: number = Math.random(),
): number | undefined {
  const spacing = spacingSeconds[tries - 1]
  if (verdict !== 'failed' || spacing === undefined) return undefined
  const jittered = spacing * (1 - JITTER + 2 * JITTER * random)
  return Math.max(jittered, Math.min(retryAfterSeconds, MAX_WAIT_SECONDS)) * 1_000
}
