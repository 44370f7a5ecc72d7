/** Tests how often a worker asks the database for work. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { openTestJobs, type TestJobs, until } from './testing/test-jobs.ts'

describe.each(testDatabases)('on %s', (kind) => {
  let jobs: TestJobs

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  afterEach(() => jobs.reset())
  afterAll(() => jobs.close())

  test('claims several jobs at a time when jobs end one by one, and only webhooks wake the deliveries', async () => {
    const account = await jobs.newAccount('self_hosted')
    const payer = { accountId: account, keyId: undefined, tier: 'self_hosted' }
    const ids: string[] = []
    for (let count = 0; count < 120; count += 1) {
      ids.push((await jobs.submit(account, { payer, isTest: true })).jobId)
    }
    let claims = 0
    const queue: TestJobs['queue'] = {
      ...jobs.queue,
      claim: async (claim) => {
        const claimed = await jobs.queue.claim(claim)
        // Each end of a job asks for more, also when none is left.
        if (claimed.length > 0) claims += 1
        return claimed
      },
    }
    const points = new Map<string, number>()
    const onPoint = (point: string): void => {
      points.set(point, (points.get(point) ?? 0) + 1)
    }
    const start = performance.now()
    jobs.work({ queue, onPoint, settings: { ...jobs.settings, pollMs: 60_000 } })
    await until(() => points.get('job_ended') === ids.length)
    // A claim fills a quarter of the 32 slots, or has waited 100 ms for them.
    const waits = (performance.now() - start) / 100
    expect(claims).toBeLessThanOrEqual(ids.length / 8 + waits)
    expect(points.get('webhook_due')).toBeUndefined()
  })
})
