/**
 * A script → the command line of a child that can do little harm.
 *
 * Node's permission model takes away files (but the child's own folder, and code to read), processes, threads,
 * native addons and, since Node 25, the network. It binds JavaScript and nothing else; the walls of the system (walls/) bind
 * a child whose process a document has taken over.
 */
import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodePath } from './node-path.ts'
import {
  type ConfinedCommand,
  type Confinement,
  checkWalls as checkThem,
  confine,
  findConfinement as find,
  type Wall,
} from './walls/index.ts'

/** `.ts` where the sources run as they are, `.js` where they were compiled. */
const extension = extname(import.meta.filename)
export const childScript = join(import.meta.dirname, `child${extension}`)

const found = new Map<string, Promise<Confinement>>()

/** @param folder Where children get folders of their own. @returns The strongest confinement that works there; tried once. */
export function findConfinement(folder: string, script = childScript): Promise<Confinement> {
  const place = `${folder}\n${script}`
  const finding = found.get(place) ?? find({ script, readable: codeOf(script), folder })
  found.set(place, finding)
  return finding
}

/** Has a process behind the walls of `folder` try to get out. */
export async function checkWalls(folder: string): Promise<readonly Wall[]> {
  return checkThem(await findConfinement(folder), folder, codeOf(childScript))
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
  /** Where it finds its code compiled. */
  readonly codeCache: string | undefined
  /** Heap of JavaScript, MiB. */
  readonly heapMiB: number
  /** True to run it at a lower priority. */
  readonly isBackground: boolean
}

export function commandOf(options: ChildOptions, confinement: Confinement): ConfinedCommand {
  const { script, folder, codeCache, heapMiB, isBackground } = options
  const flags = [...permissionFlags(script, folder, codeCache), ...heapFlags(heapMiB)]
  const limits = { cpuSeconds: CPU_SECONDS, fileBlocks: FILE_BLOCKS, isBackground }
  const reach = { readable: [nodePath, ...codeOf(script)], writable: folder }
  return confine([nodePath, ...flags, script], limits, reach, confinement)
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

/**
 * @param folder All that may be written.
 * @param codeCache Node uses it only where it may write it; where it must not, the walls see to that.
 */
export function permissionFlags(script: string, folder: string, codeCache = folder): string[] {
  return [
    '--permission',
    ...codeOf(script).map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-read=${folder}`,
    ...new Set([`--allow-fs-write=${folder}`, `--allow-fs-write=${codeCache}`]),
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
export function codeOf(script: string): string[] {
  const folders = codeFolders(script)
  const packages = folders.flatMap(ancestors).map((folder) => join(folder, 'node_modules'))
  return [...new Set([...folders, ...packages.filter((path) => existsSync(path))])]
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...ancestors(parent)]
}
