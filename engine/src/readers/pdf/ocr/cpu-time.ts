/** How long an answer is used again, milliseconds: some systems take a third of a millisecond for it, Tesseract asks after each word. */
const maxAge = 20

let askedAt = Number.NEGATIVE_INFINITY
let known = 0

/** Returns the CPU time of this process, to some hundredths of a second. */
export function cpuMicroseconds(): number {
  const now = performance.now()
  if (now - askedAt >= maxAge) {
    const { user, system } = process.cpuUsage()
    askedAt = now
    known = user + system
  }
  return known
}
