import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { StoreError } from '../store/index.ts'
import { isJobId } from './ids.ts'
import type { Job } from './job.ts'
import type { Point } from './parts.ts'
import { recoverLostJobs } from './recovery.ts'
import { deleteJob, findNoResult, openResult } from './results.ts'
import { openTestJobs, type TestJobs, testSettings, until } from './testing/test-jobs.ts'

describe.each(testDatabases)('work in %s', (kind) => {
  let jobs: TestJobs

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  afterEach(() => jobs.reset())
  afterAll(() => jobs.close())

  const claim = async (leaseMs = 60_000): Promise<Job | undefined> =>
    (await jobs.queue.claim({ worker: 'w', leaseMs, isTest: false, most: 1 }))[0]

  async function textOf(job: Job, format: 'markdown' | 'json' | 'docling'): Promise<string> {
    const opened = await openResult(jobs, job, format)
    const text = Buffer.concat(await Array.fromAsync(opened?.file.stream ?? [])).toString()
    expect(opened?.output.bytes).toBe(Buffer.byteLength(text))
    return text
  }

  test('stores, charges and converts a document, keeps its result, and deletes its upload', async () => {
    const account = await jobs.newAccount()
    const { jobId, webhookSecret } = await jobs.submit(account)
    expect(isJobId(jobId)).toBe(true)
    expect(webhookSecret).toBeNull()
    expect(await jobs.files()).toEqual([jobId])
    expect(await jobs.getJob(account, jobId)).toMatchObject({ status: 'queued', startedAt: null })
    expect(await jobs.balance(account)).toBe(90)
    jobs.work()
    const job = await jobs.ended(account, jobId)
    expect(job).toMatchObject({
      status: 'succeeded',
      attempt: 1,
      error: null,
      uploadName: null,
      result: {
        filename: 'a.txt',
        media_type: 'text/plain',
        pages: 2,
        title: 'Hello',
        formats: ['markdown', 'json'],
        result_url: `/v1/convert/jobs/${jobId}/result`,
        bytes: { markdown: 8, json: 27 },
        ocr_pages: 0,
        warnings: [],
      },
    })
    expect(Object.keys(job.result ?? {}).slice(0, 3)).toEqual(['filename', 'media_type', 'pages'])
    expect(job.result?.expires_at).toBe(job.expiresAt.toISOString())
    expect(job.expiresAt.getTime() - job.createdAt.getTime()).toBe(testSettings.retentionMs)
    expect(await textOf(job, 'markdown')).toBe('# Hello\n')
    expect(JSON.parse(await textOf(job, 'json'))).toEqual({ name: 'a.txt', pages: [] })
    expect(JSON.parse(await textOf(job, 'docling'))).toEqual({ name: 'a.txt', pages: {} })
    await until(async () => (await jobs.getJob(account, jobId)).uploadDeletedAt !== null)
    expect(await jobs.files()).not.toContain(jobId)
    expect(await jobs.ledger(account)).toEqual([100, -10])
  })

  test.each([
    ['fail conversion_failed', 'failed conversion_failed'],
    ['fail unsupported_media_type', 'failed conversion_failed'],
    ['fail password_protected', 'failed password_protected'],
    ['fail too_many_pages', 'failed too_many_pages'],
    ['fail internal', 'failed internal'],
  ])('a job of %j ends as %j, is refunded, and leaves no file', async (text, end) => {
    const account = await jobs.newAccount()
    const { jobId } = await jobs.submit(account, { text })
    jobs.work()
    await jobs.ended(account, jobId)
    expect(await jobs.statusOf(jobId)).toBe(end)
    await until(async () => (await jobs.getJob(account, jobId)).uploadDeletedAt !== null)
    expect(await jobs.ledger(account)).toEqual([100, -10, 10])
    expect((await jobs.files()).filter((name) => name.startsWith(jobId))).toEqual([])
  })

  test('stops a conversion at its deadline, and refunds it', async () => {
    const account = await jobs.newAccount()
    const { jobId } = await jobs.submit(account, { text: 'hang' })
    jobs.work({ settings: { ...testSettings, timeoutMs: 200 } })
    const job = await jobs.ended(account, jobId)
    expect(job.error).toBe('timeout: The conversion took longer than 0.2 seconds and was stopped.')
    expect(await jobs.balance(account)).toBe(100)
  })

  test('gives the job of a lost worker to another once; the second loss ends it', async () => {
    const account = await jobs.newAccount()
    const { jobId } = await jobs.submit(account)
    const first = await claim(-1)
    expect(await recoverLostJobs(jobs)).toBe(1)
    expect(await jobs.statusOf(jobId)).toBe('queued')
    const second = await claim(-1)
    expect([first?.attempt, second?.attempt]).toEqual([1, 2])
    expect(await jobs.queue.giveBack({ id: jobId, attempt: 1 }, 'stopping', 0)).toBe(false)
    expect(await recoverLostJobs(jobs)).toBe(0)
    expect(await jobs.statusOf(jobId)).toBe('failed internal')
    expect(await jobs.ledger(account)).toEqual([100, -10, 10])
  })

  test('a worker that returns late ends nothing and leaves no files', async () => {
    const account = await jobs.newAccount()
    const { jobId } = await jobs.submit(account, { text: 'wait 300' })
    const slow = jobs.work()
    await until(async () => (await jobs.statusOf(jobId)) === 'running')
    await sql`UPDATE job SET attempt = attempt + 1 WHERE id = ${jobId}`.execute(jobs.db)
    await until(() => slow.busy() === 0)
    expect(await jobs.statusOf(jobId)).toBe('running')
    expect((await jobs.files()).filter((name) => name.startsWith(jobId))).toEqual([jobId])
  })

  test('a stopping worker returns its job, and another runs it', async () => {
    const account = await jobs.newAccount()
    const { jobId } = await jobs.submit(account, { text: 'wait 1500' })
    const worker = jobs.work()
    await until(async () => (await jobs.statusOf(jobId)) === 'running')
    await worker.stop(50)
    expect(await jobs.statusOf(jobId)).toBe('queued')
    jobs.work()
    expect((await jobs.ended(account, jobId)).status).toBe('succeeded')
    expect(await jobs.ledger(account)).toEqual([100, -10])
  })

  test("files that can't be read return the job to the queue for a while", async () => {
    const account = await jobs.newAccount()
    const { jobId } = await jobs.submit(account)
    const store = { ...jobs.store, open: () => Promise.reject(new StoreError('away')) }
    const worker = jobs.work({ store })
    await until(
      async () => (await jobs.getJob(account, jobId)).attempt === 1 && worker.busy() === 0,
    )
    const { rows } = await sql<{ isLater: boolean }>`
      SELECT not_before > now() + interval '2 seconds' AS "isLater" FROM job WHERE id = ${jobId}`.execute(
      jobs.db,
    )
    expect([await jobs.statusOf(jobId), rows[0]?.isLater]).toEqual(['queued', true])
  })

  test('a short outage of the database returns the job and fails nothing', async () => {
    const account = await jobs.newAccount()
    const { jobId } = await jobs.submit(account)
    let isAway = true
    const onPoint = (point: Point): void => {
      if (point !== 'result_stored' || !isAway) return
      isAway = false
      throw Object.assign(new Error('away'), { code: '57P01' })
    }
    const worker = jobs.work({ onPoint })
    await until(
      async () => (await jobs.getJob(account, jobId)).attempt === 1 && worker.busy() === 0,
    )
    expect(await jobs.statusOf(jobId)).toBe('queued')
    await sql`UPDATE job SET not_before = now() WHERE id = ${jobId}`.execute(jobs.db)
    expect((await jobs.ended(account, jobId)).status).toBe('succeeded')
    expect(await jobs.ledger(account)).toEqual([100, -10])
  })

  describe('a cancelled job', () => {
    test('ends at once and is refunded if it waits', async () => {
      const account = await jobs.newAccount()
      const { jobId } = await jobs.submit(account)
      await deleteJob(jobs, await jobs.getJob(account, jobId))
      expect(await jobs.getJob(account, jobId)).toMatchObject({
        status: 'failed',
        error: 'cancelled: The account cancelled the job.',
      })
      expect(await jobs.ledger(account)).toEqual([100, -10, 10])
      expect(await jobs.files()).not.toContain(jobId)
      await deleteJob(jobs, await jobs.getJob(account, jobId))
      expect(await jobs.ledger(account)).toEqual([100, -10, 10])
    })

    test('is stopped by its worker within seconds if it runs', async () => {
      const account = await jobs.newAccount()
      const { jobId } = await jobs.submit(account, { text: 'hang' })
      const worker = jobs.work({ settings: { ...testSettings, timeoutMs: 60_000 } })
      await until(async () => (await jobs.statusOf(jobId)) === 'running')
      await deleteJob(jobs, await jobs.getJob(account, jobId))
      expect(await jobs.statusOf(jobId)).toBe('failed cancelled')
      await until(() => worker.busy() === 0, 3_000)
      expect(await jobs.statusOf(jobId)).toBe('failed cancelled')
      expect(await jobs.ledger(account)).toEqual([100, -10, 10])
    })

    test('loses its result if it has ended', async () => {
      const account = await jobs.newAccount()
      const { jobId } = await jobs.submit(account)
      jobs.work()
      await deleteJob(jobs, await jobs.ended(account, jobId))
      const job = await jobs.getJob(account, jobId)
      expect(findNoResult(job)).toBe('result_expired')
      expect(job.resultDeletedAt).not.toBeNull()
      expect((await jobs.files()).filter((name) => name.startsWith(jobId))).toEqual([])
      expect(await jobs.ledger(account)).toEqual([100, -10])
    })
  })
})
