import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { postBounds, systemLookup } from '../webhooks/index.ts'
import { startDeliverer } from './deliver.ts'
import { redeliverWebhook } from './results.ts'
import { readDeliveryLog } from './statements/index.ts'
import { openTestJobs, type TestJobs, testSettings, until } from './testing/test-jobs.ts'

describe.each(testDatabases)('deliveries in %s', (kind) => {
  let jobs: TestJobs

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  afterEach(() => jobs.reset())
  afterAll(() => jobs.close())

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
      // Sound: the server listens on a port, not on a pipe.
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
      await jobs.ended(account, id)
      await until(async () => {
        const [last] = await readDeliveryLog(jobs.db, id)
        return last !== undefined && last.status !== 'pending'
      })
      await deliverer.stop()
    }

    test('reports the end of a job, signed in both forms, once the result is available', async () => {
      const account = await jobs.newAccount()
      const { jobId, webhookSecret } = await jobs.submit(account, { webhookUrl: url })
      jobs.work()
      await deliverAll(account, jobId, [])
      const job = await jobs.getJob(account, jobId)
      expect(received).toHaveLength(1)
      const { headers = {}, body = '' } = received[0] ?? {}
      expect(JSON.parse(body)).toEqual({
        job_id: jobId,
        status: 'succeeded',
        result: job.result,
        error: null,
      })
      // Sound: Node joins these headers into strings.
      new Webhook(webhookSecret ?? '').verify(body, headers as Record<string, string>)
      expect(headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
    })

    test('reports a failure, too; three attempts with the same message, then no more', async () => {
      const account = await jobs.newAccount()
      const order = { webhookUrl: url, text: 'fail conversion_failed' }
      const { jobId } = await jobs.submit(account, order)
      jobs.work()
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
      expect(await redeliverWebhook(jobs, await jobs.getJob(account, jobId))).toBe('begun')
      expect(await redeliverWebhook(jobs, await jobs.getJob(account, jobId))).toBe('under_way')
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

    test("ends after three attempts if it can't even be built", async () => {
      const account = await jobs.newAccount()
      const { jobId } = await jobs.submit(account, { webhookUrl: url })
      await sql`UPDATE job SET webhook_secret = ${Buffer.alloc(60)} WHERE id = ${jobId}`.execute(
        jobs.db,
      )
      jobs.work()
      await deliverAll(account, jobId, [])
      expect(received).toEqual([])
      const log = await readDeliveryLog(jobs.db, jobId)
      expect(log.map(({ status, error }) => [status, error])).toEqual(
        Array.from({ length: 3 }, () => ['failed', 'An internal error occurred.']),
      )
    })

    test('is not repeated after the answer 410', async () => {
      const account = await jobs.newAccount()
      const { jobId } = await jobs.submit(account, { webhookUrl: url })
      jobs.work()
      await deliverAll(account, jobId, [410, 200])
      expect(received).toHaveLength(1)
    })
  })
})
