/** Measures memory and CPU time of a child, and limits its memory. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Of a process. */
interface Credentials {
  readonly uid?: number
  readonly gid?: number
}

/** Resident memory, bytes; 0 where the system does not report it or the process has ended. */
export function residentBytes(pid: number): number {
  return readStatus(pid, 'VmRSS') ?? 0
}

/**
 * Has the system refuse a process more than so much memory on top of what it has mapped now.
 *
 * RLIMIT_DATA counts writable private memory, heap and WebAssembly alike, but not address space that is only reserved:
 * V8 reserves 8 GiB for each WebAssembly memory, so RLIMIT_AS is of no use. Looking at the resident memory every
 * so often is not enough: a process fills a gigabyte between two looks.
 *
 * @param credentials The process's, where they are not ours: root may do it too, but not in a container (CAP_SYS_RESOURCE).
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
  // Where there is no such command, or it fails, the looks must do.
  await new Promise<void>((resolve) =>
    prlimit.once('error', () => resolve()).once('exit', () => resolve()),
  )
}

/** Ticks of the clock that processes are measured with; Linux shows a hundred a second, whatever it counts in. */
const TICK_MS = 10

/** CPU time that a process has used, milliseconds; 0 where the system does not report it or the process has ended. */
export function cpuTimeMs(pid: number): number {
  try {
    // proc(5), /proc/PID/stat: utime and stime are the 14th and 15th; the 2nd, a name in parentheses, may hold blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return 0
  }
}

/** A figure of /proc/PID/status (proc(5)), bytes. */
function readStatus(pid: number, name: 'VmRSS' | 'VmData'): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024
  } catch {
    return undefined
  }
}
