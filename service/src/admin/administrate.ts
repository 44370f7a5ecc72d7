/** Runs operator commands in the server that holds the data, or in this process when none runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ownerLinkOf } from '../accounts/index.ts'
import { type BackupReport, makeBackup } from '../backup/index.ts'
import type { Config } from '../config/index.ts'
import { addressKeysOf, createCredits } from '../credits/index.ts'
import {
  type Database,
  databaseLocationOf,
  FolderInUse,
  migrations,
  openDatabase,
} from '../database/index.ts'
import type { Log } from '../log.ts'
import { openSecrets } from '../secrets/index.ts'
import { runCommand } from './commands.ts'
import { askServer } from './socket.ts'

const STARTING_MS = 15_000
const RETRY_MS = 200

/**
 * Runs one operator command, with or without a running server.
 *
 * @throws {AdminError}, {FolderInUse} and {SchemaTooNew}.
 */
export async function administrate(
  config: Config,
  log: Log,
  name: string,
  given: unknown,
): Promise<unknown> {
  const end = Date.now() + STARTING_MS
  while (true) {
    const answered =
      config.database.url === undefined && (await askServer(config.dataFolder, name, given))
    if (answered) return answered.result
    const database = await openDatabase(databaseLocationOf(config), migrations, log).catch(
      (error: unknown) => {
        // The server is still starting; it will answer soon.
        if (!(error instanceof FolderInUse) || Date.now() > end) throw error
      },
    )
    if (database) return runOn(config, database, name, given)
    await sleep(RETRY_MS)
  }
}

async function runOn(
  config: Config,
  { db, close }: Database,
  name: string,
  given: unknown,
): Promise<unknown> {
  try {
    // Only deletion needs the secret key, which the operator's machine may not have.
    const isDeletion = name === 'accounts.delete'
    const addressKeys = isDeletion ? addressKeysOf(await openSecrets(config, db)) : []
    const credits = createCredits(db, { addressKeys })
    return await runCommand({ db, credits, onChange: () => {} }, name, given)
  } finally {
    await close()
  }
}

/**
 * Makes a link that signs the owner in on the page.
 *
 * @throws {AdminError}, {FolderInUse} and {SchemaTooNew}.
 */
export async function makeOwnerLink(config: Config, log: Log): Promise<string> {
  const { token } = ownerToken.parse(await administrate(config, log, 'owner.link', {}))
  return ownerLinkOf(config.publicUrl ?? `http://127.0.0.1:${config.port}`, token)
}

const ownerToken = z.object({ token: z.string() })

/**
 * Makes a backup, whether the service runs or not.
 *
 * @throws {AdminError}, {BackupError} and {FolderInUse}.
 */
export function backUp(config: Config, log: Log, target: string): Promise<BackupReport> {
  return makeBackup(config, log, target, async (folder) => {
    const answered = await askServer(config.dataFolder, 'backup.database', { folder })
    return answered?.result
  })
}

/** Migrates the database without starting a server. */
export async function bringUpToDate(config: Config, log: Log): Promise<void> {
  const { close } = await openDatabase(databaseLocationOf(config), migrations, log)
  await close()
}
