/** How long rows are kept. */
export interface RetentionConfig {
  /** Jobs that have ended. */
  readonly jobsDays: number
  /** Deliveries that are over, with their tries. */
  readonly deliveriesDays: number
  readonly auditDays: number
  /** What the payment service said of periods that are over. */
  readonly paymentsDays: number
  /** Whole years of which the ledger has every entry; of those before it has sums. */
  readonly ledgerYears: number
}
