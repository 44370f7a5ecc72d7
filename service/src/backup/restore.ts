/** Restores the database, the stored files and the secret key of a stopped service from a backup. */
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../config/index.ts'
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

interface RestoreReport {
  readonly made_at: string
  readonly version: string
  readonly rows: number
  readonly files: number
}

/**
 * Restores a backup. It verifies everything first, and replaces the database last, in one transaction.
 *
 * @param isForced Replaces a database with accounts, and a different secret key.
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
  if (!stats) throw new BackupError(`The backup ${path} does not exist.`)
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
  if (error) throw new BackupError(`The backup cannot be restored: ${error.issues[0]?.message}`)
  const { database: dump, missing } = data
  requireKnownSchema(dump)
  const key = await checkKey(config, dump, folder, isForced)
  const { db, close } = await connect(databaseLocationOf(config), log)
  try {
    if (!isForced && (await hasData(db))) {
      throw new BackupError(
        'The database already has accounts. Use --force to replace its whole content with the backup.',
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
  const store = await openStore(config.jobs.storeLocation)
  await forEach(names, (text) => {
    const name = parseStoredName(text)
    return store.put(name, () => createReadStream(join(folder, name)))
  })
}

/**
 * Finds the key that encrypts the secrets in the dump.
 *
 * @returns The key to write, or `undefined` if the service already has it.
 * @throws {BackupError} if neither the backup nor the service has it.
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
    const available = [secretKeys.today, secretKeys.former, there]
    if (available.some((key) => key !== undefined && fingerprintOf(key) === fingerprint))
      return undefined
    throw new BackupError(
      'The backup does not contain its secret key, because the key was a setting. Set RECTO_SECRET_KEY to the same value.',
    )
  }
  if (fingerprintOf(kept) !== fingerprint) {
    throw new BackupError('The secret key in the backup does not match its database.')
  }
  if (there !== undefined && there !== kept && !isForced) {
    const path = join(resolve(dataFolder), KEY_FILE)
    throw new BackupError(
      `${path} is a different secret key. Use --force to replace it with the key of the backup.`,
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
