/** Configuration → a running service: starts its parts in order, and stops them in the other. */
import { rm } from 'node:fs/promises'
import {
  createPool,
  findTesseract,
  type Pool,
  type PoolConfig,
  type PoolEvent,
} from '@recto/converter'
import type { FastifyInstance } from 'fastify'
import { type FindCaller, findNoCaller } from './accounts/index.ts'
import { type Config, ConfigError } from './config.ts'
import type { Db, Signals } from './database/index.ts'
import { createApp, type Office } from './http/index.ts'
import type { Charges, RunningJobs } from './jobs/index.ts'
import { createRateLimiter, type RateLimiter } from './limits/index.ts'
import { createLog, type Log } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { startQueue } from './queue.ts'
import { makeScratchFolder } from './scratch.ts'

export interface Service {
  /** Where it listens: `http://127.0.0.1:3000`. */
  readonly url: string
  /** Resolves when documents are converted; rejects when no converter starts. */
  readonly ready: Promise<void>
  /**
   * Takes no more requests, finishes those at hand within the time that they have, and ends all children.
   *
   * Safe to call twice.
   */
  stop(): Promise<void>
}

/** What a database brings: who calls, who pays, and the queue. */
export interface Data {
  /** With the tables of the queue. */
  readonly db: Db
  readonly signals?: Signals
  readonly charges: Charges
  readonly findCaller: FindCaller
  /** Keys, credits and pages; tests of the queue do without. */
  readonly office?: Office
  readonly anonymousLimiter?: RateLimiter
  /** Told once, on the first start: the key of the owner. */
  readonly firstKey?: string | undefined
  close(): Promise<void>
}

interface Parts {
  readonly config: Config
  readonly log: Log
  readonly folder: string
  readonly pool: Pool
  readonly data: Data | undefined
  readonly jobPool: Pool | undefined
  readonly queue: RunningJobs | undefined
  readonly app: FastifyInstance
}

/**
 * Starts the service.
 *
 * @param data Left out for a service without keys and queue.
 * @throws When the port is taken, or the folder for temporary files can't be written.
 * @throws {ConfigError} when the system's Tesseract is not what it was said to be.
 */
export async function startService(
  config: Config,
  log: Log = createLog(config.logLevel),
  data?: Data,
): Promise<Service> {
  const tesseract = await chooseTesseract(config)
  const folder = await makeScratchFolder(config.tempFolder)
  const children = poolConfig(config, folder, tesseract)
  let isStopping = false
  const { pool, metrics } = startConverter(config, log, children)
  const jobPool = data && startJobPool(config, log, children, pool)
  const queue =
    data && (await startQueue(config, { ...data, log, folder, pool: jobPool, observe: metrics }))
  const context = {
    config,
    converter: pool,
    findCaller: data?.findCaller ?? findNoCaller,
    anonymousLimiter: data?.anonymousLimiter ?? createRateLimiter(config.anonymousRate),
    folder,
    metrics,
    isStopping: () => isStopping,
    ...(queue && { jobs: queue }),
    ...(data?.office && { office: data.office }),
  }
  const app = await createApp(context, log)
  const parts: Parts = { config, log, folder, pool, jobPool, data, queue, app }
  const url = await app.listen({ host: config.host, port: config.port }).catch(async (error) => {
    await stopAll(parts)
    throw error
  })
  const facts = { converters: config.converter.size, network_denied: pool.isNetworkDenied }
  log.info({ ...facts, tesseract: tesseract ?? 'built in' }, 'listening')
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    isStopping = true
    stopped ??= stopAll(parts)
    return stopped
  }
  return { url, ready: pool.ready, stop }
}

function startConverter(
  config: Config,
  log: Log,
  children: PoolConfig,
): { readonly pool: Pool; readonly metrics: Metrics | undefined } {
  let metrics: Metrics | undefined
  const { role, workers } = config.jobs
  const { maxWaiting } = config.converter
  // A worker has no other use for children than its jobs.
  const size = role === 'worker' ? workers : config.converter.size
  const onEvent = (event: PoolEvent): void => {
    metrics?.onPoolEvent(event)
    log[levels[event.type]](event, 'converter')
  }
  const pool = createPool({ size, maxWaiting, onEvent, ...children })
  if (config.hasMetrics) metrics = createMetrics(pool.stats)
  return { pool, metrics }
}

/**
 * Children of their own for the queue: its jobs of minutes keep no request waiting, nor take its share of the processors.
 *
 * Started for jobs, and ended some time after: without them a server at rest takes 210 MiB less, and the first job waits half
 * a second for its child. Where there are jobs only, they are always there.
 */
function startJobPool(
  config: Config,
  log: Log,
  children: PoolConfig,
  pool: Pool,
): Pool | undefined {
  const { role, workers } = config.jobs
  if (role === 'web') return undefined
  if (role === 'worker') return pool
  const onEvent = (event: PoolEvent): void => log[levels[event.type]](event, 'job converter')
  const size = { size: workers, sizeAtStart: 0, idleMs: JOB_CHILD_IDLE_MS }
  return createPool({ ...children, ...size, onEvent, isBackground: true })
}

function poolConfig(
  { converter }: Config,
  parentFolder: string,
  tesseract: string | undefined,
): PoolConfig {
  const { maxRssBytes, recycleAfter, mainContent, isOcrOff } = converter
  return { maxRssBytes, recycleAfter, mainContent, isOcrOff, tesseract, parentFolder }
}

/** @returns `undefined` where children read pictures themselves. */
async function chooseTesseract({ converter, jobs }: Config): Promise<string | undefined> {
  const { tesseract, isOcrOff } = converter
  if (tesseract === 'off' || isOcrOff || jobs.role === 'web') return undefined
  const found = await findTesseract(tesseract)
  if (found !== undefined || tesseract === 'auto') return found
  throw new ConfigError([
    `RECTO_TESSERACT ${tesseract} is not the command of Tesseract 4 or later.`,
  ])
}

/** Jobs come in groups: the next finds a child that is warm. */
const JOB_CHILD_IDLE_MS = 60_000

const levels = { ready: 'debug', recycled: 'debug', ended: 'warn', failing: 'error' } as const

async function stopAll(parts: Parts): Promise<void> {
  const { config, log, folder, pool, jobPool, data, queue, app } = parts
  const late = setTimeout(() => {
    log.warn('requests were cut off: they took longer than the service has to stop')
    app.server.closeAllConnections()
  }, config.shutdownTimeoutMs)
  // At once: requests that wait for the end of a job are answered when the queue stops.
  await Promise.all([app.close(), queue?.stop(config.shutdownTimeoutMs)])
  clearTimeout(late)
  await Promise.all([pool.close(), jobPool?.close()])
  await data?.close()
  await rm(folder, { recursive: true, force: true })
  log.info('stopped')
  log.flush()
}

/** Stops the service at SIGTERM and SIGINT; a second one ends the process at once. @returns When it has stopped. */
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
