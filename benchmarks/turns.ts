/** Measures claims and completed jobs a second with many waiting accounts, on each database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCredits } from '../service/src/credits/index.ts'
import {
  type DatabaseLocation,
  type Db,
  migrations,
  openDatabase,
} from '../service/src/database/index.ts'
import {
  createServerDatabase,
  fillDataFolder,
  testDatabases,
} from '../service/src/database/testing/test-database.ts'
import { createQueue, type Queue } from '../service/src/jobs/index.ts'
import { addAccounts, addWaitingJobs } from '../service/src/jobs/testing/waiting-jobs.ts'
import { createLog } from '../service/src/log.ts'

/** A few accounts with many jobs each, and many accounts with one job each. */
const CROWDS = [
  { accounts: 8, jobsEach: 1_500, tier: 'self_hosted' },
  { accounts: 10_000, jobsEach: 1, tier: 'free' },
] as const
/** Numbers of timed claims: of one job each, and of `BATCH` jobs each. */
const SINGLE = 1_000
const BATCH = 16
const BATCHES = 200
/** Workers that claim at the same time. */
const WORKERS = 4

/** @param share Share of the work; less than 1 for a quick check. */
export async function measureTurns(share = 1): Promise<string> {
  const parts: string[] = []
  for (const kind of testDatabases) {
    parts.push(kind === 'pglite' ? await onEmbedded(share) : await onServer(share))
  }
  return parts.join('\n\n')
}

async function onEmbedded(share: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-bench-turns-'))
  try {
    await fillDataFolder(folder)
    return await measure('embedded database', { type: 'embedded', folder }, 1, share)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function onServer(share: number): Promise<string> {
  const { url, drop } = await createServerDatabase()
  try {
    const location = { type: 'postgres', url: url.href, connections: 10 } as const
    return await measure('PostgreSQL', location, WORKERS, share)
  } finally {
    await drop()
  }
}

async function measure(
  title: string,
  location: DatabaseLocation,
  workers: number,
  share: number,
): Promise<string> {
  const database = await openDatabase(location, migrations, createLog('silent'))
  const { db } = database
  try {
    const queue = createQueue(db, createCredits(db).charges)
    const lines = [`Turns, ${title}`]
    for (const crowd of CROWDS) {
      lines.push(await measureCrowd(db, queue, { ...crowd, workers, share }))
    }
    return lines.join('\n')
  } finally {
    await database.close()
  }
}

interface Crowd {
  readonly accounts: number
  readonly jobsEach: number
  readonly tier: string
  readonly workers: number
  readonly share: number
}

async function measureCrowd(db: Db, queue: Queue, crowd: Crowd): Promise<string> {
  const { workers, share } = crowd
  const accounts = Math.ceil(crowd.accounts * share)
  const ids = await addAccounts(db, `acc_${accounts}`, accounts, crowd.tier)
  await addWaitingJobs(db, ids, crowd.jobsEach)
  const single = Math.ceil(SINGLE * share)
  const batches = Math.ceil(BATCHES * share)
  const alone = await rateOf(1, single, () => claim(queue, 1))
  const together = await rateOf(workers, single, () => claim(queue, 1))
  const batched = await rateOf(1, batches, () => claim(queue, BATCH))
  const whole = await rateOf(1, batches, () => claimAndEnd(queue))
  return [
    `${accounts} accounts with jobs that wait: ${alone} claims a second one by one`,
    workers > 1 ? `, ${together} by ${workers} workers` : '',
    `; ${batched} jobs a second in batches of ${BATCH}, ${whole} claimed and ended`,
  ].join('')
}

async function claim(queue: Queue, most: number): Promise<number> {
  const jobs = await queue.claim({ worker: 'bench', leaseMs: 3_600_000, isTest: false, most })
  return jobs.length
}

async function claimAndEnd(queue: Queue): Promise<number> {
  const order = { worker: 'bench', leaseMs: 3_600_000, isTest: false, most: BATCH }
  const jobs = await queue.claim(order)
  const error = 'conversion_failed: A measurement.'
  await Promise.all(
    jobs.map(({ id, attempt }) => queue.complete({ id, attempt, status: 'failed', error })),
  )
  return jobs.length
}

/** Claims per wanted job. A claim finds nothing when other workers hold the only turns, and is repeated. */
const MAX_TRIES = 20

/**
 * @param wanted Jobs, or batches of jobs, that all workers claim together. @returns Jobs a second. @throws If too many
 * claims find no job.
 */
async function rateOf(
  workers: number,
  wanted: number,
  claimSome: () => Promise<number>,
): Promise<string> {
  const begin = performance.now()
  let [tries, filled, jobs] = [0, 0, 0]
  const work = async (): Promise<void> => {
    while (filled < wanted && tries < MAX_TRIES * wanted) {
      tries += 1
      const claimed = await claimSome()
      if (claimed > 0) filled += 1
      jobs += claimed
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  const seconds = (performance.now() - begin) / 1_000
  if (filled < wanted) throw new Error(`${tries} claims gave ${jobs} jobs.`)
  return (jobs / seconds).toFixed(0)
}

if (import.meta.main) process.stdout.write(`${await measureTurns()}\n`)
