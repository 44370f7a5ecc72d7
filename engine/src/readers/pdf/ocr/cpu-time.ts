/** Measures the CPU time of this process, cheaply enough to be asked after each word. */
import { ocrLimits } from './settings.ts'

let askedAt = Number.NEGATIVE_INFINITY
let known = 0

/** Returns the CPU time of this process, to some hundredths of a second. */
export function cpuMicroseconds(): number {
  const now = performance.now()
  if (now - askedAt >= ocrLimits.cpuTimeAge) {
    const { user, system } = process.cpuUsage()
    askedAt = now
    known = user + system
  }
  return known
}
