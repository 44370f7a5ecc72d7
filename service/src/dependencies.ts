/** Checks the service's dependencies: versions, disk, database, clocks and store. */
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from './config/index.ts'
import {
  databaseLocationOf,
  findRow,
  isUnreachable,
  migrations,
  openDatabase,
} from './database/index.ts'
import { engineVersion } from './jobs/index.ts'
import type { Log } from './log.ts'
import { openStore, StoreError } from './store/index.ts'

export interface Dependencies {
  /** Facts by name: `node` → `v24.21.0`. */
  readonly facts: Readonly<Record<string, string>>
  /** Sentences about things that may fail later. */
  readonly warnings: readonly string[]
  /** Sentences about things that keep the service from working. */
  readonly faults: readonly string[]
}

const GIB = 1024 ** 3
const MIN_FREE_BYTES = GIB
/**
 * Keys, leases and periods use the database's clock, some responses the process's clock; a larger difference is
 * reported.
 */
const MAX_SKEW_MS = 5_000

/**
 * Checks versions, disk, database, clocks and store. Its only change is a file in a bucket, which it deletes again.
 *
 * It does not open an embedded database or a storage folder, because a server may use them.
 */
export async function checkDependencies(config: Config, log: Log): Promise<Dependencies> {
  const facts: Record<string, string> = { recto: engineVersion.version, node: process.version }
  const warnings: string[] = []
  const faults: string[] = []
  await checkDisk(config.tempFolder, facts, warnings)
  if (config.database.url !== undefined) await checkDatabase(config, log, facts, warnings, faults)
  if (config.jobs.storeLocation.type === 's3') await checkStore(config, facts, faults)
  return { facts, warnings, faults }
}

async function checkDisk(
  folder: string,
  facts: Record<string, string>,
  warnings: string[],
): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  facts['disk'] = `${(free / GIB).toFixed(1)} GiB free in ${folder}`
  if (free < MIN_FREE_BYTES) warnings.push(`There is less than 1 GiB free in ${folder}.`)
}

const serverRow = z.object({ version: z.string(), at: z.number() })

async function checkDatabase(
  config: Config,
  log: Log,
  facts: Record<string, string>,
  warnings: string[],
  faults: string[],
): Promise<void> {
  try {
    const database = await openDatabase(databaseLocationOf(config), migrations, log, {
      migrates: false,
    })
    try {
      const begin = Date.now()
      const row = await findRow(
        database.db,
        serverRow,
        sql`SELECT current_setting('server_version') AS version,
          (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS at`,
      )
      if (!row) throw new Error('The database returned no row.')
      const end = Date.now()
      const skewMs = Math.round(row.at - (begin + end) / 2)
      facts['database'] = `PostgreSQL ${row.version}, ${end - begin} ms, ${skewMs} ms ahead`
      if (Math.abs(skewMs) > MAX_SKEW_MS) {
        warnings.push(`The clocks of this machine and the database are ${skewMs} ms apart.`)
      }
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const isAway = isUnreachable(error)
    faults.push(isAway ? 'The database cannot be reached.' : `The database: ${error.message}`)
  }
}

async function checkStore(
  { jobs }: Config,
  facts: Record<string, string>,
  faults: string[],
): Promise<void> {
  const begin = performance.now()
  try {
    await (await openStore(jobs.storeLocation)).check()
    facts['store'] = `keeps a file in ${(performance.now() - begin).toFixed(0)} ms`
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    faults.push(`The store cannot store files. ${error.message}`)
  }
}
