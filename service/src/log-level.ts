/** The levels of the log, as `RECTO_LOG_LEVEL` names them. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
