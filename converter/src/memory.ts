/** Measures memory, CPU time and waits of a child, and limits its memory. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The user and group of a process. */
interface Credentials {
  readonly uid?: number
  readonly gid?: number
}

/** Returns the resident memory in bytes; 0 if the system does not report it or the process has ended. */
export function residentBytes(pid: number): number {
  return readStatus(pid, 'VmRSS') ?? 0
}

/**
 * Limits the memory that a process can map in addition to its current mappings.
 *
 * RLIMIT_DATA counts writable private memory, heap and WebAssembly alike, but not reserved address space: V8 reserves 8
 * GiB for each WebAssembly memory, so RLIMIT_AS is of no use. Checking the resident memory at intervals is not enough:
 * a process fills a gigabyte between two checks.
 *
 * @param credentials The process's user and group if they differ from ours: root may change other processes, too, but
 * not in a container (CAP_SYS_RESOURCE).
 */
export async function capMemory(
  pid: number,
  moreBytes: number,
  credentials: Credentials = {},
): Promise<void> {
  const data = readStatus(pid, 'VmData')
  if (data === undefined) return
  const prlimit = spawn('prlimit', ['--pid', String(pid), `--data=${data + moreBytes}`], {
    stdio: 'ignore',
    ...credentials,
  })
  // Without the command, or if it fails, only the regular checks limit the memory.
  await new Promise<void>((resolve) =>
    prlimit.once('error', () => resolve()).once('exit', () => resolve()),
  )
}

/** Milliseconds per clock tick; Linux always reports a hundred ticks a second. */
const TICK_MS = 10

/** Returns the used CPU time in milliseconds; 0 if the system does not report it or the process has ended. */
export function cpuTimeMs(pid: number): number {
  try {
    // proc(5), /proc/PID/stat: utime and stime are the 14th and 15th field; the 2nd, a name in parentheses, may contain
    // spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return 0
  }
}

/** Returns a function that returns how long processes waited for a core since its last call, in milliseconds. */
export function measureWaits(): (pids: readonly number[]) => number {
  const seen = new Map<number, number>()
  return (pids) => {
    let sum = 0
    for (const pid of pids) {
      const waited = coreWaitMs(pid)
      sum += Math.max(0, waited - (seen.get(pid) ?? 0))
      seen.set(pid, waited)
    }
    return sum
  }
}

/** Returns how long a process was ready to run and had no core, in milliseconds; 0 if the system does not report it. */
function coreWaitMs(pid: number): number {
  try {
    // proc(5), /proc/PID/schedstat: time on a core, and time spent waiting for one, in nanoseconds.
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')
    return Number(waited ?? 0) / 1e6
  } catch {
    return 0
  }
}

/** Reads a number of bytes from /proc/PID/status (proc(5)). */
function readStatus(pid: number, name: 'VmRSS' | 'VmData'): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024
  } catch {
    return undefined
  }
}
