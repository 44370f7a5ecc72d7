import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findAccount, getOrCreateAccount, PlanStillPaid } from '../accounts/index.ts'
import { createCredits } from '../credits/index.ts'
import { testDatabases } from '../database/testing/test-database.ts'
import { sweep } from '../jobs/sweep.ts'
import { openTestJobs, type TestJobs, until } from '../jobs/testing/test-jobs.ts'
import { removeAccount, writeExport } from './index.ts'

/** Tables with rows of an account. */
const tables = [
  'account',
  'api_key',
  'session',
  'balance',
  'ledger',
  'hold',
  'job',
  'delivery',
  'idempotency',
] as const

describe.each(testDatabases)('on %s', (kind) => {
  let jobs: TestJobs

  beforeAll(async () => {
    jobs = await openTestJobs(kind)
  })
  afterEach(() => jobs.reset())
  afterAll(() => jobs.close())

  const open = async (
    email: string,
  ): Promise<{ id: string; exported: () => Promise<Exported> }> => {
    const { db } = jobs
    const account = await db.transaction().execute((tx) => getOrCreateAccount(tx, email, 'free'))
    await sql`INSERT INTO balance (account_id, balance, granted, period_start, period_end)
      VALUES (${account.id}, 100, 100, current_date, current_date + 28)`.execute(db)
    await sql`INSERT INTO ledger (account_id, amount, reason, ref) VALUES (${account.id}, 100, 'grant', ${account.id})`.execute(
      db,
    )
    const exported = async (): Promise<Exported> => {
      const chunks = await Array.fromAsync(writeExport(db, account))
      // Sound for the fields that the test reads.
      return JSON.parse(chunks.join('')) as Exported
    }
    return { id: account.id, exported }
  }
  const remove = async (id: string): Promise<boolean> => {
    const account = await findAccount(jobs.db, id)
    return (
      account !== undefined &&
      removeAccount({ db: jobs.db, credits: createCredits(jobs.db) }, account)
    )
  }
  interface Exported {
    readonly jobs: readonly { readonly id: string }[]
    readonly usage: readonly { readonly amount: number }[]
  }

  test('an export has every job and every entry once, in any number', async () => {
    const { id, exported } = await open('many@example.com')
    await sql`INSERT INTO job (id, account_id, media_type, bytes, sha256, status, error, finished_at, expires_at)
      SELECT 'job_x' || i, ${id}, 'text/plain', 1, 'x', 'failed', 'internal: x', now(), now()
      FROM generate_series(1, 1201) AS i`.execute(jobs.db)
    await sql`INSERT INTO ledger (account_id, amount, reason, ref)
      SELECT ${id}, -1, 'convert', 'hold_x' || i FROM generate_series(1, 1000) AS i`.execute(
      jobs.db,
    )
    const { jobs: all, usage } = await exported()
    expect(new Set(all.map((each) => each.id)).size).toBe(1201)
    expect([all.length, usage.length]).toEqual([1201, 1001])
    expect(usage.reduce((sum, { amount }) => sum + amount, 0)).toBe(-900)
  })

  test('a deleted account leaves no row and no file, even while one of its jobs runs', async () => {
    const { id } = await open('leaver@example.com')
    const { db } = jobs
    await sql`INSERT INTO login_token (id, email, hash, code_hash, browser_hash, address_hash, expires_at)
      VALUES ('lgn_1', 'leaver@example.com', 'a', 'b', 'c', 'd', now())`.execute(db)
    const webhookUrl = 'https://a.example/'
    const done = await jobs.submit(id, { webhookUrl, idempotencyKey: 'k' })
    const worker = jobs.work()
    await jobs.ended(id, done.jobId)
    const running = await jobs.submit(id, { text: 'wait 30000' })
    await until(async () => (await jobs.statusOf(running.jobId)) === 'running')
    const waiting = await jobs.submit(id)
    expect(await remove(id)).toBe(true)
    expect(await remove(id)).toBe(false)
    await until(() => worker.busy() === 0)
    await sweep(jobs)
    const files = await jobs.files()
    for (const { jobId } of [done, running, waiting]) {
      expect(files.filter((name) => name.startsWith(jobId))).toEqual([])
    }
    for (const table of tables) {
      const column = sql.ref(table === 'account' ? 'id' : 'account_id')
      const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} WHERE ${column} = ${id}`.execute(
        db,
      )
      expect([table, rows]).toEqual([table, []])
    }
    const { rows: links } = await sql`SELECT 1 FROM login_token WHERE id = 'lgn_1'`.execute(db)
    expect(links).toEqual([])
    const { rows: history } = await sql`SELECT action FROM audit WHERE account_id = ${id}`.execute(
      db,
    )
    expect(history).toEqual([{ action: 'account_deleted' }])
  })

  test('refuses to delete an account whose plan is paid elsewhere', async () => {
    const { id } = await open('payer@example.com')
    await sql`UPDATE account SET tier = 'scale', subscription_id = 'sub_1' WHERE id = ${id}`.execute(
      jobs.db,
    )
    await expect(remove(id)).rejects.toThrow(PlanStillPaid)
    await sql`UPDATE account SET tier = 'free' WHERE id = ${id}`.execute(jobs.db)
    expect(await remove(id)).toBe(true)
  })
})
