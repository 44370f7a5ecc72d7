/**
 * Checks the walls around the converters and the available memory: a missing wall is logged at the start, or ends it.
 */
import { totalmem } from 'node:os'
import { type Pool, type WallName, wallNames } from '@recto/converter'
import { type Config, ConfigError } from './config/index.ts'
import type { Log } from './log.ts'

const ADVICE = '`recto doctor` prints the reason, docs/operations.md the remedy.'

/**
 * Tests the walls: during the start, or before it if they are required.
 *
 * @returns The walls found missing so far.
 * @throws {ConfigError} if a required wall is missing.
 */
export async function watchWalls(
  pool: Pool,
  config: Config,
  log: Log,
): Promise<() => readonly WallName[]> {
  const shortage = findMemoryShortage(config)
  if (shortage !== undefined) log.warn(shortage)
  let missing: readonly WallName[] = []
  const trial = findMissingWalls(pool, log).then((names) => {
    missing = names
  })
  if (!config.converter.isConfinementRequired) return () => missing
  await trial
  if (missing.length === 0) return () => missing
  const names = missing.join(', ')
  throw new ConfigError([
    `RECTO_REQUIRE_CONFINEMENT is on, but walls are missing: ${names}. ${ADVICE}`,
  ])
}

/** Logged once, as a warning: without the wall, a hostile document could take over more than its child. */
async function findMissingWalls(pool: Pool, log: Log): Promise<readonly WallName[]> {
  try {
    const missing = (await pool.checkWalls()).filter(({ isUp }) => !isUp)
    const names = missing.map(({ name }) => name)
    if (names.length === 0) return []
    const why = Object.fromEntries(missing.map(({ name, why }) => [name, why]))
    log.warn({ walls: why }, `walls around converters are missing: ${names.join(', ')}. ${ADVICE}`)
    return names
  } catch (error) {
    log.error({ err: error }, 'the walls around converters could not be tested')
    return wallNames
  }
}

/** The memory of the server itself, with the embedded database. */
const SERVER_BYTES = 400 * 1024 * 1024

/** @returns A sentence if all children together may use more memory than this machine or container has. */
export function findMemoryShortage({ converter, jobs }: Config): string | undefined {
  const { size, kept, maxRssBytes } = converter
  const web = size + kept
  const children = { all: web + jobs.workers, web, worker: jobs.workers }[jobs.role]
  const wanted = children * maxRssBytes + SERVER_BYTES
  const limit = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
  if (wanted <= limit) return undefined
  const [most, there] = [wanted, limit].map((bytes) => Math.round(bytes / 1024 / 1024))
  return `${children} children and the server may use ${most} MiB, but only ${there} MiB exist: lower RECTO_CONVERTERS, RECTO_WORKERS or RECTO_CONVERTER_MEMORY_MB.`
}
