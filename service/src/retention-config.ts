/** The retention of rows. */
export interface RetentionConfig {
  /** Days to keep ended jobs. */
  readonly jobsDays: number
  /** Days to keep finished deliveries with their attempts. */
  readonly deliveriesDays: number
  readonly auditDays: number
  /** Days to keep payment events of past periods. */
  readonly paymentsDays: number
  /** Full years for which the ledger keeps every entry; older years are summed up. */
  readonly ledgerYears: number
}
