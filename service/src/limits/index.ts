/** Rate limits: the requests of a caller in a window, and the remaining ones. */
export { countingName } from './client-address.ts'
export { openCounters } from './counters.ts'
export {
  type Counter,
  createRateLimiter,
  type RateBudget,
  type RateLimiter,
  type RateLimitResult,
  WINDOW_SECONDS,
} from './rate-limit.ts'
export {
  createSlots,
  NoSlot,
  type SlotClaimant,
  type Slots,
  type SlotsConfig,
} from './slots.ts'
