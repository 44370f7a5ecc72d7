/** Tests the metrics that are read from the database, and their separate port. */
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { openTestJobs, type TestJobs } from '../jobs/testing/test-jobs.ts'
import { addAccounts, addWaitingJobs } from '../jobs/testing/waiting-jobs.ts'
import { createLog } from '../log.ts'
import { reservePort } from '../port.ts'
import { createMetrics, registerState, serveMetrics } from './index.ts'

const log = createLog('silent')

describe.each(testDatabases)('on %s', (kind) => {
  let jobs: TestJobs

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  afterAll(() => jobs.close())

  test('reports queue, webhooks and credits by plan and lane', async () => {
    const accounts = await addAccounts(jobs.db, 'acc_metrics', 3, 'scale')
    const [first = ''] = accounts
    await addWaitingJobs(jobs.db, accounts, 2)
    await sql`UPDATE job SET created_at = now() - interval '1 hour'
      WHERE place = (SELECT min(place) FROM job WHERE account_id = ${first})`.execute(jobs.db)
    await sql`INSERT INTO receiver (account_id, host, pending, next_due, disabled_at)
      VALUES (${first}, 'off.example', 0, NULL, now()),
        (${first}, 'late.example', 4, now() - interval '1 minute', NULL)`.execute(jobs.db)
    await sql`INSERT INTO balance (account_id, balance, granted, period_start, period_end)
      VALUES (${first}, 70, 100, current_date, current_date + 30)`.execute(jobs.db)
    const registry = new Registry()
    registerState(registry, jobs.db, undefined, log)
    const text = await registry.metrics()
    expect(text).toContain('recto_queue_waiting{plan="scale",lane="live"} 6\n')
    expect(text).toContain('recto_queue_waiting{plan="scale",lane="test"} 0\n')
    expect(text).toContain('recto_queue_running{plan="scale",lane="live"} 0\n')
    expect(text).toMatch(/^recto_queue_oldest_seconds\{plan="scale",lane="live"\} 36\d\d/m)
    expect(text).toMatch(/^recto_webhooks_overdue_seconds [67]\d/m)
    expect(text).toContain('recto_webhook_receivers_disabled 1\n')
    expect(text).toContain('recto_credits{plan="scale"} 70\n')
  })
})

test('keeps the other metrics without the database', async () => {
  const metrics = createMetrics(() => ({ size: 1, alive: 1, busy: 0, waiting: 0 }))
  const db = {
    getExecutor: () => {
      throw new Error('away')
    },
  } as never
  registerState(metrics.registry, db, { totalCount: 3, idleCount: 1, waitingCount: 0 }, log)
  metrics.pages(3, 1, 6)
  metrics.onStore('put', 0.002)
  metrics.onStatement(0.2)
  const server = await serveMetrics(await reservePort('127.0.0.1', 0), metrics, log)
  try {
    const answer = await fetch(`${server.url}/metrics`)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    const text = await answer.text()
    expect(text).not.toMatch(/^recto_(queue_waiting|webhooks_pending)[ {]/m)
    expect(text).toContain('recto_database_connections{state="busy"} 2\n')
    expect(text).toContain('recto_pages_total{source="ocr"} 1\n')
    expect(text).toContain('recto_page_seconds_sum 2\n')
    expect(text).toContain('recto_store_seconds_bucket{le="0.0025",operation="put"} 1\n')
    expect(text).toContain('recto_database_seconds_count 1\n')
    expect((await fetch(`${server.url}/v1/me`)).status).toBe(404)
  } finally {
    await server.close()
  }
})
