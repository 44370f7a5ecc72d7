/** The table of rate limits that several servers share, as rate-limiter-flexible reads it. Not written to the log: it may be lost. */
export const rateTables: readonly string[] = [
  `CREATE UNLOGGED TABLE rate_limit (
    key varchar(255) PRIMARY KEY,
    points integer NOT NULL DEFAULT 0,
    expire bigint
  )`,
]
