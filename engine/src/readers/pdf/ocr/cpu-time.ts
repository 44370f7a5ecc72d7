/** Returns the CPU time of this process. */
export function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
