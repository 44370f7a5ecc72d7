/** What a caller may do in a time, and how much of it is left. */
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
