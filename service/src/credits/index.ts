/** Credits: what a plan grants, what calls cost, what is left. */
export type { Clock, Credits } from './balance.ts'
export { type CreditsOffice, createCredits } from './credits.ts'
export { CreditsExhausted, type Hold, type Payer } from './spending.ts'
export { type LedgerEntry, listUsage } from './usage.ts'
