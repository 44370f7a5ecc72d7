/** Stores files in a folder: each is flushed to disk and then renamed to its final name. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { batch } from '../database/index.ts'
import {
  type FilePart,
  type Source,
  type Store,
  type StoredFile,
  StoreError,
  storeFolders,
} from './store.ts'

/** The folder for unfinished files, on the same file system, so that a rename is atomic. */
const INCOMING = 'incoming'
/** Writes take seconds, so an older file was left by a dead process. */
const LEFTOVER_MS = 60 * 60 * 1_000

export async function openFolderStore(folder: string): Promise<Store> {
  const incoming = join(folder, INCOMING)
  for (const each of [INCOMING, ...storeFolders]) {
    await guard(mkdir(join(folder, each), { recursive: true, mode: 0o700 }))
  }
  // One flush covers all files that are renamed at the same time.
  const syncFolder = batch(async (folders: readonly string[]) => {
    for (const each of new Set(folders)) await sync(each)
    return folders
  })
  return {
    put: (name, source) => guard(put(incoming, join(folder, name), source, syncFolder)),
    open: (name, part) => guard(openFile(join(folder, name), part)),
    remove: (name) => guard(remove(join(folder, name))),
    check: () => guard(check(incoming)),
    sweep: () => guard(sweep(incoming)),
  }
}

async function put(
  incoming: string,
  target: string,
  source: Source,
  syncFolder: (folder: string) => Promise<string>,
): Promise<void> {
  const written = join(incoming, randomUUID())
  try {
    await write(written, source)
    await rename(written, target)
    await syncFolder(dirname(target))
  } catch (error) {
    await rm(written, { force: true })
    throw error
  }
}

/** Flushes the file's bytes to the disk. */
async function write(path: string, source: Source): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(source())
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Flushes a folder's directory entries to the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

async function openFile(path: string, part?: FilePart): Promise<StoredFile | undefined> {
  const handle = await open(path, 'r').catch(undefinedIfMissing)
  if (!handle) return undefined
  const { size } = await handle.stat().catch(async (error) => {
    await handle.close()
    throw error
  })
  const { start, bytes } = part ?? { start: 0, bytes: size }
  // An empty range has no last byte.
  if (bytes === 0) {
    await handle.close()
    return { bytes, stream: Readable.from([]) }
  }
  return { bytes, stream: handle.createReadStream({ start, end: start + bytes - 1 }) }
}

function undefinedIfMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined
  throw error
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true })
}

/** Writes and deletes a small file: a full or read-only disk makes this fail. */
async function check(incoming: string): Promise<void> {
  const path = join(incoming, randomUUID())
  let handle: FileHandle | undefined
  try {
    handle = await open(path, 'wx', 0o600)
    await handle.writeFile('ready')
    await handle.sync()
  } finally {
    await handle?.close()
    await rm(path, { force: true })
  }
}

async function sweep(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const stats = await stat(path).catch(undefinedIfMissing)
    if (stats && Date.now() - stats.mtimeMs > LEFTOVER_MS) await rm(path, { force: true })
  }
}

async function guard<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (cause) {
    throw new StoreError(
      `The storage folder failed: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
}
