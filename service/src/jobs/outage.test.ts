/** Tests a database or store that does not answer: no job is lost, and no finished job is undone. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../database/index.ts'
import { testDatabases } from '../database/testing/test-database.ts'
import type { Queue } from './queue.ts'
import { createRecovery } from './recovery.ts'
import type { Converter } from './run-job.ts'
import {
  obedientConverter,
  openTestJobs,
  type TestJobs,
  testSettings,
  until,
} from './testing/test-jobs.ts'

const away = (): Error => Object.assign(new Error('Connection terminated'), { code: '08006' })

describe.each(testDatabases)('on %s', (kind) => {
  let jobs: TestJobs

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  afterEach(() => jobs.reset())
  afterAll(() => jobs.close())

  /** Returns a database whose next transaction commits or not, but does not answer. */
  function losingAnswer(isDone: boolean): Db {
    const execute = async (work: (tx: never) => Promise<unknown>): Promise<never> => {
      // Sound: it is passed on unchanged.
      const run = work as Parameters<ReturnType<Db['transaction']>['execute']>[0]
      await jobs.db
        .transaction()
        .execute(async (tx) => {
          await run(tx)
          if (!isDone) throw new Error('rolled back')
        })
        .catch(() => {})
      throw away()
    }
    return new Proxy(jobs.db, {
      get: (db, name) => {
        if (name === 'transaction') return () => ({ execute })
        const member: unknown = Reflect.get(db, name, db)
        return typeof member === 'function' ? member.bind(db) : member
      },
    })
  }

  test('a submission with a lost COMMIT answer is a job, with its upload and one charge', async () => {
    const account = await jobs.newAccount()
    const order = { idempotencyKey: 'lost' }
    const { jobId } = await jobs.submitOn({ ...jobs, db: losingAnswer(true) }, account, order)
    expect(await jobs.ledger(account)).toEqual([100, -10])
    expect(await jobs.files()).toContain(jobId)
    expect(await jobs.submit(account, order)).toMatchObject({ jobId })
    jobs.work()
    expect((await jobs.ended(account, jobId)).status).toBe('succeeded')
  })

  test('a submission that was not committed is refused, costs nothing and leaves no file', async () => {
    const account = await jobs.newAccount()
    const before = await jobs.files()
    const submission = jobs.submitOn({ ...jobs, db: losingAnswer(false) }, account)
    await expect(submission).rejects.toThrow('Connection terminated')
    expect(await jobs.ledger(account)).toEqual([100])
    expect(await jobs.files()).toEqual(before)
  })

  /** Returns a queue whose completions fail some times, before or after they take effect. */
  function forgetful(times: number, isDone: boolean): Queue {
    let left = times
    return {
      ...jobs.queue,
      complete: async (ending) => {
        if (left <= 0) return jobs.queue.complete(ending)
        left -= 1
        if (isDone) await jobs.queue.complete(ending)
        throw away()
      },
    }
  }

  test.each([
    { name: 'was done', isDone: true, text: 'x', end: 'succeeded', ledger: [100, -10] },
    { name: 'was not done', isDone: false, text: 'x', end: 'succeeded', ledger: [100, -10] },
    {
      name: 'of a failure was done',
      isDone: true,
      text: 'fail conversion_failed',
      end: 'failed conversion_failed',
      ledger: [100, -10, 10],
    },
  ])('repeats a completion that $name until it is answered', async (each) => {
    const account = await jobs.newAccount()
    const webhookUrl = 'https://a.example/'
    const { jobId } = await jobs.submit(account, { text: each.text, webhookUrl })
    const worker = jobs.work({ queue: forgetful(2, each.isDone) })
    await jobs.ended(account, jobId)
    await until(() => worker.busy() === 0)
    expect(await jobs.statusOf(jobId)).toBe(each.end)
    const job = await jobs.getJob(account, jobId)
    expect([job.attempt, await jobs.ledger(account)]).toEqual([1, each.ledger])
    const { rows } = await sql`SELECT id FROM delivery WHERE job_id = ${jobId}`.execute(jobs.db)
    expect(rows).toHaveLength(1)
    const results = each.end === 'succeeded' ? 1 : 0
    const files = (await jobs.files()).filter((name) => name.startsWith(`${jobId}.`))
    expect(files).toHaveLength(results)
  })

  test('after an outage each worker has one lease of time before it counts as lost', async () => {
    const account = await jobs.newAccount()
    const { jobId } = await jobs.submit(account)
    await jobs.queue.claim({ worker: 'w', leaseMs: -1, isTest: false, most: 1 })
    let isAway = true
    let now = 0
    const queue: Queue = {
      ...jobs.queue,
      findLost: async (most) => {
        if (isAway) throw away()
        return jobs.queue.findLost(most)
      },
    }
    const rescue = createRecovery({ ...jobs, queue }, () => now)
    await expect(rescue()).rejects.toThrow('terminated')
    isAway = false
    expect(await rescue()).toBe(0)
    now += testSettings.leaseMs - 1
    expect(await rescue()).toBe(0)
    now += 1
    expect([await rescue(), await jobs.statusOf(jobId)]).toEqual([1, 'queued'])
  })

  test("a store that hangs uses up the job's time; the job returns to the queue", async () => {
    const account = await jobs.newAccount()
    const { jobId } = await jobs.submit(account)
    const { promise: never } = Promise.withResolvers<undefined>()
    const settings = { ...testSettings, timeoutMs: 200 }
    const worker = jobs.work({ settings, store: { ...jobs.store, open: () => never } })
    await until(async () => (await jobs.getJob(account, jobId)).attempt === 1)
    await until(() => worker.busy() === 0)
    expect(await jobs.statusOf(jobId)).toBe('queued')
    await worker.stop(0)
    const deadlines: number[] = []
    const slowStore = {
      ...jobs.store,
      open: async (name: Parameters<typeof jobs.store.open>[0]) => {
        await new Promise((resolve) => setTimeout(resolve, 150))
        return jobs.store.open(name)
      },
    }
    const converter: Converter = {
      convert: (task, options) => {
        deadlines.push(options.deadlineMs)
        return obedientConverter.convert(task, options)
      },
    }
    await sql`UPDATE job SET not_before = now() WHERE id = ${jobId}`.execute(jobs.db)
    jobs.work({ settings: { ...testSettings, timeoutMs: 2_000 }, store: slowStore }, converter)
    expect((await jobs.ended(account, jobId)).status).toBe('succeeded')
    expect(deadlines).toHaveLength(1)
    expect(deadlines[0]).toBeLessThanOrEqual(1_850)
  })
})
