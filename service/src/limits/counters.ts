/** Counts requests in this process, in PostgreSQL, or in Valkey; the latter two let several servers share counts. */
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterValkey } from 'rate-limiter-flexible'
import type { Log } from '../log.ts'
import { type Counter, WINDOW_SECONDS } from './rate-limit.ts'
import { createReservations } from './reservations.ts'

interface CounterStore {
  readonly valkeyUrl: string | undefined
  /** PostgreSQL's connection pool, for its table of counts. */
  readonly pool: object | undefined
}

interface Counters {
  /** @param kind Separates the counts of different limits. */
  create(kind: string, points: number): Counter
  close(): Promise<void>
}

/** After this time the request passes uncounted. */
const COMMAND_MS = 500

export async function openCounters({ valkeyUrl, pool }: CounterStore, log: Log): Promise<Counters> {
  const duration = WINDOW_SECONDS
  if (valkeyUrl !== undefined) return openValkey(valkeyUrl, log)
  if (pool === undefined) {
    return {
      create: (keyPrefix, points) => new RateLimiterMemory({ keyPrefix, points, duration }),
      close: async () => {},
    }
  }
  return {
    create: (keyPrefix, points) =>
      createReservations(
        new RateLimiterPostgres({
          storeClient: pool,
          tableName: 'rate_limit',
          tableCreated: true,
          keyPrefix,
          points,
          duration,
        }),
        points,
      ),
    close: async () => {},
  }
}

/** The library's script, but with the name that both Valkey and Redis have for the server's functions. */
const countScript = `
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local consumed = redis.call('incrby', KEYS[1], ARGV[1])
local ttl = redis.call('pttl', KEYS[1])
return {consumed, ttl}
`

async function openValkey(url: string, log: Log): Promise<Counters> {
  const { Redis: Valkey } = await import('iovalkey')
  const client = new Valkey(url.replace(/^valkey/, 'redis'), {
    enableOfflineQueue: false,
    commandTimeout: COMMAND_MS,
    maxRetriesPerRequest: 1,
  })
  client.on('error', (error: unknown) => log.warn({ err: error }, 'requests could not be counted'))
  return {
    create: (keyPrefix, points) =>
      createReservations(
        new RateLimiterValkey({
          storeClient: client,
          keyPrefix,
          points,
          duration: WINDOW_SECONDS,
          rejectIfValkeyNotReady: true,
          customIncrTtlLuaScript: countScript,
        }),
        points,
      ),
    close: async () => {
      client.disconnect()
    },
  }
}
