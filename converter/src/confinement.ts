/**
 * A script → the command line of a child that can do little harm.
 *
 * Node's permission model takes away files (but the child's own folder, and code to read), processes, threads and
 * native addons. It does not take away the network before Node 25, so Linux does, with a network namespace of the
 * child's own, where the system lets us make one. Linux also ends the child when this process ends in any way.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the system offers beyond Node's permission model. */
export interface Confinement {
  /** Commands that start the next with fewer rights. */
  readonly wrapper: readonly string[]
  readonly isNetworkDenied: boolean
  /** Whether the system kills a child whose parent has died. */
  readonly diesWithParent: boolean
}

const ownNetwork = ['unshare', '--user', '--map-current-user', '--net', '--']
// After `unshare`, because new credentials clear the death signal (prctl(2), PR_SET_PDEATHSIG).
const boundToParent = ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--']

const isNetworkDeniedByNode = Number.parseInt(process.versions.node, 10) >= 25

/** From the strongest to none. Containers often forbid user namespaces; other systems have neither command. */
const offers: readonly Confinement[] = [
  { wrapper: [...ownNetwork, ...boundToParent], isNetworkDenied: true, diesWithParent: true },
  { wrapper: boundToParent, isNetworkDenied: isNetworkDeniedByNode, diesWithParent: true },
  { wrapper: [], isNetworkDenied: isNetworkDeniedByNode, diesWithParent: false },
]

/** All that a child's environment holds: nothing of the server's, no keys, no addresses. */
export const childEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  NODE_ENV: 'production',
  TZ: 'UTC',
}

let found: Confinement | undefined

/** The strongest confinement that works here; tried once in a process, some milliseconds. */
export function findConfinement(): Confinement {
  found ??= offers.find(({ wrapper }) => works(wrapper)) ?? {
    wrapper: [],
    isNetworkDenied: false,
    diesWithParent: false,
  }
  return found
}

function works([command, ...args]: readonly string[]): boolean {
  if (command === undefined) return true
  const options = { env: childEnvironment, stdio: 'ignore', timeout: 2_000 } as const
  return spawnSync(command, [...args, 'true'], options).status === 0
}

/**
 * CPU seconds of a child's life. Ends one that loops on after its parent was killed, where the system does not.
 * The pool replaces a child long before.
 */
export const CPU_SECONDS = 3_600
/** Size of a file that a child writes, in the shell's blocks of 512 bytes (of 1,024 in some): 1 to 2 GiB. */
const FILE_BLOCKS = 2_097_152

export interface ChildOptions {
  readonly script: string
  /** The child's own: where its input lies, and all that it may write. */
  readonly folder: string
  /** Where it finds its code compiled, in its folder. */
  readonly codeCache: string | undefined
  /** Heap of JavaScript, MiB. */
  readonly heapMiB: number
  /** Whether it gives way to other processes. */
  readonly isBackground: boolean
}

/** @returns A command and its arguments; the process that it starts becomes the child, with no other between. */
export function commandOf(
  { script, folder, heapMiB, isBackground }: ChildOptions,
  confinement: Confinement,
): readonly [command: string, args: readonly string[]] {
  const flags = [...permissionFlags(script, folder), ...heapFlags(heapMiB)]
  const limits = { cpuSeconds: CPU_SECONDS, fileBlocks: FILE_BLOCKS, isBackground }
  return confine([process.execPath, ...flags, script], limits, confinement)
}

/** What is left to a shell to set. */
export interface ProcessLimits {
  readonly cpuSeconds: number
  /** Of a file that is written, in blocks of 512 bytes (of 1,024 in some shells). */
  readonly fileBlocks: number
  /** Of all memory that is mapped; not for Node, which maps gigabytes that it never touches. */
  readonly memoryKib?: number
  /** Whether it gives way to other processes. */
  readonly isBackground: boolean
}

/** Of the steps by which a process gives way (nice(1)): it gets a ninth of a core that another wants as well. */
const BACKGROUND_STEPS = 10

export function confine(
  command: readonly string[],
  { cpuSeconds, fileBlocks, memoryKib, isBackground }: ProcessLimits,
  { wrapper }: Confinement,
): readonly [command: string, args: readonly string[]] {
  const limits = [
    // Core dumps hold documents.
    'ulimit -c 0',
    `ulimit -t ${cpuSeconds}`,
    `ulimit -f ${fileBlocks}`,
    ...(memoryKib === undefined ? [] : [`ulimit -v ${memoryKib}`]),
    'exec "$0" "$@"',
  ]
  const giveWay = isBackground ? ['nice', '-n', String(BACKGROUND_STEPS)] : []
  return ['/bin/sh', ['-c', limits.join('; '), ...giveWay, ...wrapper, ...command]]
}

/**
 * The space for young objects, MiB. V8 would let it grow to 32, of which three are held: a workbook of 50,000 rows then peaks at
 * 258 MiB instead of 181, and takes no less time.
 */
const SEMI_SPACE_MIB = 8

/** @param heapMiB Old objects, MiB. */
export function heapFlags(heapMiB: number): string[] {
  return [`--max-old-space-size=${heapMiB}`, `--max-semi-space-size=${SEMI_SPACE_MIB}`]
}

/** @param folder All that may be written. */
export function permissionFlags(script: string, folder: string): string[] {
  return [
    '--permission',
    ...packagesOf(script).map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-read=${folder}`,
    `--allow-fs-write=${folder}`,
    '--disallow-code-generation-from-strings',
    '--disable-proto=throw',
    '--disable-warning=SecurityWarning',
    '--disable-warning=ExperimentalWarning',
  ]
}

/** Our own code: this package, the engine, and the script where it lies elsewhere. */
export function codeFolders(script: string): string[] {
  const converter = join(import.meta.dirname, '..')
  const engine = join(dirname(fileURLToPath(import.meta.resolve('@recto/engine'))), '..')
  return [...new Set([converter, engine, dirname(script)])]
}

/** Our own code and the packages that it finds. Not the folder around them: a server's data may lie there. */
function packagesOf(script: string): string[] {
  const folders = codeFolders(script)
  const packages = folders.flatMap(ancestors).map((folder) => join(folder, 'node_modules'))
  return [...new Set([...folders, ...packages.filter((path) => existsSync(path))])]
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...ancestors(parent)]
}
