/** Makes a backup of a service: its database, the stored files that its jobs need, and its secret key. */
import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Config } from '../config/index.ts'
import { connect, databaseLocationOf } from '../database/index.ts'
import { engineVersion } from '../jobs/index.ts'
import type { Log } from '../log.ts'
import { fingerprintOf, KEY_FILE, readKeyFile } from '../secrets/index.ts'
import { openStore, parseStoredName } from '../store/index.ts'
import { BackupError } from './backup-error.ts'
import { type Dump, dumpDatabase, dumpSchema } from './dump.ts'
import { isArchive, packFolder, sealFolder } from './folder.ts'
import { forEach } from './for-each.ts'

export const MANIFEST = 'manifest.json'
const FORMAT = 1

export const manifestSchema = z.object({
  format: z.literal(FORMAT, 'this version does not support its format.'),
  version: z.string(),
  made_at: z.string(),
  database: dumpSchema,
  /** Names of stored files that were deleted before they could be copied. */
  missing: z.array(z.string()),
})
type Manifest = z.output<typeof manifestSchema>

export interface BackupReport {
  readonly backup: string
  readonly rows: number
  readonly files: number
  readonly files_gone_meanwhile: number
  /** The key in the data folder is backed up; a key from a setting is not. */
  readonly secret_key: 'in the backup' | 'kept elsewhere'
}

/** Asks the server that runs on this data to dump its database to a folder. @returns Its {@link Dump}; `undefined` if no server runs. */
type AskServer = (folder: string) => Promise<unknown>

/**
 * Makes a backup. The service may run: one snapshot of the database comes first, then the files that it names.
 *
 * @param target A folder, or a file `….tar`, `….tar.gz` or `….tgz`. It appears only when the backup is complete.
 * @throws {BackupError} and {FolderInUse}.
 */
export async function makeBackup(
  config: Config,
  log: Log,
  target: string,
  askServer: AskServer,
): Promise<BackupReport> {
  const path = resolve(target)
  if (existsSync(path)) throw new BackupError(`${path} already exists. Choose another name.`)
  await mkdir(dirname(path), { recursive: true })
  const folder = `${path}.unfinished-${randomUUID()}`
  const packed = `${folder}.tmp${path.endsWith('.tar') ? '.tar' : ''}`
  try {
    await mkdir(folder, { mode: 0o700 })
    const dump = await dumpTo(config, log, join(folder, 'database'), askServer)
    const missing = await copyFiles(config, dump, join(folder, 'files'))
    const hasKey = await copyKey(config, dump, folder)
    const manifest: Manifest = {
      format: FORMAT,
      version: engineVersion.version,
      made_at: new Date().toISOString(),
      database: dump,
      missing,
    }
    const text = `${JSON.stringify(manifest, undefined, 1)}\n`
    await writeFile(join(folder, MANIFEST), text, { mode: 0o600, flush: true })
    await sealFolder(folder)
    if (isArchive(path)) await packFolder(folder, packed)
    await rename(isArchive(path) ? packed : folder, path)
    return {
      backup: path,
      rows: dump.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: dump.files.length - missing.length,
      files_gone_meanwhile: missing.length,
      secret_key: hasKey ? 'in the backup' : 'kept elsewhere',
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(packed, { force: true })
  }
}

/** Dumps the database. A running server dumps its embedded database itself, into the data folder, because it may not write elsewhere. */
async function dumpTo(
  config: Config,
  log: Log,
  folder: string,
  askServer: AskServer,
): Promise<Dump> {
  const location = databaseLocationOf(config)
  if (location.type === 'embedded' && !existsSync(join(location.folder, 'database'))) {
    throw new BackupError(`There is no database in ${resolve(location.folder)}.`)
  }
  if (location.type === 'postgres') return dumpHere(config, log, folder)
  const written = join(resolve(location.folder), `backup-${randomUUID()}`)
  try {
    const answer = await askServer(written)
    const dump =
      answer === undefined ? await dumpHere(config, log, written) : dumpSchema.parse(answer)
    await cp(written, folder, { recursive: true, mode: 0 })
    return dump
  } finally {
    await rm(written, { recursive: true, force: true })
  }
}

/** Dumps the database without migrating it, because servers of an older version may use it. */
async function dumpHere(config: Config, log: Log, folder: string): Promise<Dump> {
  const { db, close } = await connect(databaseLocationOf(config), log)
  try {
    return await dumpDatabase(db, folder)
  } finally {
    await close()
  }
}

/** @returns The names of files that were deleted after the database was read. */
async function copyFiles(config: Config, { files }: Dump, folder: string): Promise<string[]> {
  const store = await openStore(config.jobs.storeLocation)
  for (const each of ['uploads', 'results']) {
    await mkdir(join(folder, each), { recursive: true, mode: 0o700 })
  }
  const missing: string[] = []
  await forEach(files, async (text) => {
    const name = parseStoredName(text)
    const file = await store.open(name)
    if (!file) missing.push(name)
    else {
      const options = { flags: 'wx', mode: 0o600, flush: true }
      await pipeline(file.stream, createWriteStream(join(folder, name), options))
    }
  })
  return missing
}

/** @returns True if the data folder has the key of this database. */
async function copyKey(
  { dataFolder }: Config,
  { fingerprint }: Dump,
  folder: string,
): Promise<boolean> {
  const key = await readKeyFile(dataFolder)
  if (key === undefined || fingerprintOf(key) !== fingerprint) return false
  await writeFile(join(folder, KEY_FILE), key, { mode: 0o600, flush: true })
  return true
}
