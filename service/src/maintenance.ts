/** Runs periodic work. */
import { type Callers, forgetOldLogins } from './accounts/index.ts'
import type { RetentionConfig } from './config/index.ts'
import type { CreditsService } from './credits/index.ts'
import { type Database, findSchemaFault, migrations } from './database/index.ts'
import { announceDisabledReceivers } from './jobs/index.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/index.ts'
import type { Payments } from './payments/index.ts'
import { endRows } from './retention.ts'

/** The interval at which uses of keys are stored and old rows are deleted. */
const CHORES_MS = 30_000
/**
 * The interval for removing old row versions; that takes milliseconds, during which an embedded database does nothing
 * else.
 */
const MAINTENANCE_MS = 6 * 60 * 60 * 1_000
/** Rows are kept for months, so the exact time of their deletion does not matter. */
const RETENTION_MS = 60 * 60 * 1_000

interface MaintenanceParts {
  readonly database: Database
  readonly callers: Callers
  readonly credits: CreditsService
  readonly payments: Payments | undefined
  readonly mailer: Mailer
  readonly publicUrl: string | undefined
  readonly retention: RetentionConfig
  readonly log: Log
}

/** @returns Stops the work, after a running task has ended. */
export function startMaintenance({
  database,
  callers,
  credits,
  payments,
  mailer,
  publicUrl,
  retention,
  log,
}: MaintenanceParts): () => Promise<void> {
  const logFailure = (error: unknown): void => log.warn({ err: error }, 'background cleanup failed')
  let current: Promise<void> = Promise.resolve()
  const chores = async (): Promise<void> => {
    await callers.flush()
    await credits.tidy()
    await payments?.tidy()
    await announceDisabledReceivers(database.db, mailer, publicUrl)
    await forgetOldLogins(database.db)
    const fault = await findSchemaFault(database.db, migrations)
    if (fault !== undefined) log.error(fault)
  }
  let ending: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    current = chores().catch(logFailure)
  }, CHORES_MS)
  const maintenance = setInterval(() => {
    database.maintain().catch(logFailure)
  }, MAINTENANCE_MS)
  const retiring = setInterval(() => {
    ending = endRows(database.db, retention).catch(logFailure)
  }, RETENTION_MS)
  return async () => {
    for (const each of [timer, maintenance, retiring]) clearInterval(each)
    await Promise.all([current, ending])
    await callers.flush().catch(logFailure)
  }
}
