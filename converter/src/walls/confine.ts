/**
 * A command → the same command behind the walls that the system offers.
 *
 * What was chosen, and why: Landlock for files and seccomp for everything else, because any user may put them up, in containers
 * too, where namespaces are refused; a user of their own for children of root, because it costs nothing and does without both.
 * Namespaces of network and IPC are added where they are allowed. Not chosen: namespaces for files and processes
 * (refused by Docker, by Ubuntu 24.04 and on many hosts; a process must stay between, whose memory we would look at),
 * bubblewrap (the same, and seldom installed), `setpriv --landlock-access` (util-linux 2.41), a program in C (nothing is compiled
 * when Recto is installed, and nobody reads a binary).
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodePath } from '../node-path.ts'
import type { Owner } from './owner.ts'
import { callFilter } from './system-calls.ts'

/**
 * Means by which walls are put up.
 *
 * - `user`: a user of the children's own; for root.
 * - `namespaces`: network and IPC of a child's own.
 * - `rights`: no rights beyond the server's are gained; a child ends with the server. Part of `calls`.
 * - `calls`: seccomp; no capabilities.
 * - `files`: Landlock; only with `calls`.
 */
export type Layer = 'user' | 'namespaces' | 'rights' | 'calls' | 'files'

export interface Confinement {
  readonly layers: ReadonlySet<Layer>
  /** Children's own, with the layer `user`. */
  readonly owner: Owner | undefined
  /** Why a layer is not there. */
  readonly failures: Readonly<Partial<Record<Layer, string>>>
}

/** Files that a command may open. */
export interface FileAccess {
  /** Files and folders. The system's libraries are added. */
  readonly readable: readonly string[]
  /** A folder. */
  readonly writable?: string
}

/** Limits that a shell sets. */
export interface ProcessLimits {
  readonly cpuSeconds: number
  /** Of a file that is written, in blocks of 512 bytes (of 1,024 in some shells). */
  readonly fileBlocks: number
  /** Of all memory that is mapped; not for Node, which maps gigabytes that it never touches. */
  readonly memoryKib?: number
  /** True to run it at a lower priority. */
  readonly isBackground: boolean
}

/** For `spawn`; the process that it starts becomes the command, with no other between. */
export interface ConfinedCommand {
  readonly file: string
  readonly args: readonly string[]
  /** User and group, where they are the children's own. */
  readonly credentials: Partial<Owner>
}

/** All that a child's environment holds: nothing of the server's, no keys, no addresses. */
export const childEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  NODE_ENV: 'production',
  // Node ends when it may not read the system's.
  OPENSSL_CONF: '/dev/null',
  TZ: 'UTC',
}

/** Of the steps by which a process gives way (nice(1)): it gets a ninth of a core that another wants as well. */
const BACKGROUND_STEPS = 10
/** oom_score_adj of a child (proc(5)): the kernel ends it before all other processes when memory runs out. */
const OUT_OF_MEMORY_SCORE = 1_000

export function confine(
  command: readonly string[],
  { cpuSeconds, fileBlocks, memoryKib, isBackground }: ProcessLimits,
  reach: FileAccess,
  { layers, owner }: Confinement,
): ConfinedCommand {
  const limits = [
    // Core dumps hold documents.
    'ulimit -c 0',
    `ulimit -t ${cpuSeconds}`,
    `ulimit -f ${fileBlocks}`,
    ...(memoryKib === undefined ? [] : [`ulimit -v ${memoryKib}`]),
    // Linux only; the shell writes to its own, which the command inherits.
    `{ echo ${OUT_OF_MEMORY_SCORE} > /proc/self/oom_score_adj; } 2>/dev/null`,
    'exec "$0" "$@"',
  ]
  const giveWay = isBackground ? ['nice', '-n', String(BACKGROUND_STEPS)] : []
  const wrapper = [...namespaces(layers), ...launcher(layers, reach)]
  return {
    file: '/bin/sh',
    args: ['-c', limits.join('; '), ...giveWay, ...wrapper, ...command],
    credentials: owner ?? {},
  }
}

function namespaces(layers: ReadonlySet<Layer>): readonly string[] {
  return layers.has('namespaces')
    ? ['unshare', '--user', '--map-current-user', '--net', '--ipc', '--']
    : []
}

const launcherScript = join(import.meta.dirname, '..', '..', 'launcher.pl')

function launcher(
  layers: ReadonlySet<Layer>,
  { readable, writable }: FileAccess,
): readonly string[] {
  const filter = layers.has('calls') ? callFilter() : undefined
  if (!filter) {
    // After `unshare`, because new credentials clear the death signal (prctl(2), PR_SET_PDEATHSIG).
    return layers.has('rights') ? ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--'] : []
  }
  const files = [
    '--files',
    ...[...systemFiles(), ...readable].flatMap((path) => ['--read', path]),
    ...(writable === undefined ? [] : ['--write', writable]),
  ]
  const { calls, program } = filter
  return ['perl', launcherScript, calls, program, ...(layers.has('files') ? files : []), '--']
}

/** Folders of programs and their libraries. Not all of /usr: applications put their own files there, for example in `/usr/src/app`. */
function systemFiles(): readonly string[] {
  return [
    '/lib',
    '/lib64',
    '/usr/lib',
    '/usr/lib64',
    '/usr/local/lib',
    '/nix/store',
    '/gnu/store',
    '/etc/ld.so.cache',
    '/dev/null',
    '/dev/urandom',
    join(dirname(nodePath), '..', 'lib'),
  ].filter((path) => existsSync(path))
}
