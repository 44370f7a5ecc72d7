/** Deletes expired results, files without an owner and old rows. */
import { parseStoredName, StoreError } from '../store/index.ts'
import { filesOf } from './job.ts'
import type { JobParts } from './parts.ts'
import {
  dropFiles,
  findDueFiles,
  forgetFiles,
  forgetOld,
  forgetReceivers,
  postponeFile,
  takeExpired,
} from './statements/index.ts'

/** Rows of each kind per run; the rest waits for the next. */
const MOST = 500
const POSTPONE_MS = 60_000
/** A file's name is kept for 30 days, an idempotency key for 24 hours. */
const NAMES_MS = 30 * 24 * 60 * 60 * 1_000
export const KEYS_MS = 24 * 60 * 60 * 1_000

export async function sweep(parts: JobParts): Promise<void> {
  await dropExpired(parts)
  await removeDue(parts)
  await forgetReceivers(parts.db)
  await forgetOld(parts.db, { namesMs: NAMES_MS, keysMs: KEYS_MS })
  const drifted = await parts.queue.recount()
  if (drifted > 0) parts.log.warn({ turns: drifted }, 'counters of the queue were corrected')
  await parts.store.sweep()
}

async function dropExpired({ db }: JobParts): Promise<void> {
  let count = MOST
  while (count === MOST) {
    count = await db.transaction().execute(async (tx) => {
      const expired = await takeExpired(tx, MOST)
      for (const { id, outputs } of expired) await dropFiles(tx, filesOf(outputs), id)
      return expired.length
    })
  }
}

async function removeDue({ db, store, log }: JobParts): Promise<void> {
  const gone: string[] = []
  for (const { name } of await findDueFiles(db, MOST)) {
    try {
      await store.remove(parseStoredName(name))
      gone.push(name)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      log.warn({ err: error }, 'a file could not be deleted')
      await postponeFile(db, name, POSTPONE_MS)
    }
  }
  await forgetFiles(db, gone)
}
