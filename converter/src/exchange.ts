/**
 * A task's files ↔ a child's folder.
 *
 * A child sees nothing but copies in a folder of its own: neither other documents nor their results, and not the
 * original, which it could overwrite through a link.
 */
import { constants, lstatSync, renameSync, rmSync, type Stats } from 'node:fs'
import { copyFile, cp, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { INPUT_NAME, type OutputName, outputName, recognitionName } from './messages.ts'
import { type Confinement, giveTo, type Owner, takeBack } from './walls/index.ts'

/** Where each output is to be written. */
export type Outputs = Readonly<Partial<Record<OutputName, string>>>

export function namesOf(outputs: Outputs): OutputName[] {
  // Sound: the keys are such by the type.
  return Object.keys(outputs) as OutputName[]
}

/** Where a child finds its input and leaves its outputs. */
export interface ChildFolder {
  readonly folder: string
  readonly owner: Owner | undefined
}

/** @param recognized Files of pages that were recognised, by their numbers. */
export async function putInput(
  place: ChildFolder,
  path: string,
  recognized: ReadonlyMap<number, string> = new Map(),
): Promise<void> {
  await putFile(place, path, INPUT_NAME)
  for (const [page, from] of recognized) await putFile(place, from, recognitionName(page))
}

async function putFile(place: ChildFolder, from: string, name: string): Promise<void> {
  const waiting = besides(place, name)
  await copyFile(from, waiting, constants.COPYFILE_FICLONE)
  giveFile(place, waiting, name)
}

/**
 * A file that no child reaches, on its way into or out of a child's folder.
 *
 * Within the folder, a child that a document has taken over may turn a name into a link at any moment, also between two calls of
 * ours, which would then follow it. Moving a file there and away follows no links.
 */
export function besides({ folder }: ChildFolder, name: string): string {
  return join(dirname(folder), `${basename(folder)}.${name}`)
}

/** Moves a file that waits beside a child's folder into it. */
export function giveFile({ folder, owner }: ChildFolder, waiting: string, name: string): void {
  giveTo(owner, waiting)
  renameSync(waiting, join(folder, name))
}

/**
 * Moves the outputs to where they are wanted.
 *
 * Small calls to the file system are made at once, here and below: each takes microseconds, a detour over a thread
 * takes a millisecond of a busy machine.
 *
 * @returns Size of each, bytes.
 * @throws When one is missing, or is something else than a file: a link could lead anywhere.
 */
export async function takeOutputs(
  place: ChildFolder,
  outputs: Outputs,
): Promise<Partial<Record<OutputName, number>>> {
  const bytes: Partial<Record<OutputName, number>> = {}
  for (const name of namesOf(outputs)) {
    const taken = besides(place, outputName(name))
    renameSync(join(place.folder, outputName(name)), taken)
    const stats = lstatSync(taken)
    if (!isPlainFile(stats)) {
      rmSync(taken, { recursive: true, force: true })
      throw new Error(`A child's output is not a plain file.`)
    }
    takeBack(place.owner, taken)
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
    // Another file system.
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
 * Makes a folder for a child.
 *
 * Where the kernel keeps children from changing it, all have the same compiled code; elsewhere each has a copy, which it can
 * spoil for nobody but itself: 770 files, which cost half of its start.
 *
 * @returns Where the child finds its code compiled.
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
    // It has just been replaced: the child starts more slowly.
    await rm(copy, { recursive: true, force: true })
    return undefined
  }
}

/** Removes all that a task has left: not at once, since a file system may take milliseconds to free large files. */
export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== CODE_CACHE_NAME) await rm(join(folder, name), { recursive: true, force: true })
  }
}
