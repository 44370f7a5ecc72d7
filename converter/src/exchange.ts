/**
 * Exchanges files with a child through its folder.
 *
 * A child sees only copies in its own folder: no other documents or results, and not the original, which it could
 * overwrite through a link.
 */
import { constants, lstatSync, renameSync, rmSync, type Stats } from 'node:fs'
import { copyFile, cp, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { INPUT_NAME, type OutputName, outputName, recognitionName } from './messages.ts'
import { type Confinement, giveTo, type Owner, takeBack } from './walls/index.ts'

/** The path for each output. */
export type Outputs = Readonly<Partial<Record<OutputName, string>>>

export function namesOf(outputs: Outputs): OutputName[] {
  // Sound: the type allows no other keys.
  return Object.keys(outputs) as OutputName[]
}

/** The folder with a child's input and outputs. */
export interface ChildFolder {
  readonly folder: string
  readonly owner: Owner | undefined
}

/** @param recognized Files of recognised pages, by page number. */
export async function putInput(
  folder: ChildFolder,
  path: string,
  recognized: ReadonlyMap<number, string> = new Map(),
): Promise<void> {
  await putFile(folder, path, INPUT_NAME)
  for (const [page, from] of recognized) await putFile(folder, from, recognitionName(page))
}

async function putFile(folder: ChildFolder, from: string, name: string): Promise<void> {
  const waiting = besides(folder, name)
  try {
    await copyFile(from, waiting, constants.COPYFILE_FICLONE)
    giveFile(folder, waiting, name)
  } catch (cause) {
    await rm(waiting, { force: true })
    throw cause
  }
}

/**
 * Returns the path of a file on its way into or out of a child's folder, out of the child's reach.
 *
 * Within the folder, a child that a document has taken over can replace a name by a link at any time, and our next call
 * would follow the link. Renaming a file out of the folder follows no links.
 */
export function besides({ folder }: ChildFolder, name: string): string {
  return join(dirname(folder), `${basename(folder)}.${name}`)
}

/** Moves a prepared file into a child's folder. */
export function giveFile({ folder, owner }: ChildFolder, waiting: string, name: string): void {
  giveTo(owner, waiting)
  renameSync(waiting, join(folder, name))
}

/**
 * Moves the outputs to their destinations.
 *
 * Small file system calls are synchronous here and below: each takes microseconds, while a detour over a thread takes a
 * millisecond on a busy machine.
 *
 * @returns The size of each output in bytes.
 * @throws If an output is missing or not a plain file: a link could lead anywhere.
 */
export async function takeOutputs(
  folder: ChildFolder,
  outputs: Outputs,
): Promise<Partial<Record<OutputName, number>>> {
  const bytes: Partial<Record<OutputName, number>> = {}
  for (const name of namesOf(outputs)) {
    const taken = besides(folder, outputName(name))
    renameSync(join(folder.folder, outputName(name)), taken)
    const stats = lstatSync(taken)
    if (!isPlainFile(stats)) {
      rmSync(taken, { recursive: true, force: true })
      throw new Error(`An output of a child process is not a plain file.`)
    }
    takeBack(folder.owner, taken)
    await move(taken, outputs[name] ?? '')
    bytes[name] = stats.size
  }
  return bytes
}

function isPlainFile(stats: Stats): boolean {
  return stats.isFile() && stats.nlink === 1
}

async function move(from: string, to: string): Promise<void> {
  try {
    renameSync(from, to)
  } catch (error) {
    // The destination is on another file system.
    if (!isCode(error, 'EXDEV')) throw error
    await copyFile(from, to)
    rmSync(from)
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

const CODE_CACHE_NAME = 'code'

/**
 * Creates a folder for a child.
 *
 * If the kernel protects the compiled code, all children share it; otherwise each has a copy, which only itself can
 * spoil: 770 files, half of its start time.
 *
 * @returns The folder with the compiled code.
 */
export async function makeFolder(
  folder: string,
  codeCache: string | undefined,
  { layers, owner }: Confinement,
): Promise<string | undefined> {
  await mkdir(folder, { mode: 0o700 })
  const isShared = codeCache === undefined || layers.has('files')
  const found = isShared ? codeCache : await copyCode(codeCache, join(folder, CODE_CACHE_NAME))
  giveTo(owner, folder)
  return found
}

async function copyCode(codeCache: string, copy: string): Promise<string | undefined> {
  try {
    await cp(codeCache, copy, { recursive: true, verbatimSymlinks: true })
    return copy
  } catch {
    // The cache was just replaced: the child starts more slowly, without it.
    await rm(copy, { recursive: true, force: true })
    return undefined
  }
}

/** Deletes all files of a task; asynchronous, since a file system may take milliseconds to free large files. */
export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== CODE_CACHE_NAME) await rm(join(folder, name), { recursive: true, force: true })
  }
}
