/**
 * Measures the connections of a thousand workers through PgBouncer, in transaction and session mode, and direct ones.
 */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { type DatabaseLocation, migrations, openDatabase } from '../src/database/index.ts'
import { createServerDatabase } from '../src/database/testing/test-database.ts'
import { addAccounts, addWaitingJobs } from '../src/jobs/testing/waiting-jobs.ts'
import { createLog } from '../src/log.ts'
import { hasPgBouncer, type PoolMode, startPool } from './pool.ts'
import { DELIVERERS, formatTimes, type Outcome, simulate } from './workers.ts'

/** PgBouncer's connections to PostgreSQL in transaction mode. */
const POOLED = 20
const ACCOUNTS = 500
/** The unit of CPU times in `/proc`. */
const TICKS_PER_SECOND = 100
/** Connections reserved for others. */
const SPARE_CONNECTIONS = 20
/** Each worker and each deliverer has one connection for statements and one to listen. */
const CONNECTIONS_EACH = 2

interface Step {
  readonly mode: PoolMode | 'direct'
  readonly workers: number
  /** Duration of a conversion, milliseconds. */
  readonly jobMs: number
  readonly windowMs: number
}

/** A step takes one conversion, the window, and about ten seconds to connect. */
const steps: readonly Step[] = [
  // Has the claims, ends and webhooks of 1,000 workers with conversions of 8 s: 10.8 million a day.
  { mode: 'transaction', workers: 50, jobMs: 400, windowMs: 10_000 },
  // Has the connections of 1,000 workers, which renew their leases every second.
  { mode: 'transaction', workers: 1_000, jobMs: 24_000, windowMs: 12_000 },
  { mode: 'session', workers: 1_000, jobMs: 24_000, windowMs: 12_000 },
  { mode: 'direct', workers: 100, jobMs: 8_000, windowMs: 8_000 },
]

/** @param share Share of the workers and of the time; less than 1 for a quick check. */
export async function measureConnections(share: number): Promise<string[]> {
  const lines: string[] = []
  for (const step of steps) {
    if (step.mode !== 'direct' && !hasPgBouncer()) {
      lines.push('PgBouncer is not installed, so this part is skipped.')
      continue
    }
    const line = await measure({
      ...step,
      workers: Math.ceil(step.workers * share),
      jobMs: step.jobMs * share,
      windowMs: step.windowMs * share,
    })
    // Prints progress, because steps take up to a minute.
    process.stderr.write(`${line}\n`)
    lines.push(line)
  }
  return lines
}

async function measure(step: Step): Promise<string> {
  const database = await createServerDatabase()
  const workers = Math.min(step.workers, await mostWorkers(database.url, step.mode))
  const { mode, jobMs, windowMs } = step
  const connections = mode === 'transaction' ? POOLED : connectionsOf(workers)
  const pool = mode === 'direct' ? undefined : await startPool(database.url, mode, connections)
  const location: DatabaseLocation = {
    type: 'postgres',
    url: (pool?.url ?? database.url).href,
    connections: 1,
    isPooledByTransaction: mode === 'transaction',
  }
  try {
    await fill(database.url, Math.ceil((workers * 4 * (jobMs + windowMs)) / jobMs / ACCOUNTS))
    const outcome = await simulate({
      ...{ workers, location, jobMs, windowMs },
      cpu: async () => ({
        database: await databaseCpu(database.url),
        pool: pool ? cpuOf(pool.pid) : 0,
      }),
    })
    return toLines({ ...step, workers }, connections, outcome)
  } finally {
    await pool?.close()
    await database.drop()
  }
}

function connectionsOf(workers: number): number {
  return (workers + DELIVERERS) * CONNECTIONS_EACH
}

/**
 * Returns the number of workers that the server's connections suffice for; in session mode and without PgBouncer each
 * worker keeps its connections.
 */
async function mostWorkers(url: URL, mode: Step['mode']): Promise<number> {
  if (mode === 'transaction') return Number.POSITIVE_INFINITY
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const { rows } = await client.query<{ free: number }>(
    `SELECT current_setting('max_connections')::integer - count(*)::integer AS free FROM pg_stat_activity`,
  )
  await client.end()
  const free = (rows[0]?.free ?? 0) - SPARE_CONNECTIONS
  return Math.floor(free / CONNECTIONS_EACH) - DELIVERERS
}

async function fill(url: URL, each: number): Promise<void> {
  const location = { type: 'postgres', url: url.href, connections: 1 } as const
  const { db, close } = await openDatabase(location, migrations, createLog('silent'))
  await addWaitingJobs(db, await addAccounts(db, 'acc', ACCOUNTS, 'self_hosted'), each)
  await sql`UPDATE job SET webhook_url = 'https://' || account_id || '.example/hook'`.execute(db)
  await sql`VACUUM (ANALYZE)`.execute(db)
  await close()
}

/** Returns the CPU seconds of PostgreSQL's processes; 0 if they run on another machine. */
async function databaseCpu(url: URL): Promise<number> {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await client.end()
  return rows.reduce((sum, { pid }) => sum + cpuOf(pid), 0)
}

function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}

function toLines(
  { mode, workers, jobMs }: Step,
  connections: number,
  { times, errors, ...outcome }: Outcome,
): string {
  const how = mode === 'direct' ? 'direct' : `PgBouncer by ${mode}`
  return [
    `${workers} workers, conversions of ${jobMs / 1_000} s, ${how}, ${connections} connections to PostgreSQL: ${outcome.jobsPerSecond.toFixed(1)} jobs a second, ${(outcome.share * 100).toFixed(0)} % of what they could do; ${outcome.deliveriesPerSecond.toFixed(1)} webhooks a second`,
    `  claim ${formatTimes(times.claim)}, beat ${formatTimes(times.beat)}, end ${formatTimes(times.end)}, take and note webhooks ${formatTimes(times.deliver)}`,
    `  ${outcome.statementsPerSecond.toFixed(0)} calls a second; CPU a job: database ${outcome.databaseMsPerJob.toFixed(1)} ms, PgBouncer ${outcome.poolMsPerJob.toFixed(1)} ms; ${errors.length === 0 ? 'no errors' : `errors: ${errors.slice(0, 3).join('; ')}`}`,
  ].join('\n')
}
