/** Configuration → the database with all that lives on it: accounts, keys, credits, and the socket for the operator. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AccountTier,
  accountTiers,
  type Callers,
  createCallers,
  createKey,
  forgetOldLogins,
  getOrCreateAccount,
  isEmpty,
  plans,
} from './accounts/index.ts'
import { type AdminParts, askServer, runCommand, serveCommands } from './admin/index.ts'
import type { Config } from './config.ts'
import { type CreditsOffice, createCredits } from './credits/index.ts'
import {
  type Database,
  type Db,
  FolderInUse,
  migrations,
  openDatabase,
  type Place,
} from './database/index.ts'
import type { Office } from './http/index.ts'
import { createRateLimiter, openCounters, type RateLimiter } from './limits/index.ts'
import type { Log } from './log.ts'
import { createMailer } from './mail/index.ts'
import type { Data } from './main.ts'
import { createPayments } from './payments/index.ts'

/** How often uses of keys are written down, and what is old is forgotten. */
const CHORES_MS = 30_000
/** Old versions of rows are removed so often; it takes milliseconds, in which an embedded database does nothing else. */
const MAINTENANCE_MS = 6 * 60 * 60 * 1_000

/** @throws {FolderInUse} and {SchemaTooNew}. */
export async function openData(config: Config, log: Log): Promise<Data> {
  const database = await openDatabase(placeOf(config), migrations, log)
  const { db } = database
  const callers = createCallers(db)
  const credits = createCredits(db)
  const counters = await openCounters({ valkeyUrl: config.valkeyUrl, pool: database.pool }, log)
  const limiter = (kind: string, points: number): RateLimiter =>
    createRateLimiter(points, counters.create(kind, points), tellSometimes(log))
  const office: Office = {
    db,
    callers,
    credits,
    mailer: await createMailer(config.mail, log),
    payments: config.payments && createPayments(config.payments, db, credits, callers.forget),
    limiters: limitersOf(limiter),
  }
  const firstKey = await makeOwner(db)
  const parts: AdminParts = { db, credits, onChange: callers.forget }
  const stopServing =
    config.database.url === undefined ? await serveCommands(config.dataFolder, parts) : undefined
  const stopChores = startChores(database, callers, credits, log)
  return {
    db,
    signals: database.signals,
    charges: credits.charges,
    findCaller: callers.findCaller,
    office,
    anonymousLimiter: limiter('anonymous', config.anonymousRate),
    firstKey,
    close: async () => {
      await stopServing?.()
      await stopChores()
      await counters.close()
      await database.close()
    },
  }
}

/** A counter that fails does so at every request. */
function tellSometimes(log: Log): (error: unknown) => void {
  let next = 0
  return (error) => {
    if (Date.now() < next) return
    next = Date.now() + FAILURES_MS
    log.error({ err: error }, 'requests are not counted')
  }
}

function placeOf({ database: { url, connections }, dataFolder }: Config): Place {
  return url === undefined
    ? { type: 'embedded', folder: dataFolder }
    : { type: 'postgres', url, connections }
}

function limitersOf(
  limiter: (kind: string, points: number) => RateLimiter,
): Readonly<Record<AccountTier, RateLimiter>> {
  const entries = accountTiers.map(
    (tier) => [tier, limiter(tier, plans[tier].requestsPerMinute)] as const,
  )
  // Sound: one entry for each tier.
  return Object.fromEntries(entries) as Record<AccountTier, RateLimiter>
}

/** @returns The key of the owner, on the first start of all. */
function makeOwner(db: Db): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    if (!(await isEmpty(tx))) return undefined
    const account = await getOrCreateAccount(tx, null, 'self_hosted')
    const { key } = await createKey(tx, account.id, { name: 'first key', isTest: false })
    return key
  })
}

function startChores(
  { db, maintain }: Database,
  callers: Callers,
  credits: CreditsOffice,
  log: Log,
): () => Promise<void> {
  let current: Promise<void> = Promise.resolve()
  const chores = async (): Promise<void> => {
    await callers.flush()
    await credits.releaseDead()
    await forgetOldLogins(db)
  }
  const run = (): void => {
    current = chores().catch((error: unknown) => log.warn({ err: error }, 'tidying up failed'))
  }
  const timer = setInterval(run, CHORES_MS)
  const maintenance = setInterval(() => {
    maintain().catch((error: unknown) => log.warn({ err: error }, 'tidying up failed'))
  }, MAINTENANCE_MS)
  return async () => {
    clearInterval(timer)
    clearInterval(maintenance)
    await current
    await callers.flush().catch(() => undefined)
  }
}

const FAILURES_MS = 30_000
const STARTING_MS = 15_000
const RETRY_MS = 200

/**
 * Does one command of the operator, beside a running server or without one.
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
    const database = await openDatabase(placeOf(config), migrations, log).catch(
      (error: unknown) => {
        // A server is starting, and will answer soon.
        if (!(error instanceof FolderInUse) || Date.now() > end) throw error
      },
    )
    if (database) return runOn(database, name, given)
    await sleep(RETRY_MS)
  }
}

async function runOn({ db, close }: Database, name: string, given: unknown): Promise<unknown> {
  try {
    return await runCommand({ db, credits: createCredits(db), onChange: () => {} }, name, given)
  } finally {
    await close()
  }
}

/** Brings the database up to date, without a server. @returns The names of what was done. */
export async function bringUpToDate(config: Config, log: Log): Promise<void> {
  const { close } = await openDatabase(placeOf(config), migrations, log)
  await close()
}
