import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from './accounts/index.ts'
import { rollUpLedger } from './credits/index.ts'
import { testDatabases } from './database/testing/test-database.ts'
import { jobIdAt } from './jobs/ids.ts'
import { openTestJobs, type TestJobs } from './jobs/testing/test-jobs.ts'
import { endRows } from './retention.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const now = new Date('2026-06-15T12:00:00Z')
const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS)

const retention = {
  jobsDays: 730,
  deliveriesDays: 90,
  auditDays: 730,
  paymentsDays: 400,
  ledgerYears: 2,
}

describe.each(testDatabases)('on %s', (kind) => {
  let jobs: TestJobs

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  afterAll(() => jobs.close())

  const count = async (what: ReturnType<typeof sql>): Promise<number> =>
    (await sql`SELECT ${what}`.execute(jobs.db)).rows.length

  test('deletes jobs and deliveries after their retention, except unfinished ones and those with files', async () => {
    const account = await jobs.newAccount()
    const insert = async (
      days: number,
      { status = 'failed', outputs = false }: { status?: string; outputs?: boolean } = {},
    ): Promise<string> => {
      const id = `${jobIdAt(daysAgo(days))}-7abc-8abc-${Math.random().toString(16).slice(2, 14)}`
      await sql`
        INSERT INTO job (id, account_id, media_type, bytes, sha256, expires_at, created_at, status, error, finished_at, outputs)
        VALUES (${id}, ${account}, 'text/plain', 1, 'x', now(), ${daysAgo(days).toISOString()}::timestamptz, ${status},
          CASE WHEN ${status} = 'failed' THEN 'internal: x' END, CASE WHEN ${status} = 'failed' THEN now() END,
          CASE WHEN ${outputs}::boolean THEN '{}'::jsonb END)`.execute(jobs.db)
      const delivery = id.replace('job_', 'msg_')
      await sql`INSERT INTO delivery (id, job_id, account_id, status)
        VALUES (${delivery}, ${id}, ${account}, ${status === 'failed' ? 'delivered' : 'pending'})`.execute(
        jobs.db,
      )
      return id
    }
    const kept = [
      await insert(729),
      await insert(731, { status: 'queued' }),
      await insert(731, { outputs: true }),
      await insert(89),
    ]
    await insert(731)
    await insert(4_000)
    await endRows(jobs.db, retention, now)
    const { rows } = await sql<{
      id: string
    }>`SELECT id FROM job WHERE account_id = ${account}`.execute(jobs.db)
    expect(rows.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
    const { rows: deliveries } = await sql<{ status: string }>`
      SELECT status FROM delivery WHERE account_id = ${account} ORDER BY status`.execute(jobs.db)
    // The unfinished job's delivery, and the newest one.
    expect(deliveries.map(({ status }) => status)).toEqual(['delivered', 'pending'])
    await sql`DELETE FROM job WHERE account_id = ${account}`.execute(jobs.db)
  })

  test("deletes an account's audit and Stripe's records after their retention", async () => {
    const account = await jobs.newAccount()
    for (const days of [729, 731]) {
      await audit(jobs.db, account, 'signed_in')
      await sql`UPDATE audit SET created_at = ${daysAgo(days).toISOString()}::timestamptz
        WHERE id = (SELECT max(id) FROM audit)`.execute(jobs.db)
    }
    await sql`INSERT INTO subscription (id, customer_id, account_id, ended_at) VALUES
      ('sub_lives', 'cus', ${account}, NULL),
      ('sub_over', 'cus', ${account}, ${daysAgo(401).toISOString()}::timestamptz)`.execute(jobs.db)
    for (const days of [399, 401]) {
      await sql`INSERT INTO paid_invoice (id, subscription_id, tier, period_start, period_end, created_at)
        VALUES (${`in_${days}`}, 'sub_lives', 'scale', now(), ${daysAgo(days).toISOString()}::timestamptz, now())`.execute(
        jobs.db,
      )
    }
    await endRows(jobs.db, retention, now)
    expect(await count(sql`FROM audit WHERE account_id = ${account}`)).toBe(1)
    expect(await count(sql`FROM paid_invoice`)).toBe(1)
    expect(await count(sql`FROM subscription`)).toBe(1)
  })

  test('sums up the ledger of old years by reason, keeps its total, and may run twice', async () => {
    const account = await jobs.newAccount('scale', 0)
    const enter = (amount: number, reason: string, at: string): Promise<unknown> =>
      sql`INSERT INTO ledger (account_id, amount, reason, ref, job_id, created_at)
        VALUES (${account}, ${amount}::integer, ${reason}, ${`${reason}${at}`}, 'job_1', ${at}::timestamptz)`.execute(
        jobs.db,
      )
    for (const year of [2022, 2023, 2024]) {
      await enter(1_000, 'grant', `${year}-01-01T00:00:00Z`)
      for (const month of ['02', '03', '04'])
        await enter(-10, 'job', `${year}-${month}-01T00:00:00Z`)
      await enter(10, 'refund', `${year}-12-31T23:59:59Z`)
    }
    const read = async (): Promise<readonly unknown[]> => {
      const { rows } = await sql`
        SELECT date_part('year', created_at AT TIME ZONE 'UTC')::integer AS year, reason, amount, job_id AS job
        FROM ledger WHERE account_id = ${account} AND created_at < '2025-01-01' ORDER BY id`.execute(
        jobs.db,
      )
      return rows.map((row) => Object.values(row as object))
    }
    const sum = await jobs.balance(account)
    await endRows(jobs.db, retention, now)
    const entries = await read()
    expect(entries.slice(0, 6)).toEqual([
      [2022, 'grant', 1_000, null],
      [2022, 'job', -30, null],
      [2022, 'refund', 10, null],
      [2023, 'grant', 1_000, null],
      [2023, 'job', -30, null],
      [2023, 'refund', 10, null],
    ])
    // All entries of 2024 are kept.
    expect(entries).toHaveLength(11)
    expect(await rollUpLedger(jobs.db, 2024)).toBe(0)
    expect([await read(), await jobs.balance(account)]).toEqual([entries, sum])
  })
})
