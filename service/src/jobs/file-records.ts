/** Records stored files, several per statement. */
import { batch, type Db } from '../database/index.ts'
import type { StoredName } from '../store/index.ts'
import { abandonFiles, type FileRecord, forgetFiles, recordFiles } from './statements/index.ts'

export interface FileRecords {
  /** Records a file before it is stored; the sweep deletes it when it is due, unless it has come into use. */
  note(file: FileRecord): Promise<void>
  /**
   * Releases a recorded file for deletion.
   *
   * @returns `false` if it has come into use.
   */
  giveUp(name: StoredName): Promise<boolean>
  /** Removes the record of a deleted file. */
  forget(name: string): Promise<void>
}

/** Records are removed in batches of this size; no request waits for it. */
const MAX_BATCH = 100
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
      MAX_BATCH,
      GROUPING_MS,
    ),
  }
}
