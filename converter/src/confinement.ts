/**
 * Builds the command line of a confined child.
 *
 * Node's permission model denies files (except the child's folder, and code for reading), processes, threads, native
 * addons and, since Node 25, the network. It only restricts JavaScript; the walls of the system (walls/) also restrict
 * a process that a document has taken over.
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

/** `.ts` in the sources, `.js` in the compiled package. */
const extension = extname(import.meta.filename)
export const childScript = join(import.meta.dirname, `child${extension}`)

const found = new Map<string, Promise<Confinement>>()

/**
 * @param folder The parent of the children's folders.
 * @returns The strongest confinement that works there; tested once.
 */
export function findConfinement(folder: string, script = childScript): Promise<Confinement> {
  const key = `${folder}\n${script}`
  const finding = found.get(key) ?? find({ script, readable: codeOf(script), folder })
  found.set(key, finding)
  return finding
}

/** Tests the walls of `folder` with a process that tries to escape. */
export async function checkWalls(folder: string): Promise<readonly Wall[]> {
  return checkThem(await findConfinement(folder), folder, codeOf(childScript))
}

/**
 * CPU seconds of a child's life. Ends a child that loops after its parent was killed, where the system does not. The
 * pool replaces children much earlier.
 */
export const CPU_SECONDS = 3_600
/** The limit for files that a child writes, in the shell's blocks of 512 bytes (of 1,024 in some): 1 to 2 GiB. */
const FILE_BLOCKS = 2_097_152

export interface ChildOptions {
  readonly script: string
  /** The child's folder: it holds the input, and is the only place the child may write to. */
  readonly folder: string
  /** The folder with its compiled code. */
  readonly codeCache: string | undefined
  /** The limit for the JavaScript heap, MiB. */
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
 * The space for young objects, MiB. V8 lets it grow to 32, in three copies: a workbook of 50,000 rows then peaks at 258
 * MiB instead of 181, and is no faster.
 */
const SEMI_SPACE_MIB = 8

/**
 * The space for old objects that is filled before V8 first collects it, MiB. V8's own limit follows what is alive, so it
 * collects a web page of 5 MB three times while its tree still grows. With 64 MiB it does so half as often, which saves a
 * fifth of the CPU time of the page. The peak of a conversion stays the same; a child that has converted many small
 * documents keeps 20 MiB more.
 */
const INITIAL_OLD_SPACE_MIB = 64

/**
 * How much more old objects than are alive V8 lets the heap have before it collects again, percent. Its own limit is up to
 * four times what is alive: a PDF of 200 pages then peaks at 237 to 241 MiB instead of 224 to 226, and takes as long.
 */
const GROWING_PERCENT = 30

/** @param heapMiB The limit for old objects, MiB. */
export function heapFlags(heapMiB: number): string[] {
  return [
    `--max-old-space-size=${heapMiB}`,
    `--max-semi-space-size=${SEMI_SPACE_MIB}`,
    `--initial-old-space-size=${INITIAL_OLD_SPACE_MIB}`,
    `--heap-growing-percent=${GROWING_PERCENT}`,
  ]
}

/**
 * @param folder The only writable folder.
 * @param codeCache Node uses it only if it may write to it; the walls protect it if it must not change.
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

/** Lists our own code: this package, the engine, and the script if it lies elsewhere. */
export function codeFolders(script: string): string[] {
  const converter = join(import.meta.dirname, '..')
  const engine = join(dirname(fileURLToPath(import.meta.resolve('@recto/engine'))), '..')
  return [...new Set([converter, engine, dirname(script)])]
}

/** Lists our own code and its packages. The parent folder is left out, because it may hold a server's data. */
function codeOf(script: string): string[] {
  const folders = codeFolders(script)
  const packages = folders.flatMap(ancestors).map((folder) => join(folder, 'node_modules'))
  return [...new Set([...folders, ...packages.filter((path) => existsSync(path))])]
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...ancestors(parent)]
}
