/** The CPU time of this process: what other processes take does not count. */
export function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
