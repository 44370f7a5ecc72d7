/** Finds files that an assistant names, if they lie below a permitted folder, and copies them. */
import { constants, createWriteStream } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { basename, isAbsolute, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from './refusal.ts'

/** Larger files are not documents. */
const MAX_BYTES = 1024 ** 3

interface FoundFile {
  readonly path: string
  /** Changes with the file's contents. */
  readonly version: string
  readonly filename: string
}

/**
 * Finds a file. A relative path is tried in each permitted folder.
 *
 * @throws {Refusal} for files elsewhere, also behind a link, and for anything that is not a file.
 */
export async function findFile(path: string, roots: readonly string[]): Promise<FoundFile> {
  const candidates = isAbsolute(path) ? [path] : roots.map((root) => join(root, path))
  for (const candidate of candidates) {
    const real = await realpath(candidate).catch(() => undefined)
    // A file outside of the roots gets the same answer as a missing one: callers can't probe the machine.
    if (real === undefined || !roots.some((root) => isBelow(real, root))) continue
    const handle = await openPlainly(real)
    try {
      const stats = await handle.stat()
      if (!stats.isFile()) throw new Refusal(`${path} is not a file.`)
      if (stats.size > MAX_BYTES) throw new Refusal(`${path} has more than ${MAX_BYTES} bytes.`)
      const version = `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeMs}`
      return { path: real, version, filename: basename(real) }
    } finally {
      await handle.close()
    }
  }
  throw new Refusal(`The file ${path} does not exist in the permitted folders.`)
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path)
  return way === '' || (!isAbsolute(way) && way.split(/[/\\]/)[0] !== '..')
}

/** Opens a file without waiting for the writer of a pipe, and without following a link that has replaced the file. */
async function openPlainly(path: string) {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  return open(path, flags).catch(() => {
    throw new Refusal(`${basename(path)} cannot be read.`)
  })
}

/** @throws {Refusal} */
export async function copyFileTo({ path }: FoundFile, to: string): Promise<void> {
  const handle = await openPlainly(path)
  await pipeline(handle.createReadStream({ end: MAX_BYTES }), createWriteStream(to))
}
