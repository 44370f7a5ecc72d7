import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { isJobId, newJobId } from './ids.ts'
import type { Job } from './job.ts'
import { createLongPoll } from './long-poll.ts'
import { findJob, listJobs } from './statements/index.ts'
import { openTestJobs, type TestJobs } from './testing/test-jobs.ts'

describe.each(testDatabases)('the queue in %s', (kind) => {
  let jobs: TestJobs

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  afterEach(() => jobs.reset())
  afterAll(() => jobs.close())

  const claim = async (leaseMs = 60_000): Promise<Job | undefined> =>
    (await jobs.queue.claim({ worker: 'w', leaseMs, isTest: false, most: 1 }))[0]

  const position = async (account: string, id: string): Promise<number | null | undefined> =>
    (await findJob(jobs.db, account, id))?.queuePosition

  test("accounts take turns, each within its plan's concurrent jobs", async () => {
    const [many, other, third] = [
      await jobs.newAccount(),
      await jobs.newAccount('essential'),
      await jobs.newAccount(),
    ]
    for (let i = 0; i < 4; i++) await jobs.submit(many)
    await jobs.submit(other)
    await jobs.submit(other)
    const last = await jobs.submit(third)
    expect(await position(third, last.jobId)).toBe(3)
    const taken: (string | undefined)[] = []
    for (let i = 0; i < 5; i++) taken.push((await claim())?.accountId)
    expect(taken).toEqual([many, other, third, other, undefined])
    expect(await position(third, last.jobId)).toBeNull()
  })

  test('thousands of jobs of one account delay another account by one job', async () => {
    const [many, one] = [await jobs.newAccount(), await jobs.newAccount()]
    await sql`
      INSERT INTO job (id, account_id, media_type, bytes, sha256, upload_name, expires_at)
      SELECT 'job_many_' || i, ${many}, 'text/plain', 1, 'x', 'uploads/x', now() + interval '1 hour'
      FROM generate_series(1, 3000) AS i`.execute(jobs.db)
    expect((await claim())?.accountId).toBe(many)
    const { jobId } = await jobs.submit(one)
    expect(await position(one, jobId)).toBeLessThanOrEqual(2)
    const begin = performance.now()
    expect((await claim())?.id).toBe(jobId)
    expect(performance.now() - begin).toBeLessThan(500)
    await sql`DELETE FROM job WHERE account_id = ${many}`.execute(jobs.db)
  })

  test('lists jobs page by page, the newest first, without those of others', async () => {
    const account = await jobs.newAccount('scale', 1_000)
    const payer = { accountId: account, keyId: undefined, tier: 'scale' }
    const ids: string[] = []
    for (let i = 0; i < 7; i++) ids.push((await jobs.submit(account, { payer })).jobId)
    const seen: string[] = []
    let after: { createdAt: Date; id: string } | undefined
    for (let pages = 0; pages < 3; pages++) {
      const page = await listJobs(jobs.db, {
        accountId: account,
        limit: 3,
        after,
        status: undefined,
      })
      seen.push(...page.map(({ id }) => id))
      const last = page.at(-1)
      after = last && readCursor(writeCursor(last))
    }
    expect(seen).toEqual(ids.toReversed())
    const running = await listJobs(jobs.db, {
      accountId: account,
      limit: 9,
      after: undefined,
      status: 'running',
    })
    expect(running).toEqual([])
  })

  test('notifies a request that waits for the end of a job', async () => {
    const account = await jobs.newAccount()
    const { jobId } = await jobs.submit(account, { text: 'wait 200' })
    const waiting = createLongPoll(jobs.db, jobs.log)
    const never = new AbortController().signal
    const begin = performance.now()
    await waiting.forEnd(jobId, 100, never)
    expect(performance.now() - begin).toBeGreaterThan(90)
    jobs.work()
    await waiting.forEnd(jobId, 10_000, never)
    expect(await jobs.statusOf(jobId)).toBe('succeeded')
    waiting.stop()
  })
})

test('cursors decode to their position, and others are refused', () => {
  const position = { createdAt: new Date(1_790_000_000_123), id: newJobId() }
  const text = writeCursor(position)
  expect(readCursor(text)).toEqual(position)
  for (const wrong of ['', 'x', `${text}=`, `${text}A`, text.slice(1), '../..', 'MTIz']) {
    expect(readCursor(wrong)).toBeUndefined()
  }
})

test('ids increase with time', async () => {
  const first = newJobId()
  await new Promise((resolve) => setTimeout(resolve, 3))
  const second = newJobId()
  expect([isJobId(first), first < second]).toEqual([true, true])
  for (const wrong of ['job_1', `${first}x`, first.toUpperCase(), 'job_', `x${first}`]) {
    expect(isJobId(wrong)).toBe(false)
  }
})
