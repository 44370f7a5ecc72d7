/** The log levels and formats that `RECTO_LOG_LEVEL` and `RECTO_LOG_FORMAT` accept. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Without a format, the log is text on a terminal and JSON elsewhere. */
export const logFormats = ['json', 'text'] as const
export type LogFormat = (typeof logFormats)[number]
