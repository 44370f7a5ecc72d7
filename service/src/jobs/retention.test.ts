import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { nameIn } from '../store/index.ts'
import { findNoResult } from './results.ts'
import { removeJobsOf } from './statements/index.ts'
import { submitJob } from './submit.ts'
import { sweep } from './sweep.ts'
import { openTestJobs, type TestJobs, testSettings, until } from './testing/test-jobs.ts'

describe.each(testDatabases)('retention in %s', (kind) => {
  let jobs: TestJobs

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  afterEach(() => jobs.reset())
  afterAll(() => jobs.close())

  test('a result expires on time, before or after the sweep; then its files are deleted', async () => {
    const account = await jobs.newAccount()
    const short = { ...jobs, settings: { ...testSettings, retentionMs: 1_000 } }
    const path = `${jobs.folder}/short`
    await writeFile(path, 'Hello')
    const { jobId } = await submitJob(short, {
      payer: { accountId: account, keyId: undefined, tier: 'free' },
      isTest: false,
      file: { path, filename: 'a.txt', mediaType: 'text/plain', bytes: 5, sha256: 'x' },
      webhookUrl: undefined,
      idempotencyKey: undefined,
    })
    jobs.work()
    await jobs.ended(account, jobId)
    await until(async () => (await jobs.getJob(account, jobId)).isExpired)
    expect(findNoResult(await jobs.getJob(account, jobId))).toBe('result_expired')
    await sweep(jobs)
    const job = await jobs.getJob(account, jobId)
    expect(job.resultDeletedAt).not.toBeNull()
    expect(job.status).toBe('succeeded')
    expect((await jobs.files()).filter((name) => name.startsWith(jobId))).toEqual([])
  })

  test('sweeps unused uploads', async () => {
    const name = nameIn('uploads', 'orphan')
    await jobs.fileNotes.note({ name, jobId: null, dueInMs: -1 })
    await jobs.store.put(name, () => [Buffer.from('x')])
    await sweep(jobs)
    expect(await jobs.files()).not.toContain('orphan')
  })

  test('deletes file names after 30 days', async () => {
    const account = await jobs.newAccount()
    const { jobId } = await jobs.submit(account)
    jobs.work()
    await jobs.ended(account, jobId)
    await sql`UPDATE job SET created_at = now() - interval '31 days' WHERE id = ${jobId}`.execute(
      jobs.db,
    )
    await sweep(jobs)
    const job = await jobs.getJob(account, jobId)
    expect(job.filename).toBeNull()
    expect(job.result).not.toHaveProperty('filename')
    expect(job.result).toHaveProperty('pages', 2)
  })

  test('deletes an account with all its jobs and files', async () => {
    const account = await jobs.newAccount()
    const done = await jobs.submit(account, {
      idempotencyKey: 'k',
      webhookUrl: 'https://a.example/',
    })
    jobs.work()
    await jobs.ended(account, done.jobId)
    const waiting = await jobs.submit(account, { text: 'wait 5000' })
    await jobs.db.transaction().execute((tx) => removeJobsOf(tx, account))
    await sweep(jobs)
    const files = await jobs.files()
    expect(
      files.filter((name) => name.startsWith(done.jobId) || name.startsWith(waiting.jobId)),
    ).toEqual([])
    const { rows } = await sql`SELECT 1 FROM delivery WHERE account_id = ${account}`.execute(
      jobs.db,
    )
    expect(rows).toEqual([])
  })
})
