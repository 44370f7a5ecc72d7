/** Creates the pools of child processes that convert: one for requests, one for the queue. */
import {
  createPool,
  findTesseract,
  type Pool,
  type PoolConfig,
  type PoolEvent,
  type WallName,
} from '@recto/converter'
import { type Config, ConfigError } from './config/index.ts'
import { createLane, type Lane } from './lane.ts'
import type { Log } from './log.ts'
import { createMetrics, type Metrics } from './metrics/index.ts'
import { watchWalls } from './walls.ts'

export interface Converters {
  readonly pool: Pool
  /** The pool for requests. */
  readonly lane: Lane
  /** The pool for the queue; left out if other processes run its jobs. */
  readonly jobPool: Pool | undefined
  /** Left out if metrics are off. */
  readonly metrics: Metrics | undefined
  /** The path of the system's Tesseract, if it recognises text in pictures. */
  readonly tesseract: string | undefined
  /** The walls found missing so far. */
  readonly missingWalls: () => readonly WallName[]
  close(): Promise<void>
}

/** Conversions come in bursts: the next one finds a warm child. */
const CHILD_IDLE_MS = 60_000

const levels = { ready: 'debug', recycled: 'debug', ended: 'warn', failing: 'error' } as const

/**
 * @param folder For the folders of the children.
 * @throws {ConfigError} if the configured Tesseract is unusable, or a required wall is missing.
 */
export async function startConverters(
  config: Config,
  folder: string,
  log: Log,
): Promise<Converters> {
  const tesseract = await chooseTesseract(config, folder)
  const { maxRssBytes, recycleAfter, mainContent, isOcrOff } = config.converter
  const bounds = { maxRssBytes, recycleAfter, mainContent, isOcrOff }
  const children: PoolConfig = { ...bounds, tesseract, parentFolder: folder }
  let metrics: Metrics | undefined
  const onEvent = (event: PoolEvent): void => {
    metrics?.onPoolEvent(event)
    log[levels[event.type]](event, 'converter')
  }
  const { role, workers } = config.jobs
  const { size: common, kept, maxWaiting } = config.converter
  const size = common + kept
  // A worker needs children for its jobs only. The reserved children start when the others are busy.
  const sizes =
    role === 'worker' ? { size: workers } : { size, sizeAtStart: common, idleMs: CHILD_IDLE_MS }
  const pool = createPool({ ...sizes, onEvent, ...children })
  const lane = createLane(pool, { size, kept, maxWaiting })
  if (config.hasMetrics) metrics = createMetrics(lane.stats)
  const jobPool = startJobPool(config, log, children, pool)
  const close = async (): Promise<void> => {
    await Promise.all([pool.close(), jobPool?.close()])
  }
  const missingWalls = await watchWalls(pool, config, log).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { pool, lane, jobPool, metrics, tesseract, missingWalls, close }
}

/**
 * Starts separate children for the queue, so that jobs of minutes do not delay requests or take their share of
 * the processors.
 *
 * They start with a job and end some time after it: without them an idle server uses 210 MiB less, and the first job
 * waits half a second for its child. A process that only runs jobs keeps them.
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
  const size = { size: workers, sizeAtStart: 0, idleMs: CHILD_IDLE_MS }
  return createPool({ ...children, ...size, onEvent, isBackground: true })
}

/** @returns `undefined` if the children recognise text themselves. */
async function chooseTesseract(
  { converter, jobs }: Config,
  folder: string,
): Promise<string | undefined> {
  const { tesseract, isOcrOff } = converter
  if (tesseract === 'off' || isOcrOff || jobs.role === 'web') return undefined
  const found = await findTesseract(tesseract, folder)
  if (found !== undefined || tesseract === 'auto') return found
  throw new ConfigError([
    `RECTO_TESSERACT ${tesseract} is not the command of Tesseract 4 or later, or does not run behind the walls.`,
  ])
}
