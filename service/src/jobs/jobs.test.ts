import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { postBounds, systemLookup } from '../webhooks/index.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { startDeliverer } from './deliver.ts'
import { isJobId, newJobId } from './ids.ts'
import type { Job } from './job.ts'
import { deleteJob, findNoResult, openResult, redeliverWebhook } from './results.ts'
import {
  claimJob,
  findJob,
  listJobs,
  queuePosition,
  readDeliveryLog,
  returnJob,
} from './statements/index.ts'
import type { SubmitRefusal } from './submit.ts'
import { rescueLost, sweep } from './sweep.ts'
import {
  obedientConverter,
  openTestJobs,
  type TestJobs,
  testDatabases,
  testSettings,
  until,
} from './testing/test-jobs.ts'
import { createWaiting } from './waiting.ts'
import { startWorker, type Worker } from './worker.ts'

describe.each(testDatabases)('jobs in %s', (kind) => {
  let jobs: TestJobs
  const workers: Worker[] = []
  let accounts = 0

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop(0)))
    // No test finds the jobs of another.
    await sql`UPDATE job SET status = 'failed', error = 'x: x', finished_at = now()
      WHERE status IN ('queued', 'running')`.execute(jobs.db)
    await sql`UPDATE delivery SET status = 'failed'`.execute(jobs.db)
  })
  afterAll(() => jobs.close())

  async function newAccount(tier?: string, credits?: number): Promise<string> {
    accounts += 1
    const id = `acc_${accounts}`
    await jobs.addAccount(id, tier, credits)
    return id
  }

  function work(parts: TestJobs = jobs, slots = 2): Worker {
    const tools = { converter: obedientConverter, folder: jobs.folder, name: 'w', slots }
    const worker = startWorker(parts, tools)
    workers.push(worker)
    return worker
  }

  const claim = (leaseMs = 60_000): Promise<Job | undefined> =>
    jobs.db
      .transaction()
      .execute((tx) =>
        claimJob(tx, { worker: 'w', leaseMs, running: { free: 1, essential: 2, scale: 3 } }),
      )

  async function getJob(accountId: string, id: string): Promise<Job> {
    const job = await findJob(jobs.db, accountId, id)
    if (!job) throw new Error('no such job')
    return job
  }

  async function ended(accountId: string, id: string): Promise<Job> {
    await until(async () => (await getJob(accountId, id)).finishedAt !== null)
    return getJob(accountId, id)
  }

  async function textOf(job: Job, format: 'markdown' | 'json' | 'docling'): Promise<string> {
    const opened = await openResult(jobs, job, format)
    const text = Buffer.concat(await Array.fromAsync(opened?.file.stream ?? [])).toString()
    expect(opened?.output.bytes).toBe(Buffer.byteLength(text))
    return text
  }

  test('a document goes all the way: stored, charged, converted, kept, its upload deleted', async () => {
    const account = await newAccount()
    const { jobId, webhookSecret } = await jobs.submit(account)
    expect(isJobId(jobId)).toBe(true)
    expect(webhookSecret).toBeNull()
    expect(await jobs.files()).toEqual([jobId])
    expect(await getJob(account, jobId)).toMatchObject({ status: 'queued', startedAt: null })
    expect(await jobs.balance(account)).toBe(90)
    work()
    const job = await ended(account, jobId)
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
    expect(job.result?.expires_at).toBe(job.expiresAt.toISOString())
    expect(job.expiresAt.getTime() - job.createdAt.getTime()).toBe(testSettings.retentionMs)
    expect(await textOf(job, 'markdown')).toBe('# Hello\n')
    expect(JSON.parse(await textOf(job, 'json'))).toEqual({ name: 'a.txt', pages: [] })
    expect(JSON.parse(await textOf(job, 'docling'))).toEqual({ name: 'a.txt', pages: {} })
    await until(async () => (await getJob(account, jobId)).uploadDeletedAt !== null)
    expect(await jobs.files()).not.toContain(jobId)
    expect(await jobs.ledger(account)).toEqual([100, -10])
  })

  test.each([
    ['fail conversion_failed', 'failed conversion_failed'],
    ['fail unsupported_media_type', 'failed conversion_failed'],
    ['fail password_protected', 'failed password_protected'],
    ['fail too_many_pages', 'failed too_many_pages'],
    ['fail internal', 'failed internal'],
  ])('%j ends as %j, is given back, and leaves no file', async (text, end) => {
    const account = await newAccount()
    const { jobId } = await jobs.submit(account, { text })
    work()
    await ended(account, jobId)
    expect(await jobs.statusOf(jobId)).toBe(end)
    await until(async () => (await getJob(account, jobId)).uploadDeletedAt !== null)
    expect(await jobs.ledger(account)).toEqual([100, -10, 10])
    expect((await jobs.files()).filter((name) => name.startsWith(jobId))).toEqual([])
  })

  test('a conversion that does not end is stopped at its time, and given back', async () => {
    const account = await newAccount()
    const { jobId } = await jobs.submit(account, { text: 'hang' })
    work({ ...jobs, settings: { ...testSettings, timeoutMs: 200 } })
    const job = await ended(account, jobId)
    expect(job.error).toBe('timeout: The conversion took longer than 0.2 seconds and was stopped.')
    expect(await jobs.balance(account)).toBe(100)
  })

  test('fifty submissions at a time with 100 credits: ten are taken, and ten charged', async () => {
    const account = await newAccount('scale', 100)
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

  test('more than a plan lets wait is refused, and not charged', async () => {
    const account = await newAccount('free', 1_000)
    for (let i = 0; i < 20; i++) await jobs.submit(account)
    await expect(jobs.submit(account)).rejects.toMatchObject({ code: 'queue_full' })
    expect(await jobs.balance(account)).toBe(800)
  })

  test('accounts take turns, each within what its plan runs at a time', async () => {
    const [many, other, third] = [
      await newAccount(),
      await newAccount('essential'),
      await newAccount(),
    ]
    for (let i = 0; i < 4; i++) await jobs.submit(many)
    await jobs.submit(other)
    await jobs.submit(other)
    const last = await jobs.submit(third)
    expect(await queuePosition(jobs.db, last.jobId)).toBe(3)
    const taken: (string | undefined)[] = []
    for (let i = 0; i < 5; i++) taken.push((await claim())?.accountId)
    expect(taken).toEqual([many, other, third, other, undefined])
    expect(await queuePosition(jobs.db, last.jobId)).toBe(0)
  })

  test('one account with thousands of jobs delays another by one job', async () => {
    const [many, one] = [await newAccount(), await newAccount()]
    await sql`
      INSERT INTO job (id, account_id, media_type, bytes, sha256, upload_name, expires_at)
      SELECT 'job_many_' || i, ${many}, 'text/plain', 1, 'x', 'uploads/x', now() + interval '1 hour'
      FROM generate_series(1, 3000) AS i`.execute(jobs.db)
    expect((await claim())?.accountId).toBe(many)
    const { jobId } = await jobs.submit(one)
    expect(await queuePosition(jobs.db, jobId)).toBeLessThanOrEqual(2)
    const begin = performance.now()
    expect((await claim())?.id).toBe(jobId)
    expect(performance.now() - begin).toBeLessThan(500)
    await sql`DELETE FROM job WHERE account_id = ${many}`.execute(jobs.db)
  })

  test('a worker that was lost loses its job once to another, and the second time the job ends', async () => {
    const account = await newAccount()
    const { jobId } = await jobs.submit(account)
    const first = await claim(-1)
    expect(await rescueLost(jobs)).toBe(1)
    expect(await jobs.statusOf(jobId)).toBe('queued')
    const second = await claim(-1)
    expect([first?.attempt, second?.attempt]).toEqual([1, 2])
    expect(await returnJob(jobs.db, { id: jobId, attempt: 1 }, 'stopping', 0)).toBe(false)
    expect(await rescueLost(jobs)).toBe(0)
    expect(await jobs.statusOf(jobId)).toBe('failed internal')
    expect(await jobs.ledger(account)).toEqual([100, -10, 10])
  })

  test('a worker that comes back late ends nothing, and leaves nothing', async () => {
    const account = await newAccount()
    const { jobId } = await jobs.submit(account, { text: 'wait 300' })
    const slow = work()
    await until(async () => (await jobs.statusOf(jobId)) === 'running')
    await sql`UPDATE job SET attempt = attempt + 1 WHERE id = ${jobId}`.execute(jobs.db)
    await until(() => slow.busy() === 0)
    expect(await jobs.statusOf(jobId)).toBe('running')
    expect((await jobs.files()).filter((name) => name.startsWith(jobId))).toEqual([jobId])
  })

  test('a worker that has to stop gives its job back, and another does it', async () => {
    const account = await newAccount()
    const { jobId } = await jobs.submit(account, { text: 'wait 1500' })
    const worker = work()
    await until(async () => (await jobs.statusOf(jobId)) === 'running')
    await worker.stop(50)
    expect(await jobs.statusOf(jobId)).toBe('queued')
    work()
    expect((await ended(account, jobId)).status).toBe('succeeded')
    expect(await jobs.ledger(account)).toEqual([100, -10])
  })

  test('files that can not be read put the job back for a while', async () => {
    const account = await newAccount()
    const { jobId } = await jobs.submit(account)
    const { StoreError } = await import('../store/index.ts')
    const store = { ...jobs.store, open: () => Promise.reject(new StoreError('away')) }
    const worker = work({ ...jobs, store })
    await until(async () => (await getJob(account, jobId)).attempt === 1 && worker.busy() === 0)
    const { rows } = await sql<{ isLater: boolean }>`
      SELECT not_before > now() + interval '2 seconds' AS "isLater" FROM job WHERE id = ${jobId}`.execute(
      jobs.db,
    )
    expect([await jobs.statusOf(jobId), rows[0]?.isLater]).toEqual(['queued', true])
  })

  describe('cancelled', () => {
    test('while it waits, a job ends at once and is given back', async () => {
      const account = await newAccount()
      const { jobId } = await jobs.submit(account)
      await deleteJob(jobs, await getJob(account, jobId))
      expect(await getJob(account, jobId)).toMatchObject({
        status: 'failed',
        error: 'cancelled: The job was cancelled by its account.',
      })
      expect(await jobs.ledger(account)).toEqual([100, -10, 10])
      expect(await jobs.files()).not.toContain(jobId)
      await deleteJob(jobs, await getJob(account, jobId))
      expect(await jobs.ledger(account)).toEqual([100, -10, 10])
    })

    test('while it runs, its worker stops within seconds', async () => {
      const account = await newAccount()
      const { jobId } = await jobs.submit(account, { text: 'hang' })
      const worker = work({ ...jobs, settings: { ...testSettings, timeoutMs: 60_000 } })
      await until(async () => (await jobs.statusOf(jobId)) === 'running')
      await deleteJob(jobs, await getJob(account, jobId))
      expect(await jobs.statusOf(jobId)).toBe('failed cancelled')
      await until(() => worker.busy() === 0, 3_000)
      expect(await jobs.statusOf(jobId)).toBe('failed cancelled')
      expect(await jobs.ledger(account)).toEqual([100, -10, 10])
    })

    test('when it has ended, its result goes', async () => {
      const account = await newAccount()
      const { jobId } = await jobs.submit(account)
      work()
      await deleteJob(jobs, await ended(account, jobId))
      const job = await getJob(account, jobId)
      expect(findNoResult(job)).toBe('result_expired')
      expect(job.resultDeletedAt).not.toBeNull()
      expect((await jobs.files()).filter((name) => name.startsWith(jobId))).toEqual([])
      expect(await jobs.ledger(account)).toEqual([100, -10])
    })
  })

  test('a result is gone when its time is over, swept or not; then its files go too', async () => {
    const account = await newAccount()
    const short = { ...jobs, settings: { ...testSettings, retentionMs: 1_000 } }
    const { submitJob } = await import('./submit.ts')
    const path = `${jobs.folder}/short`
    const { writeFile } = await import('node:fs/promises')
    await writeFile(path, 'Hello')
    const { jobId } = await submitJob(short, {
      payer: { accountId: account, keyId: undefined, tier: 'free' },
      isTest: false,
      file: { path, filename: 'a.txt', mediaType: 'text/plain', bytes: 5 },
      webhookUrl: undefined,
      idempotencyKey: undefined,
    })
    work()
    await until(async () => (await getJob(account, jobId)).isExpired)
    expect(findNoResult(await getJob(account, jobId))).toBe('result_expired')
    await sweep(jobs)
    const job = await getJob(account, jobId)
    expect(job.resultDeletedAt).not.toBeNull()
    expect(job.status).toBe('succeeded')
    expect((await jobs.files()).filter((name) => name.startsWith(jobId))).toEqual([])
  })

  test('uploads that nobody uses are swept', async () => {
    const { noteFiles } = await import('./statements/index.ts')
    const { nameIn } = await import('../store/index.ts')
    const { writeFile } = await import('node:fs/promises')
    const name = nameIn('uploads', 'orphan')
    await noteFiles(jobs.db, [name], null, -1)
    await writeFile(`${jobs.folder}/orphan`, 'x')
    await jobs.store.put(name, `${jobs.folder}/orphan`)
    await sweep(jobs)
    expect(await jobs.files()).not.toContain('orphan')
  })

  test('names of files are forgotten after 30 days', async () => {
    const account = await newAccount()
    const { jobId } = await jobs.submit(account)
    work()
    await ended(account, jobId)
    await sql`UPDATE job SET created_at = now() - interval '31 days' WHERE id = ${jobId}`.execute(
      jobs.db,
    )
    await sweep(jobs)
    const job = await getJob(account, jobId)
    expect(job.filename).toBeNull()
    expect(job.result).not.toHaveProperty('filename')
    expect(job.result).toHaveProperty('pages', 2)
  })

  test('a list goes by pages, the newest first, and holds none of others', async () => {
    const account = await newAccount('scale', 1_000)
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

  test('who waits for the end of a job is told of it', async () => {
    const account = await newAccount()
    const { jobId } = await jobs.submit(account, { text: 'wait 200' })
    const waiting = createWaiting(jobs.db)
    const never = new AbortController().signal
    const begin = performance.now()
    await waiting.forEnd(jobId, 100, never)
    expect(performance.now() - begin).toBeGreaterThan(90)
    work()
    await waiting.forEnd(jobId, 10_000, never)
    expect(await jobs.statusOf(jobId)).toBe('succeeded')
    waiting.stop()
  })

  describe('an Idempotency-Key', () => {
    test('gives the same job again, and charges once, also ten times at once', async () => {
      const account = await newAccount()
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

    test('is refused with other content, and is each account its own', async () => {
      const [account, other] = [await newAccount(), await newAccount()]
      const first = await jobs.submit(account, { idempotencyKey: 'k', text: 'one' })
      await expect(
        jobs.submit(account, { idempotencyKey: 'k', text: 'two' }),
      ).rejects.toMatchObject({
        code: 'idempotency_key_reused',
      })
      const second = await jobs.submit(other, { idempotencyKey: 'k', text: 'two' })
      expect(second.jobId).not.toBe(first.jobId)
    })

    test('is not used up by a call that is refused', async () => {
      const account = await newAccount('free', 5)
      await expect(jobs.submit(account, { idempotencyKey: 'k' })).rejects.toMatchObject({
        code: 'credits_exhausted',
      })
      await sql`UPDATE test_balance SET balance = 50 WHERE account_id = ${account}`.execute(jobs.db)
      expect(await jobs.submit(account, { idempotencyKey: 'k', text: 'other' })).toBeDefined()
    })

    test('is free again after a day', async () => {
      const account = await newAccount()
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
    ])('%s: %s, for nothing', async (filename, end) => {
      const account = await newAccount('free', 0)
      const path = `${jobs.folder}/canned`
      const { writeFile } = await import('node:fs/promises')
      await writeFile(path, 'anything')
      const file = { path, filename, mediaType: 'application/pdf', bytes: 8 }
      const { submitJob } = await import('./submit.ts')
      const payer = { accountId: account, keyId: undefined, tier: 'free' }
      const order = { payer, file, webhookUrl: undefined, idempotencyKey: undefined, isTest: true }
      const { jobId } = await submitJob(jobs, order)
      work()
      await ended(account, jobId)
      expect(await jobs.statusOf(jobId)).toBe(end)
      expect(await jobs.ledger(account)).toEqual([0])
    })
  })

  describe('a webhook', () => {
    let server: Server
    let url = ''
    let answers: number[] = []
    let received: { headers: NodeJS.Dict<string | string[]>; body: string; at: number }[] = []

    beforeAll(async () => {
      server = createServer(async (request, response) => {
        const body = Buffer.concat(await Array.fromAsync<Buffer>(request)).toString()
        received.push({ headers: request.headers, body, at: performance.now() })
        response.writeHead(answers.shift() ?? 200).end()
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      // Sound: it listens on a port, not on a pipe.
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    })
    afterAll(() => server.close())

    const sender = {
      policy: testSettings.webhookPolicy,
      lookup: systemLookup,
      signatureHeader: 'X-Service-Signature',
      bounds: postBounds,
    }

    async function deliverAll(account: string, id: string, giving: number[]): Promise<void> {
      received = []
      answers = giving
      const deliverer = startDeliverer(jobs, sender)
      await ended(account, id)
      await until(async () => {
        const [last] = await readDeliveryLog(jobs.db, id)
        return last !== undefined && last.status !== 'pending'
      })
      await deliverer.stop()
    }

    test('tells of the end, signed in both forms, when the result can be had', async () => {
      const account = await newAccount()
      const { jobId, webhookSecret } = await jobs.submit(account, { webhookUrl: url })
      work()
      await deliverAll(account, jobId, [])
      const job = await getJob(account, jobId)
      expect(received).toHaveLength(1)
      const { headers = {}, body = '' } = received[0] ?? {}
      expect(JSON.parse(body)).toEqual({
        job_id: jobId,
        status: 'succeeded',
        result: job.result,
        error: null,
      })
      // Sound: they are, by Node.
      new Webhook(webhookSecret ?? '').verify(body, headers as Record<string, string>)
      expect(headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
    })

    test('of a failure too; three tries, the same message each, then no more', async () => {
      const account = await newAccount()
      const order = { webhookUrl: url, text: 'fail conversion_failed' }
      const { jobId } = await jobs.submit(account, order)
      work()
      await deliverAll(account, jobId, [500, 302, 404, 200])
      expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(
        Array.from({ length: 3 }, () => received[0]?.headers['webhook-id']),
      )
      expect(new Set(received.map(({ body }) => body)).size).toBe(1)
      const [first = { at: 0 }, second = { at: 0 }, third = { at: 0 }] = received
      expect(second.at - first.at).toBeGreaterThan(44)
      expect(third.at - second.at).toBeGreaterThan(89)
      expect(
        (await readDeliveryLog(jobs.db, jobId)).map(({ status, answer }) => [status, answer]),
      ).toEqual([
        ['failed', 500],
        ['failed', 302],
        ['failed', 404],
      ])
      expect(await redeliverWebhook(jobs, await getJob(account, jobId))).toBe('begun')
      expect(await redeliverWebhook(jobs, await getJob(account, jobId))).toBe('under_way')
      await deliverAll(account, jobId, [204])
      const log = await readDeliveryLog(jobs.db, jobId)
      expect(log.map(({ number, answer }) => [number, answer])).toEqual([
        [1, 500],
        [2, 302],
        [3, 404],
        [4, 204],
      ])
      expect(log[0]?.status).toBe('delivered')
    })

    test('that is answered 410 is not tried again', async () => {
      const account = await newAccount()
      const { jobId } = await jobs.submit(account, { webhookUrl: url })
      work()
      await deliverAll(account, jobId, [410, 200])
      expect(received).toHaveLength(1)
    })
  })
})

test('a cursor is what it was written as, or nothing', () => {
  const position = { createdAt: new Date(1_790_000_000_123), id: newJobId() }
  const text = writeCursor(position)
  expect(readCursor(text)).toEqual(position)
  for (const wrong of ['', 'x', `${text}=`, `${text}A`, text.slice(1), '../..', 'MTIz']) {
    expect(readCursor(wrong)).toBeUndefined()
  }
})

test('ids are in order of time', async () => {
  const first = newJobId()
  await new Promise((resolve) => setTimeout(resolve, 3))
  const second = newJobId()
  expect([isJobId(first), first < second]).toEqual([true, true])
  for (const wrong of ['job_1', `${first}x`, first.toUpperCase(), 'job_', `x${first}`]) {
    expect(isJobId(wrong)).toBe(false)
  }
})
