/**
 * Locks a file for this process as long as it lives.
 *
 * The kernel holds the lock (fcntl) and releases it however the process ends, so nobody has to judge from process ids
 * and host names if a lock is still valid. Containers that share a folder see each other's locks, and so do hosts on
 * NFS. Node has no such API; its built-in SQLite takes one on its file before a transaction.
 *
 * Alternatives that were tried: a file with the owner's process id, start time and host (another container has other
 * ids, and a dead host locks forever); a unix socket at a path (removing a dead one is a race); an abstract one (Linux
 * only, and each container has its own); flock(1) and native packages (not everywhere).
 */
import { DatabaseSync } from 'node:sqlite'

/**
 * This process must not read the file while it is locked: closing any other handle of it would release the lock
 * (fcntl(2), "Record locks").
 */
export interface FileLock extends Disposable {
  /** The file stays: after its removal, another process could lock a new file of the same name at the same time. */
  [Symbol.dispose](): void
}

/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/**
 * Locks a file, and creates it if needed; it stays empty.
 *
 * @returns `undefined` if another process, or this one, has locked it.
 * @throws If the file can't be created, or the file system does not support locks.
 */
export function lockFile(path: string): FileLock | undefined {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    // Nothing is written; with its journal in memory, SQLite creates no second file.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      return undefined
    }
    throw new Error(`The file ${path} cannot be locked.`, { cause: error })
  }
  return { [Symbol.dispose]: () => database.close() }
}
