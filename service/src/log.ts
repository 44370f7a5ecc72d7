/**
 * Writes the log to standard error: one JSON object a line, or text on a terminal. It holds no documents, keys or
 * addresses.
 */
import { destination, type Logger, pino } from 'pino'
import type { LogFormat, LogLevel } from './log-level.ts'
import { toText } from './log-text.ts'

export type Log = Logger

/** @param format When left out, the log is text on a terminal and JSON elsewhere. */
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
      // No code logs these fields; this is a safeguard.
      redact: ['req', 'res', 'headers', '*.headers', '*["x-api-key"]', '*.authorization'],
    },
    format === 'json'
      ? destination({ fd: 2, sync: false })
      : { write: (line) => process.stderr.write(toText(line)) },
  )
}
