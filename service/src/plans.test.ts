/** Tests that frequent statements use an index on large tables. */
import { type CompiledQuery, type QueryExecutor, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAccountByEmail } from './accounts/accounts.ts'
import {
  createCallers,
  findSession,
  forgetOldLogins,
  listAudit,
  listKeys,
} from './accounts/index.ts'
import { newKeyText } from './accounts/key-text.ts'
import { findCapRefusal } from './credits/caps.ts'
import { createCredits, listUsage } from './credits/index.ts'
import type { Database, Db, Runner } from './database/index.ts'
import { openTestDatabase, testDatabases } from './database/testing/test-database.ts'
import {
  abandonFiles,
  beat,
  claimJobs,
  claimUnannounced,
  findDueFiles,
  findEnded,
  findJob,
  findLost,
  forgetFiles,
  forgetOld,
  forgetReceivers,
  hasReady,
  listDisabledReceivers,
  listJobs,
  markEnded,
  readDeliveryLog,
  recordAttempts,
  releaseLostDeliveries,
  takeDue,
  takeExpired,
  takeKey,
  wakeDelayed,
} from './jobs/statements/index.ts'

const ROWS = 5_000

/** 100 accounts with 50 jobs each, nearly all of which have ended, and their related rows. */
const fill = [
  `INSERT INTO account (id, email, tier, anchor_on) SELECT 'acc_' || i, i || '@example.com', 'free', current_date FROM generate_series(1, 10000) AS i`,
  `INSERT INTO api_key (id, account_id, hash, name, prefix, last_four, is_test)
    SELECT 'key_' || i, 'acc_' || (i % 10000 + 1), 'hash' || i, 'k', 'p', 'l', false FROM generate_series(1, ${ROWS}) AS i`,
  `INSERT INTO session (hash, account_id, expires_at)
    SELECT 'hash' || i, 'acc_' || (i % 10000 + 1), now() + interval '1 day' FROM generate_series(1, ${ROWS}) AS i`,
  `INSERT INTO login_token (id, email, hash, code_hash, browser_hash, address_hash, expires_at)
    SELECT 'lgn_' || i, i || '@example.com', 'hash' || i, 'c', 'b' || i, 'a' || i, now() FROM generate_series(1, ${ROWS}) AS i`,
  `INSERT INTO balance (account_id, balance, granted, period_start, period_end)
    SELECT id, 100, 100, current_date, current_date + 28 FROM account`,
  `INSERT INTO ledger (account_id, amount, reason, ref)
    SELECT 'acc_' || (i % 10000 + 1), -1, 'convert', 'ref' || i FROM generate_series(1, ${ROWS}) AS i`,
  `INSERT INTO audit (account_id, action) SELECT 'acc_' || (i % 10000 + 1), 'x' FROM generate_series(1, ${ROWS}) AS i`,
  `INSERT INTO job (id, account_id, media_type, bytes, sha256, status, error, finished_at, expires_at, created_at)
    SELECT 'job_' || i, 'acc_' || (i % 100 + 1), 'text/plain', 1, 'x', 'failed', 'x: x', now(),
      now() + interval '7 days', now() - i * interval '1 second' FROM generate_series(1, ${ROWS}) AS i`,
  `INSERT INTO job (id, account_id, media_type, bytes, sha256, expires_at)
    SELECT 'job_q' || i, 'acc_' || (i % 10 + 1), 'text/plain', 1, 'x', now() FROM generate_series(1, 50) AS i`,
  `INSERT INTO delivery (id, job_id, account_id, status, host)
    SELECT 'msg_' || i, 'job_' || i, 'acc_' || (i % 100 + 1), 'delivered', 'a' FROM generate_series(1, ${ROWS}) AS i`,
  `INSERT INTO delivery (id, job_id, account_id, host, due_at)
    SELECT 'msg_q' || i, 'job_q' || i, 'acc_' || (i % 10 + 1), 'a', now() + interval '1 hour' FROM generate_series(1, 50) AS i`,
  `INSERT INTO receiver (account_id, host) SELECT id, host FROM account, (VALUES ('a'), ('b')) AS host (host)
    ON CONFLICT DO NOTHING`,
  `INSERT INTO file_removal (name, due_at) SELECT 'uploads/' || i, now() + interval '1 hour' FROM generate_series(1, ${ROWS}) AS i`,
  `INSERT INTO idempotency (account_id, route, key, fingerprint, locked_until)
    SELECT 'acc_' || (i % 10000 + 1), 'convert', 'k' || i, 'f', now() FROM generate_series(1, ${ROWS}) AS i`,
  'ANALYZE',
]

const held = { id: 'job_5', attempt: 1 }
const claim = { worker: 'w', leaseMs: 1_000, isTest: false, most: 16 }
const heartbeat = { ...held, stage: 'x', pagesDone: 0, pagesTotal: 1 }
const payer = { accountId: 'acc_5', keyId: 'key_5', tier: 'free' }
const page = { accountId: 'acc_5', limit: 51, status: undefined }
const tried = {
  id: 'msg_q5',
  tries: 0,
  status: 500,
  error: 'x',
  durationMs: 1,
  next: 1_000,
  receiver: 'refuses',
} as const
const after = { createdAt: new Date(), id: 'job_5' }

const statements: readonly (readonly [name: string, run: (db: Db) => Promise<unknown>])[] = [
  ['whose key it is', (db) => createCallers(db).findCaller(newKeyText(false), 'x')],
  ['whose session it is', (db) => findSession(db, 'x')],
  ['an account by its mail address', (db) => findAccountByEmail(db, '5@example.com')],
  ['the keys of an account', (db) => listKeys(db, 'acc_5')],
  ['the history of an account', (db) => listAudit(db, 'acc_5', { limit: 50, after: '0' })],
  ['old sign-ins', (db) => forgetOldLogins(db)],
  ['the ledger', (db) => listUsage(db, 'acc_5', { limit: 51, before: '9' })],
  ['the balance', (db) => createCredits(db).read('acc_5')],
  ['a hold', async (db) => (await createCredits(db).hold(payer)).capture()],
  ['what a key may spend', (db) => findCapRefusal(db, payer)],
  ['calls that have died', (db) => createCredits(db).tidy()],
  ['a job', (db) => findJob(db, 'acc_5', 'job_5')],
  ['the jobs of an account', (db) => listJobs(db, { ...page, after: undefined })],
  ['the next jobs of an account', (db) => listJobs(db, { ...page, after })],
  ['a job that waits, with its place', (db) => findJob(db, 'acc_6', 'job_q5')],
  ['the next jobs', (db) => claimJobs(db, claim)],
  ['whether there are more', (db) => hasReady(db, false)],
  ['signs of life', (db) => beat(db, [heartbeat], 1)],
  ['ends', (db) => markEnded(db, [{ ...held, status: 'failed', error: 'x: x' }])],
  ['jobs that were put back for a while', (db) => wakeDelayed(db)],
  ['those that have ended', (db) => findEnded(db, ['job_5', 'job_q5'])],
  ['lost jobs', (db) => findLost(db, 500)],
  ['results past their time', (db) => takeExpired(db, 500)],
  ['what is forgotten', (db) => forgetOld(db, { namesMs: 1e12, keysMs: 1e9 })],
  ['files that are due', (db) => findDueFiles(db, 500)],
  ['files that are gone', (db) => forgetFiles(db, ['uploads/5'])],
  ['files that are given up', (db) => abandonFiles(db, ['uploads/5'])],
  ['webhooks that are due', (db) => takeDue(db, 32, 1_000)],
  ['tries that were made', (db) => recordAttempts(db, [tried], 1_000)],
  ['webhooks whose process has died', (db) => releaseLostDeliveries(db, 32)],
  ['receivers that are switched off', (db) => listDisabledReceivers(db, 'acc_5')],
  ['receivers that nobody was told of', (db) => claimUnannounced(db)],
  ['receivers that nothing is sent to', (db) => forgetReceivers(db)],
  ['the tries of a webhook', (db) => readDeliveryLog(db, 'job_5')],
  [
    'an Idempotency-Key',
    (db) =>
      takeKey(
        db,
        { accountId: 'acc_5', route: 'convert', key: 'k', fingerprint: 'f' },
        { lockMs: 1, keepMs: 1 },
      ),
  ],
]

describe.each(testDatabases)('on %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(kind)
    for (const statement of fill) await sql.raw(statement).execute(database.db)
  })
  afterAll(() => database.close())

  test.each(statements)('uses an index: %s', async (_name, run) => {
    const queries: CompiledQuery[] = []
    const { db } = database
    const executor = recording(db.getExecutor(), queries)
    // Sound: the statements use no other field.
    const recorder = { getExecutor: () => executor } satisfies Runner as unknown as Db
    await run(recorder)
    expect(queries.length).toBeGreaterThan(0)
    for (const query of queries) {
      const explained = { ...query, sql: `EXPLAIN ${query.sql}` }
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explained)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      // Tables of a handful of rows are rightly read in full.
      expect(plan).not.toMatch(
        /Seq Scan on (?!hold|departed_balance|queue_pause|waiting|delivery_attempt)\w/,
      )
    }
  })
})

function recording(executor: QueryExecutor, queries: CompiledQuery[]): QueryExecutor {
  return new Proxy(executor, {
    get: (target, name) => {
      if (name !== 'executeQuery') {
        const member: unknown = Reflect.get(target, name)
        return typeof member === 'function' ? member.bind(target) : member
      }
      return (query: CompiledQuery) => {
        queries.push(query)
        return target.executeQuery(query)
      }
    },
  })
}
