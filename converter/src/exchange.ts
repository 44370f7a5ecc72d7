/**
 * A task's files ↔ a child's folder.
 *
 * A child sees nothing but copies in a folder of its own: neither other documents nor their results, and not the
 * original, which it could overwrite through a link.
 */
import { constants, lstatSync, readdirSync, renameSync, rmSync, type Stats } from 'node:fs'
import { copyFile, cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { INPUT_NAME, type OutputName, outputName, recognitionName } from './messages.ts'

/** Where each output is to be written. */
export type Outputs = Readonly<Partial<Record<OutputName, string>>>

export function namesOf(outputs: Outputs): OutputName[] {
  // Sound: the keys are such by the type.
  return Object.keys(outputs) as OutputName[]
}

/** @param recognized Files of pages that were recognised, by their numbers. */
export async function putInput(
  folder: string,
  path: string,
  recognized: ReadonlyMap<number, string> = new Map(),
): Promise<void> {
  await copyFile(path, join(folder, INPUT_NAME), constants.COPYFILE_FICLONE)
  for (const [page, from] of recognized) {
    await copyFile(from, join(folder, recognitionName(page)), constants.COPYFILE_FICLONE)
  }
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
  folder: string,
  outputs: Outputs,
): Promise<Partial<Record<OutputName, number>>> {
  const bytes: Partial<Record<OutputName, number>> = {}
  for (const name of namesOf(outputs)) {
    const from = join(folder, outputName(name))
    const stats = lstatSync(from)
    if (!isPlainFile(stats)) throw new Error(`A child's output is not a plain file.`)
    await move(from, outputs[name] ?? '')
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
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

const CODE_CACHE_NAME = 'code'

/**
 * Makes a folder for a child, with a copy of its compiled code, where there is such.
 *
 * @returns The copy.
 */
export async function makeFolder(
  folder: string,
  codeCache: string | undefined,
): Promise<string | undefined> {
  await mkdir(folder, { mode: 0o700 })
  if (codeCache === undefined) return undefined
  const copy = join(folder, CODE_CACHE_NAME)
  try {
    await cp(codeCache, copy, { recursive: true })
    return copy
  } catch {
    // It has just been replaced: the child starts more slowly.
    await rm(copy, { recursive: true, force: true })
    return undefined
  }
}

/** Removes all that a task has left. */
export function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name !== CODE_CACHE_NAME) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
