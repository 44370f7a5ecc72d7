/** Tests turns: shares, caps, lanes of test keys, and counters that stay correct. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { setSuspended } from '../accounts/index.ts'
import { readRows } from '../database/index.ts'
import { testDatabases } from '../database/testing/test-database.ts'
import { failJob } from './complete-job.ts'
import type { Job } from './job.ts'
import { findJob, recountTurns } from './statements/index.ts'
import { openTestJobs, type TestJobs, until } from './testing/test-jobs.ts'

/** The most running jobs of an account, by plan. */
const caps = { free: 1, essential: 5, scale: 20 } as const
type Tier = keyof typeof caps

describe.each(testDatabases)('in %s', (kind) => {
  let jobs: TestJobs

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  afterEach(async () => {
    await jobs.reset()
    // The triggers also count rows that tests, or older processes, change by their own SQL.
    expect(await recountTurns(jobs.db)).toBe(0)
    await sql`UPDATE account SET suspended_at = NULL`.execute(jobs.db)
  })
  afterAll(() => jobs.close())

  const claim = (most = 1, isTest = false): Promise<readonly Job[]> =>
    jobs.queue.claim({ worker: 'w', leaseMs: 60_000, isTest, most })
  const fail = ({ id, attempt }: Job): Promise<boolean> =>
    failJob(jobs, { id, attempt }, { code: 'internal', sentence: 'No.' })
  let batches = 0

  /** Inserts jobs without files. */
  async function insert(accountId: string, count: number): Promise<void> {
    batches += 1
    await sql`
      INSERT INTO job (id, account_id, media_type, bytes, sha256, expires_at)
      SELECT 'job_turn_' || ${batches}::text || '_' || i, ${accountId}, 'text/plain', 1, 'x', now()
      FROM generate_series(1, ${count}::integer) AS i`.execute(jobs.db)
  }

  test('shares follow the weight of the plan, one job at a time and in batches', async () => {
    const free = await jobs.newAccount('free')
    const essential = await jobs.newAccount('essential')
    await insert(free, 30)
    await insert(essential, 60)
    const taken: string[] = []
    for (let turn = 0; turn < 50; turn += 1) {
      for (const job of await claim()) {
        taken.push(job.accountId)
        await fail(job)
      }
    }
    expect(taken.filter((each) => each === free)).toHaveLength(10)
    const batch = await claim(6)
    // One job of the free plan, and as many jobs of the other account as its plan allows.
    expect(batch.filter(({ accountId }) => accountId === essential)).toHaveLength(5)
    expect(batch).toHaveLength(6)
    for (const job of batch) await fail(job)
  })

  test('a new account is served first, and then gets only its share', async () => {
    const old = await jobs.newAccount()
    await insert(old, 30)
    for (let turn = 0; turn < 10; turn += 1) for (const job of await claim()) await fail(job)
    const fresh = await jobs.newAccount()
    await insert(fresh, 10)
    const taken: string[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      for (const job of await claim()) {
        taken.push(job.accountId)
        await fail(job)
      }
    }
    expect(taken[0]).toBe(fresh)
    expect(taken.filter((each) => each === fresh)).toHaveLength(3)
  })

  test('a suspended account has no turn, and continues when it is resumed', async () => {
    const account = await jobs.newAccount()
    await insert(account, 1)
    await jobs.db.transaction().execute((tx) => setSuspended(tx, account, true))
    expect(await claim()).toEqual([])
    expect(await jobs.queue.hasReady(false)).toBe(false)
    await jobs.db.transaction().execute((tx) => setSuspended(tx, account, false))
    expect((await claim()).map(({ accountId }) => accountId)).toEqual([account])
  })

  test('jobs of test keys neither wait for others nor delay them', async () => {
    const account = await jobs.newAccount()
    const slow = await jobs.submit(account, { text: 'wait 3000' })
    const worker = jobs.work()
    await until(async () => (await jobs.statusOf(slow.jobId)) === 'running')
    const file = {
      path: '',
      filename: 'a.slow.txt',
      mediaType: 'text/plain',
      bytes: 5,
      sha256: 'x',
    }
    const tests = await Promise.all(
      Array.from({ length: 4 }, () => jobs.submit(account, { isTest: true })),
    )
    for (const { jobId } of tests) await jobs.ended(account, jobId)
    expect(await jobs.statusOf(slow.jobId)).toBe('running')
    await deleteAll(account)
    await until(() => worker.busy() === 0)
    // The reverse: more slow test jobs than a worker has slots.
    const path = await fileOf('x')
    for (let count = 0; count < 3; count += 1) {
      await jobs.submit(account, { isTest: true, file: { ...file, path } })
    }
    const { jobId } = await jobs.submit(account)
    expect((await jobs.ended(account, jobId)).status).toBe('succeeded')
    await deleteAll(account)
  })

  async function fileOf(text: string): Promise<string> {
    const { writeFile } = await import('node:fs/promises')
    const path = `${jobs.folder}/turns-${Math.random()}`
    await writeFile(path, text)
    return path
  }

  async function deleteAll(accountId: string): Promise<void> {
    const { rows } = await sql<{ id: string }>`SELECT id FROM job WHERE account_id = ${accountId}
      AND status IN ('queued', 'running')`.execute(jobs.db)
    const error = { code: 'cancelled', sentence: 'It was cancelled.' } as const
    for (const { id } of rows) await failJob(jobs, { id, attempt: undefined }, error)
  }

  test('a position in a long queue is exact near both ends, and an estimate in between', async () => {
    const [many, other] = [await jobs.newAccount('scale'), await jobs.newAccount()]
    await insert(other, 5)
    await insert(many, 2_000)
    const { rows } = await sql<{ id: string }>`SELECT id FROM job WHERE account_id = ${many}
      AND status = 'queued' ORDER BY place`.execute(jobs.db)
    for (const number of [1, 2, 6, 40, 51, 700, 1_000, 1_500, 1_960, 2_000]) {
      const job = await findJob(jobs.db, many, rows[number - 1]?.id ?? '')
      // The other account has as many jobs before it as this one, but not more than it has in total.
      const exact = number + Math.min(5, number)
      const isNearEnd = number <= 51 || number >= 1_950
      expect(Math.abs((job?.queuePosition ?? 0) - exact)).toBeLessThanOrEqual(isNearEnd ? 0 : 20)
    }
    await sql`DELETE FROM job WHERE account_id IN (${many}, ${other})`.execute(jobs.db)
  })

  test('corrects manipulated counters', async () => {
    const account = await jobs.newAccount()
    await insert(account, 3)
    await sql`UPDATE turn SET waiting = 0, running = 7 WHERE account_id = ${account}
      AND NOT is_test`.execute(jobs.db)
    expect(await claim()).toEqual([])
    expect(await recountTurns(jobs.db)).toBe(1)
    expect(await claim()).toHaveLength(1)
  })

  const runningRow = z.object({ accountId: z.string(), running: z.int() })

  /** Concurrent claims, ends, returns and cancellations of several workers and accounts. */
  const race = fc.record({
    tiers: fc.array(fc.constantFrom(...(Object.keys(caps) as Tier[])), {
      minLength: 1,
      maxLength: 4,
    }),
    workers: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 5 }),
    fates: fc.array(fc.constantFrom('end', 'end', 'return', 'keep', 'cancel'), {
      minLength: 20,
      maxLength: 40,
    }),
  })

  test('no account exceeds its concurrent jobs, and no job has two workers, in any race', async () => {
    const property = fc.asyncProperty(race, async ({ tiers, workers, fates }) => {
      const accounts = new Map<string, Tier>()
      for (const tier of tiers) accounts.set(await jobs.newAccount(tier), tier)
      for (const account of accounts.keys()) await insert(account, 25)
      const leases = new Set<string>()
      let step = 0
      const work = async (most: number): Promise<void> => {
        for (let round = 0; round < 6; round += 1) {
          for (const job of await claim(most)) {
            const lease = `${job.id} ${job.attempt}`
            expect(leases.has(lease)).toBe(false)
            leases.add(lease)
            step += 1
            const fate = fates[step % fates.length]
            if (fate === 'end') await fail(job)
            if (fate === 'return') await jobs.queue.giveBack(job, 'stopping', 0)
            if (fate === 'cancel') {
              const error = { code: 'cancelled', sentence: 'No.' } as const
              await failJob(jobs, { id: job.id, attempt: undefined }, error)
            }
          }
          const running = await readRows(
            jobs.db,
            runningRow,
            sql`SELECT account_id AS "accountId", count(*)::integer AS running FROM job
              WHERE status = 'running' GROUP BY account_id`,
          )
          for (const { accountId, running: count } of running) {
            const tier = accounts.get(accountId)
            if (tier) expect(count).toBeLessThanOrEqual(caps[tier])
          }
        }
      }
      await Promise.all(workers.map(work))
      expect(await recountTurns(jobs.db)).toBe(0)
      await jobs.reset()
    })
    await fc.assert(property, { numRuns: 12 })
  }, 120_000)
})
