/** Measures CPU time for tests of limits, independent of other load on the machine. */

/** CPU time of this thread, ms. */
export function cpuNow(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
