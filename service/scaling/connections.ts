/** A thousand workers' connections through PgBouncer, by transaction and by session, beside direct ones. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { type DatabaseLocation, migrations, openDatabase } from '../src/database/index.ts'
import { createServerDatabase } from '../src/database/testing/test-database.ts'
import { addAccounts, addWaitingJobs } from '../src/jobs/testing/waiting-jobs.ts'
import { createLog } from '../src/log.ts'
import { hasPgBouncer, type PoolMode, startPool } from './pool.ts'
import { type Outcome, simulate, tellTimes } from './workers.ts'

/** A conversion of 8 s on each of 1,000 workers is 125 jobs a second: 10.8 million a day. */
const JOB_MS = 8_000
const WINDOW_MS = 12_000
/** To PostgreSQL, of the pool. */
const POOLED = 20
const ACCOUNTS = 500
/** The kernel counts CPU time in these. */
const TICKS_PER_SECOND = 100

interface Step {
  readonly mode: PoolMode | 'direct'
  readonly workers: number
  readonly connections: number
}

const steps: readonly Step[] = [
  { mode: 'transaction', workers: 1_000, connections: POOLED },
  // One for statements and one to listen, of each worker and of each that delivers.
  { mode: 'direct', workers: 100, connections: 216 },
  { mode: 'session', workers: 100, connections: 216 },
]

/** @param share Of the workers and of the time; less only shows that it runs. */
export async function measureConnections(share: number): Promise<string[]> {
  const lines: string[] = []
  for (const step of steps) {
    if (step.mode !== 'direct' && !hasPgBouncer()) {
      lines.push('PgBouncer is not installed: the rest is left out.')
      break
    }
    const workers = Math.ceil(step.workers * share)
    const line = tell({ ...step, workers }, await measure({ ...step, workers }, share))
    // Steps take half a minute.
    process.stderr.write(`${line}\n`)
    lines.push(line)
  }
  return lines
}

async function measure({ mode, workers, connections }: Step, share: number): Promise<Outcome> {
  const database = await createServerDatabase()
  const pool = mode === 'direct' ? undefined : await startPool(database.url, mode, connections)
  const place: DatabaseLocation = {
    type: 'postgres',
    url: (pool?.url ?? database.url).href,
    connections: 1,
    isPooledByTransaction: mode === 'transaction',
  }
  try {
    await fill(database.url, Math.ceil((workers * 4 * (JOB_MS + WINDOW_MS)) / JOB_MS / ACCOUNTS))
    return await simulate({
      ...{ workers, place, jobMs: JOB_MS * share, windowMs: WINDOW_MS * share },
      cpu: async () => ({
        database: await databaseCpu(database.url),
        pool: pool ? cpuOf(pool.pid) : 0,
      }),
    })
  } finally {
    await pool?.close()
    await database.drop()
  }
}

async function fill(url: URL, each: number): Promise<void> {
  const place = { type: 'postgres', url: url.href, connections: 1 } as const
  const { db, close } = await openDatabase(place, migrations, createLog('silent'))
  await addWaitingJobs(db, await addAccounts(db, 'acc', ACCOUNTS, 'self_hosted'), each)
  await sql`UPDATE job SET webhook_url = 'https://' || account_id || '.example/hook'`.execute(db)
  await sql`VACUUM (ANALYZE)`.execute(db)
  await close()
}

/** Seconds of the processes that serve the database; 0 where they are on another machine. */
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

function tell({ mode, workers, connections }: Step, outcome: Outcome): string {
  const { times, errors } = outcome
  const how = mode === 'direct' ? 'direct' : `PgBouncer by ${mode}`
  return [
    `${workers} workers, ${how}, ${connections} connections to PostgreSQL: ${outcome.jobsPerSecond.toFixed(1)} jobs a second, ${(outcome.share * 100).toFixed(0)} % of what they could do; ${outcome.deliveriesPerSecond.toFixed(1)} webhooks a second`,
    `  claim ${tellTimes(times.claim)}, beat ${tellTimes(times.beat)}, end ${tellTimes(times.end)}, take and note webhooks ${tellTimes(times.deliver)}`,
    `  CPU a job: database ${outcome.databaseMsPerJob.toFixed(1)} ms, PgBouncer ${outcome.poolMsPerJob.toFixed(1)} ms; ${errors.length === 0 ? 'no errors' : `errors: ${errors.slice(0, 3).join('; ')}`}`,
  ].join('\n')
}
