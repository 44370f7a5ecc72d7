/** Checks readiness by converting a small document and using the database and the store. */
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PoolError } from '@recto/converter'
import { sql } from 'kysely'
import type { JobParts } from '../jobs/index.ts'
import type { Context } from './context.ts'

export interface Readiness {
  /** @returns A sentence on why the service should receive no requests; `undefined` if it is ready. */
  findComplaint(): Promise<string | undefined>
  /** @returns A sentence on a fault that does not stop the service. */
  findReservation(): string | undefined
}

/** Checks are reused for this long; several load balancers ask every few seconds. */
const TRIAL_COUNTS_MS = 5_000
/** Converting a few bytes of text takes milliseconds; a longer time means that the converter hangs. */
const TRIAL_MS = 5_000

export function createReadiness(context: Context): Readiness {
  const { isStopping, missingWalls } = context
  let trial: { readonly at: number; readonly complaint: Promise<string | undefined> } | undefined
  return {
    findComplaint: () => {
      if (isStopping()) return Promise.resolve('The service is stopping.')
      const now = performance.now()
      if (!trial || now - trial.at > TRIAL_COUNTS_MS) {
        trial = { at: now, complaint: tryAll(context) }
      }
      return trial.complaint
    },
    findReservation: () => {
      const missing = missingWalls?.() ?? []
      if (missing.length === 0) return undefined
      return `Walls around the converters are missing: ${missing.join(', ')}.`
    },
  }
}

async function tryAll({ converter, folder, jobs }: Context): Promise<string | undefined> {
  const complaints = await Promise.all([
    tryConverting(converter, folder),
    ...(jobs ? [tryDatabase(jobs.parts), tryStore(jobs.parts)] : []),
  ])
  const found = complaints.filter((each) => each !== undefined)
  return found.length > 0 ? found.join(' ') : undefined
}

async function tryDatabase({ db }: Pick<JobParts, 'db'>): Promise<string | undefined> {
  const isThere = await inTime(sql`SELECT 1`.execute(db))
  return isThere ? undefined : 'The database is unavailable at the moment.'
}

async function tryStore({ store }: Pick<JobParts, 'store'>): Promise<string | undefined> {
  return (await inTime(store.check())) ? undefined : 'The service cannot store files at the moment.'
}

/** @returns True if the work succeeded in time. */
async function inTime(work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), TRIAL_MS)
  const isDone = work.then(
    () => true,
    () => false,
  )
  return Promise.race([isDone, late]).finally(() => clearTimeout(timer))
}

async function tryConverting(
  converter: Context['converter'],
  folder: string,
): Promise<string | undefined> {
  const path = join(folder, `trial-${randomUUID()}`)
  const output = `${path}.md`
  try {
    await writeFile(path, 'ready')
    const task = {
      inputPath: path,
      outputs: { markdown: output },
      mediaType: 'text/plain',
      filename: 'ready.txt',
      profile: 'fast',
    } as const
    await converter.convert(task, { deadlineMs: TRIAL_MS, maxWaitMs: TRIAL_MS })
    return undefined
  } catch (error) {
    // All children are busy, each under its deadline: this is normal operation.
    const { busy, size } = converter.stats()
    if (error instanceof PoolError && error.reason === 'busy' && busy === size) return undefined
    return 'The service does not convert documents at the moment.'
  } finally {
    await Promise.all([path, output].map((each) => rm(each, { force: true })))
  }
}
