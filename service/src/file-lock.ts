/**
 * A file → locked by this process, as long as it lives.
 *
 * The lock is the kernel's (fcntl), so it ends with its process however that ends, and nobody has to judge by numbers of processes and
 * names of hosts whether a lock is still meant. Two containers that share a folder see each other's, and so do two hosts
 * on NFS. Node offers no such lock by itself; the SQLite that is built into it takes one on its file before a transaction.
 *
 * Tried and left: a file with the owner's number, start time and host (another container has other numbers, and a dead host
 * locks for ever); a unix socket at a path (whoever finds it dead has to remove it, and two may); an abstract one (Linux
 * alone, and each container has its own); flock(1) and native packages (not everywhere).
 */
import { DatabaseSync } from 'node:sqlite'

/** Never to be read by this process meanwhile: closing any other handle of the file would end the lock (fcntl(2), "Record locks"). */
export interface FileLock extends Disposable {
  /** The file stays: whoever removed it would leave those who have it open alone with their lock. */
  [Symbol.dispose](): void
}

/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/**
 * Locks a file, and makes it where it is not there; it stays empty.
 *
 * @returns `undefined` when somebody has it locked: another process, or this one.
 * @throws When the file can't be made, or the file system knows no locks.
 */
export function lockFile(path: string): FileLock | undefined {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    // Nothing is ever written; the journal is in memory, so that there is no file of one either.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      return undefined
    }
    throw new Error(`The file ${path} can not be locked.`, { cause: error })
  }
  return { [Symbol.dispose]: () => database.close() }
}
