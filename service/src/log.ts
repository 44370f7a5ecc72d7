/** The log, on standard error: one JSON object a line, or text on a terminal. Holds no documents, no keys and no addresses. */
import { destination, type Logger, pino } from 'pino'
import type { LogFormat, LogLevel } from './log-level.ts'
import { toText } from './log-text.ts'

export type Log = Logger

/** @param format Where it is left out, the log is text on a terminal and JSON elsewhere. */
export function createLog(
  level: LogLevel,
  format: LogFormat = process.stderr.isTTY ? 'text' : 'json',
): Log {
  return pino(
    {
      level,
      base: {},
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Nothing logs them; should something come to, they stay out.
      redact: ['req', 'res', 'headers', '*.headers', '*["x-api-key"]', '*.authorization'],
    },
    format === 'json'
      ? destination({ fd: 2, sync: false })
      : { write: (line) => process.stderr.write(toText(line)) },
  )
}
