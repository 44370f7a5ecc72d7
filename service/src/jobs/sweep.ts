/** What nobody asks for: jobs of lost workers, results past their time, files that are to go. */
import { parseStoredName, StoreError } from '../store/index.ts'
import { endFailed } from './endings.ts'
import { filesOf } from './job.ts'
import type { JobParts } from './parts.ts'
import {
  dropFiles,
  findDueFiles,
  findLost,
  forgetFile,
  forgetOld,
  forgetReceivers,
  postponeFile,
  returnJob,
  takeExpired,
} from './statements/index.ts'

/** Rows of each kind in one go; what is left waits for the next. */
const MOST = 500
/** A worker that is lost once may have been unlucky; twice, it is the job. */
const MAX_LOSSES = 1
const POSTPONE_MS = 60_000
/** decisions of the service: a file's name is kept for 30 days, the key of a request for 24 hours. */
const NAMES_MS = 30 * 24 * 60 * 60 * 1_000
export const KEYS_MS = 24 * 60 * 60 * 1_000

/** Gives the jobs of lost workers to others, or ends them. @returns How many went back to the queue. */
export async function rescueLost(parts: JobParts): Promise<number> {
  let returned = 0
  for (const lost of await findLost(parts.db, MOST)) {
    if (lost.losses < MAX_LOSSES) {
      if (await returnJob(parts.db, lost, 'lost', 0)) returned += 1
    } else {
      const sentence = 'The conversion was interrupted twice, by a fault of the service.'
      await endFailed(parts, lost, { code: 'internal', sentence })
    }
    parts.log.warn({ job_id: lost.id, attempt: lost.attempt }, 'a worker was lost')
  }
  return returned
}

export async function sweep(parts: JobParts): Promise<void> {
  await dropExpired(parts)
  await removeDue(parts)
  await forgetReceivers(parts.db)
  await forgetOld(parts.db, { namesMs: NAMES_MS, keysMs: KEYS_MS })
  await parts.store.sweep()
}

async function dropExpired({ db }: JobParts): Promise<void> {
  let count = MOST
  while (count === MOST) {
    count = await db.transaction().execute(async (tx) => {
      const expired = await takeExpired(tx, MOST)
      for (const { id, outputs } of expired) {
        await dropFiles(tx, filesOf(outputs), id)
      }
      return expired.length
    })
  }
}

async function removeDue({ db, store, log }: JobParts): Promise<void> {
  for (const file of await findDueFiles(db, MOST)) {
    try {
      await store.remove(parseStoredName(file.name))
      await forgetFile(db, file)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      log.warn({ err: error }, 'a file could not be deleted')
      await postponeFile(db, file.name, POSTPONE_MS)
    }
  }
}
