/** Recognises driver errors of a temporarily unavailable database. */

const socketCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])
/** Classes of SQLSTATE: connection, insufficient resources, operator intervention (PostgreSQL, appendix A). */
const sqlClasses: ReadonlySet<string> = new Set(['08', '53', '57'])
/** The connection pool has no codes for these errors. */
const poolMessages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/** Returns true if the database is unreachable or full; a later try may succeed. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  if (socketCodes.has(code) && 'syscall' in error) return true
  if (typeof code === 'string' && code.length === 5 && sqlClasses.has(code.slice(0, 2))) return true
  return poolMessages.test(error.message)
}
