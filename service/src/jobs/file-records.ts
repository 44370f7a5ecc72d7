/** Notes on stored files, many by one statement. */
import { batch, type Db } from '../database/index.ts'
import type { StoredName } from '../store/index.ts'
import { abandonFiles, type FileRecord, forgetFiles, recordFiles } from './statements/index.ts'

export interface FileRecords {
  /** Before a file is stored: it goes when its time comes, unless it has come into use. */
  note(file: FileRecord): Promise<void>
  /** Gives up a file that was noted. @returns `false` when it has come into use. */
  giveUp(name: StoredName): Promise<boolean>
  /** The file is deleted. */
  forget(name: string): Promise<void>
}

/** Forgets files in batches; no request waits for it. */
const MOST_FORGOTTEN = 100
const GROUPING_MS = 20

export function createFileRecords(db: Db): FileRecords {
  return {
    note: batch(async (files: readonly FileRecord[]) => {
      await recordFiles(db, files)
      return files.map(() => undefined)
    }),
    giveUp: batch(async (names: readonly StoredName[]) => {
      const given = await abandonFiles(db, names)
      return names.map((name) => given.has(name))
    }),
    forget: batch(
      async (names: readonly string[]) => {
        await forgetFiles(db, names)
        return names.map(() => undefined)
      },
      MOST_FORGOTTEN,
      GROUPING_MS,
    ),
  }
}
