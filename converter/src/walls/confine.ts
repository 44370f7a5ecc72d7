/**
 * Confines a command with the mechanisms that the system offers.
 *
 * Chosen: Landlock for files and seccomp for everything else, because any user may apply them, even in containers,
 * where namespaces are refused; a separate user for children of root, because it costs nothing and works without the
 * other two. Network and IPC namespaces are added where they are allowed. Not chosen: namespaces for files and
 * processes (refused by Docker, by Ubuntu 24.04 and on many hosts; they need an intermediate process, which hides the
 * child's memory use), bubblewrap (the same, and seldom installed), `setpriv --landlock-access` (util-linux 2.41), a
 * program in C (installing Recto compiles nothing, and nobody can review a binary).
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodePath } from '../node-path.ts'
import type { Owner } from './owner.ts'
import { callFilter } from './system-calls.ts'

/**
 * The mechanisms that form walls.
 * - `user`: a separate user for children of root.
 * - `namespaces`: separate network and IPC.
 * - `rights`: no rights beyond the server's; a child ends with the server. Part of `calls`.
 * - `calls`: seccomp; no capabilities.
 * - `files`: Landlock; only with `calls`.
 */
export type Layer = 'user' | 'namespaces' | 'rights' | 'calls' | 'files'

export interface Confinement {
  readonly layers: ReadonlySet<Layer>
  /** The children's user, with the layer `user`. */
  readonly owner: Owner | undefined
  /** The reason why a layer is missing. */
  readonly failures: Readonly<Partial<Record<Layer, string>>>
}

/** Files that a command may open. */
export interface FileAccess {
  /** Files and folders; the system's libraries are added. */
  readonly readable: readonly string[]
  /** A folder. */
  readonly writable?: string
}

/** Limits that the shell sets. */
export interface ProcessLimits {
  readonly cpuSeconds: number
  /** The limit for written files, in blocks of 512 bytes (of 1,024 in some shells). */
  readonly fileBlocks: number
  /** The limit for mapped memory; not for Node, which maps gigabytes that it never touches. */
  readonly memoryKib?: number
  /** True to run it at a lower priority. */
  readonly isBackground: boolean
}

/** The arguments for `spawn`; the started process becomes the command itself, without an intermediate process. */
export interface ConfinedCommand {
  readonly file: string
  readonly args: readonly string[]
  /** User and group, if children have a separate user. */
  readonly credentials: Partial<Owner>
}

/** The whole environment of a child: no keys, addresses or other variables of the server. */
export const childEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  NODE_ENV: 'production',
  // Node ends if it can't read the system's configuration.
  OPENSSL_CONF: '/dev/null',
  TZ: 'UTC',
}

/** The niceness of background processes (nice(1)): they get a ninth of a core under contention. */
const BACKGROUND_STEPS = 10
/** oom_score_adj of a child (proc(5)): when memory runs out, the kernel kills children first. */
const OUT_OF_MEMORY_SCORE = 1_000

export function confine(
  command: readonly string[],
  { cpuSeconds, fileBlocks, memoryKib, isBackground }: ProcessLimits,
  reach: FileAccess,
  { layers, owner }: Confinement,
): ConfinedCommand {
  const limits = [
    // Core dumps would contain documents.
    'ulimit -c 0',
    `ulimit -t ${cpuSeconds}`,
    `ulimit -f ${fileBlocks}`,
    ...(memoryKib === undefined ? [] : [`ulimit -v ${memoryKib}`]),
    // Linux only; the shell adjusts itself, and the command inherits the value.
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

/**
 * Lists folders of programs and their libraries. Not all of /usr, because applications store their own files there, for
 * example in `/usr/src/app`.
 */
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
