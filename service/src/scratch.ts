/**
 * Manages the folder for the files of running requests: it is created at the start and removed at the end, or by the
 * next start.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileLock, lockFile } from './file-lock.ts'

interface ScratchFolder extends AsyncDisposable {
  readonly path: string
}

/** The name of a folder; beside it lies a file that its server locks as long as it runs. */
const folderName = /^recto-[\da-f-]{36}$/
const lockOf = (path: string): string => `${path}.lock`
const lockName = /^(recto-[\da-f-]{36})\.lock$/

/** @returns A folder of this process, readable by this user only. */
export async function makeScratchFolder(parent: string): Promise<ScratchFolder> {
  await mkdir(parent, { recursive: true })
  await removeLeftovers(parent)
  const { path, lock } = lockNewPath(parent)
  // Created after the lock: a folder whose file is not locked belongs to a dead server.
  await mkdir(path, { mode: 0o700 })
  return { path, [Symbol.asyncDispose]: () => remove(path, lock) }
}

function lockNewPath(parent: string): { readonly path: string; readonly lock: FileLock } {
  const path = join(parent, `recto-${randomUUID()}`)
  const lock = lockFile(lockOf(path))
  // Another process that cleans up may have removed the file between its creation and the lock.
  if (lock && existsSync(lockOf(path))) return { path, lock }
  lock?.[Symbol.dispose]()
  return lockNewPath(parent)
}

async function remove(path: string, lock: FileLock): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await rm(lockOf(path), { force: true })
  lock[Symbol.dispose]()
}

/** Deletes documents that killed servers left behind. */
async function removeLeftovers(parent: string): Promise<void> {
  const names = await readdir(parent)
  const folders = names.map((name) => lockName.exec(name)?.[1] ?? name)
  for (const name of new Set(folders.filter((each) => folderName.test(each)))) {
    const path = join(parent, name)
    const lock = tryLock(lockOf(path))
    if (lock) await remove(path, lock)
  }
}

/** In a shared folder, files of other users can't be opened; those users remove them. */
function tryLock(path: string): FileLock | undefined {
  try {
    return lockFile(path)
  } catch {
    return undefined
  }
}
