/** Rate limits: what a caller may do in a window, and the rest of it. */
export { countingName } from './client-address.ts'
export { openCounters } from './counters.ts'
export {
  type Claimant,
  createPlaces,
  NoPlace,
  type Places,
  type PlacesConfig,
} from './places.ts'
export {
  type Counter,
  createRateLimiter,
  type RateBudget,
  type RateLimiter,
  type Verdict,
  WINDOW_SECONDS,
} from './rate-limit.ts'
