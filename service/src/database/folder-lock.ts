/** Locks a data folder for this process: two servers on one embedded database would silently destroy it. */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type FileLock, lockFile } from '../file-lock.ts'

/** The message is a sentence for the operator. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

/**
 * Locks a folder, and creates it if needed.
 *
 * @throws {FolderInUse}
 */
export async function lockFolder(folder: string): Promise<FileLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = lockFile(join(folder, 'folder.lock'))
  if (lock) return lock
  throw new FolderInUse(
    `The data folder ${resolve(folder)} is in use by another server. Stop that one, or set RECTO_DATA_DIR to another folder.`,
  )
}
