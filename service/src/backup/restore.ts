/** A backup → the database, the store and the secret key of a service that does not run. */
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { connect, databaseLocationOf } from '../database/index.ts'
import type { Log } from '../log.ts'
import { fingerprintOf, KEY_FILE, readKeyFile } from '../secrets/index.ts'
import { openStore, parseStoredName } from '../store/index.ts'
import { MANIFEST, manifestSchema } from './backup.ts'
import { BackupError } from './backup-error.ts'
import type { Dump } from './dump.ts'
import { unpackFolder, verifyFolder } from './folder.ts'
import { forEach } from './for-each.ts'
import { hasData, loadDatabase, requireKnownSchema } from './load.ts'

export interface RestoreReport {
  readonly made_at: string
  readonly version: string
  readonly rows: number
  readonly files: number
}

/**
 * Restores a backup: everything is checked first, and the database comes last, by one transaction.
 *
 * @param isForced Replaces what is in the database, and another secret key.
 * @throws {BackupError} and {FolderInUse}.
 */
export async function restoreBackup(
  config: Config,
  log: Log,
  source: string,
  isForced: boolean,
): Promise<RestoreReport> {
  const path = resolve(source)
  const stats = await stat(path).catch(() => undefined)
  if (!stats) throw new BackupError(`There is no backup ${path}.`)
  if (stats.isDirectory()) return restoreFolder(config, log, path, isForced)
  await mkdir(config.tempFolder, { recursive: true })
  const folder = await mkdtemp(join(config.tempFolder, 'recto-restore-'))
  try {
    await unpackFolder(path, folder)
    return await restoreFolder(config, log, folder, isForced)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function restoreFolder(
  config: Config,
  log: Log,
  folder: string,
  isForced: boolean,
): Promise<RestoreReport> {
  await verifyFolder(folder)
  const { data, error } = manifestSchema.safeParse(
    JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')),
  )
  if (error) throw new BackupError(`The backup can not be read: ${error.issues[0]?.message}`)
  const { database: dump, missing } = data
  requireKnownSchema(dump)
  const key = await checkKey(config, dump, folder, isForced)
  const { db, close } = await connect(databaseLocationOf(config), log)
  try {
    if (!isForced && (await hasData(db))) {
      throw new BackupError(
        'The database holds accounts already. --force replaces all that is in it by the backup.',
      )
    }
    const files = dump.files.filter((name) => !missing.includes(name))
    await putFiles(config, files, join(folder, 'files'))
    if (key !== undefined) await writeKey(config, key)
    await loadDatabase(db, join(folder, 'database'), dump, missing)
    const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0)
    return { made_at: data.made_at, version: data.version, rows, files: files.length }
  } finally {
    await close()
  }
}

async function putFiles(config: Config, names: readonly string[], folder: string): Promise<void> {
  const store = await openStore(config.jobs.storePlace)
  await forEach(names, (text) => {
    const name = parseStoredName(text)
    return store.put(name, () => createReadStream(join(folder, name)))
  })
}

/**
 * Finds the key that the secrets in the dump are encrypted with.
 *
 * @returns That of the backup, where it has one; else the service has it already.
 * @throws {BackupError} when neither has it.
 */
async function checkKey(
  { dataFolder, secretKeys }: Config,
  { fingerprint }: Dump,
  folder: string,
  isForced: boolean,
): Promise<string | undefined> {
  const kept = await readKeyFile(folder)
  const there = await readKeyFile(dataFolder)
  if (fingerprint === undefined) return undefined
  if (kept === undefined) {
    const known = [secretKeys.today, secretKeys.former, there]
    if (known.some((key) => key !== undefined && fingerprintOf(key) === fingerprint))
      return undefined
    throw new BackupError(
      'The backup is without its secret key, which was a setting: set RECTO_SECRET_KEY as it was then.',
    )
  }
  if (fingerprintOf(kept) !== fingerprint) {
    throw new BackupError('The secret key in the backup is not that of its database.')
  }
  if (there !== undefined && there !== kept && !isForced) {
    const path = join(resolve(dataFolder), KEY_FILE)
    throw new BackupError(
      `${path} is another secret key. --force replaces it by that of the backup.`,
    )
  }
  return kept
}

async function writeKey({ dataFolder }: Config, key: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const path = join(dataFolder, KEY_FILE)
  await rm(path, { force: true })
  await writeFile(path, key, { flag: 'wx', mode: 0o600, flush: true })
}
