/** Credits: what a plan grants, what calls cost, what is left. */
export type { Credits } from './balance.ts'
export type { Clock } from './counting.ts'
export { type CreditsOffice, createCredits } from './credits.ts'
export { addressKeysOf } from './departed.ts'
export { dayOf, type Period, shareLeft } from './periods.ts'
export type { PaidPeriod, Subscribed } from './plan-change.ts'
export { CreditsExhausted, type Hold, type Payer } from './spending.ts'
export { type LedgerEntry, listUsage } from './usage.ts'
