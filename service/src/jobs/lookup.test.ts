import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { createLookup } from './lookup.ts'
import { openTestJobs, type TestJobs } from './testing/test-jobs.ts'

describe.each(testDatabases)('on %s', (kind) => {
  let jobs: TestJobs

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await jobs.reset()
  })
  afterAll(() => jobs.close())

  test('concurrent requests share statements, and each gets only its own job', async () => {
    const [anna, bert] = [await jobs.newAccount(), await jobs.newAccount()]
    const { jobId: annas } = await jobs.submit(anna)
    const { jobId: berts } = await jobs.submit(bert)
    const lookup = createLookup(jobs.db)
    const statements = vi.spyOn(jobs.db.getExecutor(), 'executeQuery')
    const found = await Promise.all([
      lookup(anna, annas),
      lookup(bert, berts),
      lookup(anna, berts),
      lookup(anna, annas),
      lookup(bert, 'job_none'),
    ])
    expect(found.map((job) => job?.id)).toEqual([annas, berts, undefined, annas, undefined])
    expect(found[1]).toMatchObject({ accountId: bert, status: 'queued', queuePosition: 2 })
    // One query for the jobs, and one for the numbers of waiting jobs.
    expect(statements).toHaveBeenCalledTimes(2)
  })

  test('all waiting requests fail if the database does not answer, and later ones ask again', async () => {
    const account = await jobs.newAccount()
    const { jobId } = await jobs.submit(account)
    const lookup = createLookup(jobs.db)
    vi.spyOn(jobs.db.getExecutor(), 'executeQuery').mockRejectedValueOnce(new Error('away'))
    const asked = await Promise.allSettled([lookup(account, jobId), lookup(account, 'job_none')])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await lookup(account, jobId))?.id).toBe(jobId)
  })
})
