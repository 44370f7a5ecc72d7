/** Starts the service from its configuration: creates all parts in order, and closes them in reverse. */
import type { FastifyInstance } from 'fastify'
import {
  accountTiers,
  createCallers,
  makeOwner,
  makeOwnerToken,
  ownerLinkOf,
  plans,
} from './accounts/index.ts'
import { serveCommands } from './admin/index.ts'
import type { Config } from './config/index.ts'
import { type Converters, startConverters } from './converters.ts'
import { addressKeysOf, createCredits } from './credits/index.ts'
import { type Database, databaseLocationOf, migrations, openDatabase } from './database/index.ts'
import { type AccountServices, type Context, createApp, ownAddressOf } from './http/index.ts'
import {
  createFileRecords,
  createQueue,
  engineVersion,
  jobSettingsOf,
  observeNothing,
  type RunningJobs,
  startJobs,
} from './jobs/index.ts'
import { createRateLimiter, openCounters, type RateLimiter } from './limits/index.ts'
import { createLog, type Log } from './log.ts'
import { createMailer } from './mail/index.ts'
import { startMaintenance } from './maintenance.ts'
import { registerState, serveMetrics, timedStore } from './metrics/index.ts'
import { openSite, siteFolder } from './pages/index.ts'
import { createPayments } from './payments/index.ts'
import { reservePort } from './port.ts'
import { makeScratchFolder } from './scratch.ts'
import { openSecrets, type Secrets } from './secrets/index.ts'
import { openStore } from './store/index.ts'
import { openTracing, type Tracing } from './tracing/index.ts'
import { createSealer } from './webhooks/index.ts'

export interface Service {
  /** The address it listens on: `http://127.0.0.1:3000`. */
  readonly url: string
  /** The address of the metrics if they have a separate port: `http://127.0.0.1:9464/metrics`. */
  readonly metricsUrl: string | undefined
  /** Resolves once documents can be converted; rejects if no converter starts. */
  readonly ready: Promise<void>
  /** @returns An address that signs the owner in on the page, once, within an hour; `undefined` without an owner. */
  makeOwnerLink(): Promise<string | undefined>
  /**
   * Accepts no more requests, finishes the running ones within their time, and ends all children.
   *
   * Safe to call twice.
   */
  stop(): Promise<void>
}

/** Parts made by the start, closed in reverse order: when the service stops, or at once when the start fails. */
type Making = AsyncDisposableStack

/**
 * Starts the service.
 *
 * The port is reserved first: a start without it changes nothing.
 *
 * @param onFirstKey Called with the owner's key on the very first start, as soon as it exists: if the start fails
 * later, the key is still known.
 * @throws If the port is taken or a folder can't be written; {FolderInUse}, {SchemaTooNew}, {SecretKeyWrong} and
 * {ConfigError}.
 */
export async function startService(
  config: Config,
  log: Log = createLog(config.logLevel, config.logFormat),
  onFirstKey: (key: string) => void = () => {},
): Promise<Service> {
  await using making = new AsyncDisposableStack()
  const port = making.use(await reservePort(config.host, config.port))
  const { path: folder } = making.use(await makeScratchFolder(config.tempFolder))
  const database = await openDatabase(databaseLocationOf(config), migrations, log, config.database)
  making.defer(database.close)
  const secrets = await openSecrets(config, database.db)
  const firstKey = await makeOwner(database.db)
  if (firstKey !== undefined) onFirstKey(firstKey)
  const accounts = await openAccounts(config, { database, secrets, log }, making)
  const converters = await startConverters(config, folder, log)
  making.defer(converters.close)
  const metricsUrl = await startMetrics(config, { database, converters, log }, making)
  const tracing = await openTracing(config.tracing, engineVersion.version, log)
  making.defer(() => tracing?.close())
  const parts = { database, secrets, accounts, converters, folder, tracing, log }
  const jobs = await startQueue(config, parts)
  making.defer(() => jobs.stop(0))
  const state = { isStopping: false }
  const { pool, lane, metrics, tesseract, missingWalls } = converters
  const address = ownAddressOf(config.publicUrl ?? port.url, config.upgradeUrl)
  const isStopping = (): boolean => state.isStopping
  const site = openSite(siteFolder(), address.prefix)
  if (!site) log.warn('the page is not built: npm run build --workspace web')
  const context = { ...accounts, config, address, converter: lane, folder, metrics, jobs, site }
  const app = await createApp({ ...context, tracing, isStopping, missingWalls }, log)
  making.defer(() => endRequests(config, app, jobs, log))
  await port.giveTo(app.server)
  const facts = { converters: config.converter.size, tesseract: tesseract ?? 'built in' }
  log.info(facts, 'listening')
  const made = making.move()
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    state.isStopping = true
    stopped ??= made.disposeAsync().then(() => {
      log.info('stopped')
      log.flush()
    })
    return stopped
  }
  const makeOwnerLink = async (): Promise<string | undefined> => {
    const token = await makeOwnerToken(database.db)
    return token === undefined ? undefined : ownerLinkOf(address.url, token)
  }
  return { url: port.url, metricsUrl, ready: pool.ready, makeOwnerLink, stop }
}

type Accounts = Required<Pick<Context, 'services' | 'findCaller' | 'anonymousLimiter'>>

/** Opens accounts, credits and payments. */
async function openAccounts(
  config: Config,
  { database, secrets, log }: Pick<QueueParts, 'database' | 'secrets' | 'log'>,
  making: Making,
): Promise<Accounts> {
  const { db, pool } = database
  const callers = createCallers(db)
  const credits = createCredits(db, { addressKeys: addressKeysOf(secrets) })
  const counters = await openCounters({ valkeyUrl: config.valkeyUrl, pool }, log)
  making.defer(counters.close)
  const onFailure = createFailureLog(log)
  const limiter = (kind: string, points: number): RateLimiter =>
    createRateLimiter(points, counters.create(kind, points), onFailure)
  const onChange = callers.forget
  if (config.database.url === undefined) {
    making.defer(await serveCommands(config.dataFolder, { db, credits, onChange }))
  }
  const payments = config.payments && createPayments(config.payments, db, credits, onChange)
  const mailer = await createMailer(config.mail, log)
  const { publicUrl, retention } = config
  making.defer(
    startMaintenance({ database, callers, credits, payments, mailer, publicUrl, retention, log }),
  )
  const services: AccountServices = {
    db,
    callers,
    credits,
    mailer,
    payments,
    limiters: limitersOf(limiter),
  }
  const anonymousLimiter = limiter('anonymous', config.anonymousRate)
  return { services, findCaller: callers.findCaller, anonymousLimiter }
}

function limitersOf(
  limiter: (kind: string, points: number) => RateLimiter,
): AccountServices['limiters'] {
  const entries = accountTiers.map(
    (tier) => [tier, limiter(tier, plans[tier].requestsPerMinute)] as const,
  )
  // Sound: one entry for each tier.
  return Object.fromEntries(entries) as AccountServices['limiters']
}

/** The shortest time between two log lines about a failing counter, which fails at every request. */
const FAILURES_MS = 30_000

function createFailureLog(log: Log): (error: unknown) => void {
  let next = 0
  return (error) => {
    if (Date.now() < next) return
    next = Date.now() + FAILURES_MS
    log.error({ err: error }, 'requests are not counted: the counter cannot be read')
  }
}

/** @returns The address of the metrics if they have a separate port. */
async function startMetrics(
  { host, metricsPort }: Config,
  { database, converters, log }: Pick<QueueParts, 'database' | 'converters' | 'log'>,
  making: Making,
): Promise<string | undefined> {
  const { metrics } = converters
  if (!metrics) return undefined
  const { db, pool, observe } = database
  observe(metrics.onStatement)
  registerState(metrics.registry, db, pool, log)
  if (metricsPort === undefined) return undefined
  const { url, close } = await serveMetrics(
    making.use(await reservePort(host, metricsPort)),
    metrics,
    log,
  )
  making.defer(close)
  return `${url}/metrics`
}

interface QueueParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly accounts: Accounts
  readonly converters: Converters
  readonly folder: string
  readonly tracing: Tracing | undefined
  readonly log: Log
}

async function startQueue(config: Config, parts: QueueParts): Promise<RunningJobs> {
  const { database, secrets, accounts, converters, folder, tracing, log } = parts
  const { jobs } = config
  const { db, signals } = database
  const { charges } = accounts.services.credits
  const { metrics } = converters
  const store = await openStore(jobs.storeLocation)
  const given = {
    db,
    signals,
    charges,
    queue: createQueue(db, charges),
    fileNotes: createFileRecords(db),
    store: metrics ? timedStore(store, metrics.onStore) : store,
    sealer: createSealer(secrets.keysFor('webhook secrets')),
    settings: jobSettingsOf(config),
    log,
    onPoint: () => {},
    observe: metrics ?? observeNothing,
    tracing,
  }
  const { jobPool } = converters
  const work = jobPool && { converter: jobPool, folder, slots: jobs.workers }
  return startJobs(given, jobs.maxFileBytes, work)
}

/** Requests that wait for the end of a job are answered when the queue stops, so both stop at once. */
async function endRequests(
  { shutdownTimeoutMs }: Config,
  app: FastifyInstance,
  jobs: RunningJobs,
  log: Log,
): Promise<void> {
  const late = setTimeout(() => {
    log.warn('requests were aborted: they took longer than RECTO_SHUTDOWN_SECONDS')
    app.server.closeAllConnections()
  }, shutdownTimeoutMs)
  await Promise.all([app.close(), jobs.stop(shutdownTimeoutMs)])
  clearTimeout(late)
}

/**
 * Stops the service at SIGTERM and SIGINT; a second signal ends the process at once.
 *
 * @returns Resolves when the service has stopped.
 */
export function stopOnSignals(service: Service): Promise<void> {
  return new Promise((resolve, reject) => {
    const signals = ['SIGTERM', 'SIGINT'] as const
    const onSignal = (): void => {
      for (const signal of signals) {
        process.off(signal, onSignal)
        process.once(signal, () => process.exit(1))
      }
      service.stop().then(resolve, reject)
    }
    for (const signal of signals) process.on(signal, onSignal)
  })
}
