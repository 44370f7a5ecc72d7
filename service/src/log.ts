/** The log: one JSON object a line, on standard error. Holds no documents, no keys and no addresses. */
import { destination, type Logger, pino } from 'pino'
import type { LogLevel } from './log-level.ts'

export type Log = Logger

export function createLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: {},
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Nothing logs them; should something come to, they stay out.
      redact: ['req', 'res', 'headers', '*.headers', '*["x-api-key"]', '*.authorization'],
    },
    destination({ fd: 2, sync: false }),
  )
}
