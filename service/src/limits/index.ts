/** Rate limits: the requests of a caller in a window, and the remaining ones. */
export { countingName } from './client-address.ts'
export { openCounters } from './counters.ts'
export {
  createRateLimiter,
  type RateBudget,
  type RateLimiter,
  WINDOW_SECONDS,
} from './rate-limit.ts'
export { createSlots, NoSlot, type SlotClaimant, type SlotsConfig } from './slots.ts'
