/** Credits: grants of plans, charges and holds of calls, and balances. */
export { type Charges, type CreditsService, createCredits } from './credits.ts'
export { addressKeysOf } from './deleted-balance.ts'
export { dayOf, type Period, shareLeft } from './periods.ts'
export type { PaidPeriod, PaidPlan } from './plan-change.ts'
export { rollUpLedger } from './roll-up.ts'
export { CreditsExhausted, NeedsTransaction, type Payer } from './spending.ts'
export { listUsage } from './usage.ts'
