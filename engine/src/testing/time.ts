/** For tests of bounds: what a piece of work costs, however many others share the machine. */

/** CPU time of this thread, ms. */
export function cpuNow(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
