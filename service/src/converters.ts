/** Configuration → the pools of children that convert: one for requests, one for the queue. */
import {
  createPool,
  findTesseract,
  type Pool,
  type PoolConfig,
  type PoolEvent,
  type WallName,
} from '@recto/converter'
import { type Config, ConfigError } from './config.ts'
import { createLane, type Lane } from './lane.ts'
import type { Log } from './log.ts'
import { createMetrics, type Metrics } from './metrics/index.ts'
import { watchWalls } from './walls.ts'

export interface Converters {
  readonly pool: Pool
  /** The pool for requests. */
  readonly lane: Lane
  /** For the queue; left out where other processes do its jobs. */
  readonly jobPool: Pool | undefined
  /** Left out where they are switched off. */
  readonly metrics: Metrics | undefined
  /** The system's, where it reads the pictures. */
  readonly tesseract: string | undefined
  /** Walls around the children that are missing, as far as is known yet. */
  readonly missingWalls: () => readonly WallName[]
  close(): Promise<void>
}

/** Work comes in groups: the next finds a child that is warm. */
const CHILD_IDLE_MS = 60_000

const levels = { ready: 'debug', recycled: 'debug', ended: 'warn', failing: 'error' } as const

/**
 * @param folder For the folders of the children.
 * @throws {ConfigError} when the system's Tesseract is not what it was said to be, or walls are missing that are required.
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
  // A worker has no other use for children than its jobs. Those kept for callers with a key start when the others are at work.
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
  const size = { size: workers, sizeAtStart: 0, idleMs: CHILD_IDLE_MS }
  return createPool({ ...children, ...size, onEvent, isBackground: true })
}

/** @returns `undefined` where children read pictures themselves. */
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
