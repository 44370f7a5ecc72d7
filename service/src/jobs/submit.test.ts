/** Tests the submission of jobs: credits, limits, idempotency, test keys. */
import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { createFileRecords } from './file-records.ts'
import { type SubmitRefusal, submitJob } from './submit.ts'
import { openTestJobs, type TestJobs } from './testing/test-jobs.ts'

describe.each(testDatabases)('submissions in %s', (kind) => {
  let jobs: TestJobs

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  afterEach(() => jobs.reset())
  afterAll(() => jobs.close())

  test('accepts and charges ten of fifty concurrent submissions with 100 credits', async () => {
    const account = await jobs.newAccount('scale', 100)
    const payer = { accountId: account, keyId: undefined, tier: 'scale' }
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, () => jobs.submit(account, { payer })),
    )
    const refused = all.filter((each) => each.status === 'rejected')
    expect(all.filter((each) => each.status === 'fulfilled')).toHaveLength(10)
    expect(refused.map(({ reason }) => (reason as SubmitRefusal).code)).toEqual(
      Array.from({ length: 40 }, () => 'credits_exhausted'),
    )
    expect(await jobs.balance(account)).toBe(0)
    const { rows } = await sql<{ name: string }>`
      SELECT upload_name AS name FROM job WHERE account_id = ${account}`.execute(jobs.db)
    const uploads = (await jobs.files()).filter((name) => /^job_[^.]+$/.test(name))
    expect(uploads.toSorted()).toEqual(rows.map(({ name }) => name.split('/')[1]).toSorted())
  })

  test('a submission takes five statements', async () => {
    const account = await jobs.newAccount()
    let count = 0
    const db = jobs.db.withPlugin({
      transformQuery: ({ node }) => {
        count += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const path = `${jobs.folder}/counted`
    await writeFile(path, 'anything')
    const file = { path, filename: 'a.txt', mediaType: 'text/plain', bytes: 8, sha256: 'x' }
    const payer = { accountId: account, keyId: undefined, tier: 'free' }
    const order = { payer, file, webhookUrl: undefined, idempotencyKey: undefined, isTest: false }
    await submitJob({ ...jobs, db, fileNotes: createFileRecords(db) }, order)
    expect(count).toBe(5)
  })

  test('refuses more waiting jobs than the plan allows, without a charge', async () => {
    const account = await jobs.newAccount('free', 1_000)
    for (let i = 0; i < 20; i++) await jobs.submit(account)
    await expect(jobs.submit(account)).rejects.toMatchObject({ code: 'queue_full' })
    expect(await jobs.balance(account)).toBe(800)
  })

  describe('an Idempotency-Key', () => {
    test('returns the same job again, charged once, even ten times at once', async () => {
      const account = await jobs.newAccount()
      const order = { idempotencyKey: 'k1', webhookUrl: 'https://a.example/hook' }
      const first = await jobs.submit(account, order)
      expect(await jobs.submit(account, order)).toEqual(first)
      expect(first.webhookSecret).toMatch(/^whsec_/)
      const many = await Promise.allSettled(
        Array.from({ length: 10 }, () => jobs.submit(account, { idempotencyKey: 'k2' })),
      )
      const taken = many
        .filter((each) => each.status === 'fulfilled')
        .map(({ value }) => value.jobId)
      const refused = many.filter((each) => each.status === 'rejected')
      expect(new Set(taken).size).toBe(1)
      for (const { reason } of refused)
        expect(reason).toMatchObject({ code: 'idempotency_in_progress' })
      expect(await jobs.balance(account)).toBe(80)
    })

    test('is refused with different content, and belongs to one account', async () => {
      const [account, other] = [await jobs.newAccount(), await jobs.newAccount()]
      const first = await jobs.submit(account, { idempotencyKey: 'k', text: 'one' })
      await expect(
        jobs.submit(account, { idempotencyKey: 'k', text: 'two' }),
      ).rejects.toMatchObject({
        code: 'idempotency_key_reused',
      })
      const second = await jobs.submit(other, { idempotencyKey: 'k', text: 'two' })
      expect(second.jobId).not.toBe(first.jobId)
    })

    test('stays free after a refused call', async () => {
      const account = await jobs.newAccount('free', 5)
      await expect(jobs.submit(account, { idempotencyKey: 'k' })).rejects.toMatchObject({
        code: 'credits_exhausted',
      })
      await sql`UPDATE balance SET balance = 50 WHERE account_id = ${account}`.execute(jobs.db)
      expect(await jobs.submit(account, { idempotencyKey: 'k', text: 'other' })).toBeDefined()
    })

    test('is free again after a day', async () => {
      const account = await jobs.newAccount()
      const first = await jobs.submit(account, { idempotencyKey: 'k' })
      await sql`UPDATE idempotency SET created_at = now() - interval '25 hours'
        WHERE account_id = ${account}`.execute(jobs.db)
      expect((await jobs.submit(account, { idempotencyKey: 'k' })).jobId).not.toBe(first.jobId)
    })
  })

  describe('a job of a test key', () => {
    test.each([
      ['report.pdf', 'succeeded'],
      ['report.timeout.pdf', 'failed timeout'],
      ['password_protected.docx', 'failed password_protected'],
    ])('named %s ends as %s, for free', async (filename, end) => {
      const account = await jobs.newAccount('free', 0)
      const path = `${jobs.folder}/canned`
      await writeFile(path, 'anything')
      const file = { path, filename, mediaType: 'application/pdf', bytes: 8, sha256: 'x' }
      const payer = { accountId: account, keyId: undefined, tier: 'free' }
      const order = { payer, file, webhookUrl: undefined, idempotencyKey: undefined, isTest: true }
      const { jobId } = await submitJob(jobs, order)
      jobs.work()
      await jobs.ended(account, jobId)
      expect(await jobs.statusOf(jobId)).toBe(end)
      expect(await jobs.ledger(account)).toEqual([0])
    })
  })
})
