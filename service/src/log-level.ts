/** The levels and formats of the log, as `RECTO_LOG_LEVEL` and `RECTO_LOG_FORMAT` name them. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** As `RECTO_LOG_FORMAT` names them; left out, it is text on a terminal and JSON elsewhere. */
export const logFormats = ['json', 'text'] as const
export type LogFormat = (typeof logFormats)[number]
