/** A service, running or not → a backup: its database, what its store holds for it, and its secret key. */
import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Config } from '../config.ts'
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
export const FORMAT = 1

export const manifestSchema = z.object({
  format: z.literal(FORMAT, 'The backup has a form that this version does not know.'),
  version: z.string(),
  made_at: z.string(),
  database: dumpSchema,
  /** Named by the database, and gone before they could be copied. */
  missing: z.array(z.string()),
})
type Manifest = z.output<typeof manifestSchema>

export interface BackupReport {
  readonly backup: string
  readonly rows: number
  readonly files: number
  readonly files_gone_meanwhile: number
  /** Whether the secret key is in it: that of the data folder is, one from a setting is not. */
  readonly secret_key: 'in the backup' | 'kept elsewhere'
}

/** Has the server that runs on this data write its database to a folder. @returns Its {@link Dump}; `undefined` when none runs. */
export type AskServer = (folder: string) => Promise<unknown>

/**
 * Makes a backup, also of a service that runs: the database as it is at one moment, and then the files that it names.
 *
 * @param target A folder, or a file `….tar`, `….tar.gz` or `….tgz`; it is there when the backup is whole, and not before.
 * @throws {BackupError} and {FolderInUse}.
 */
export async function makeBackup(
  config: Config,
  log: Log,
  target: string,
  askServer: AskServer,
): Promise<BackupReport> {
  const path = resolve(target)
  if (existsSync(path)) throw new BackupError(`${path} is there already.`)
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

/** The embedded database is read by the server that has it, where one runs: in the data folder, where that may write. */
async function dumpTo(
  config: Config,
  log: Log,
  folder: string,
  askServer: AskServer,
): Promise<Dump> {
  const place = databaseLocationOf(config)
  if (place.type === 'embedded' && !existsSync(join(place.folder, 'database'))) {
    throw new BackupError(`There is no database in ${resolve(place.folder)}.`)
  }
  if (place.type === 'postgres') return dumpHere(config, log, folder)
  const written = join(resolve(place.folder), `backup-${randomUUID()}`)
  try {
    const told = await askServer(written)
    const dump = told === undefined ? await dumpHere(config, log, written) : dumpSchema.parse(told)
    await cp(written, folder, { recursive: true, mode: 0 })
    return dump
  } finally {
    await rm(written, { recursive: true, force: true })
  }
}

/** Without migrating: the database stays that of the servers that run. */
async function dumpHere(config: Config, log: Log, folder: string): Promise<Dump> {
  const { db, close } = await connect(databaseLocationOf(config), log)
  try {
    return await dumpDatabase(db, folder)
  } finally {
    await close()
  }
}

/** @returns Those that were deleted since the database was read. */
async function copyFiles(config: Config, { files }: Dump, folder: string): Promise<string[]> {
  const store = await openStore(config.jobs.storePlace)
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

/** @returns Whether the key of this database lies beside the data. */
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
