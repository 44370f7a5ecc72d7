import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { isUnreachable } from './failures.ts'
import { migrate, SchemaTooNew } from './migrate.ts'
import { migrations as allMigrations } from './migrations.ts'
import { createServerDatabase, openTestDatabase, testDatabases } from './testing/test-database.ts'

const log = pino({ level: 'silent' })
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-database-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const migrations = [
  { name: '0001_a', statements: ['CREATE TABLE a (n integer)', 'INSERT INTO a VALUES (1)'] },
]
const two = [
  ...migrations,
  { name: '0002_b', compatibleFrom: '0002', statements: ['INSERT INTO a VALUES (2)'] },
]

test('an embedded database keeps its data, is migrated, and belongs to one server', async () => {
  const location = { type: 'embedded', folder: join(folder, 'data') } as const
  const first = await openDatabase(location, migrations, log)
  await expect(openDatabase(location, migrations, log)).rejects.toThrow(
    /is in use by another server/,
  )
  await first.close()
  const second = await openDatabase(location, two, log)
  await second.maintain()
  const { rows } = await sql`SELECT n FROM a ORDER BY n`.execute(second.db)
  expect(rows).toEqual([{ n: 1 }, { n: 2 }])
  await second.close()
  await expect(openDatabase(location, migrations, log)).rejects.toThrow(SchemaTooNew)
  expect((await readdir(location.folder)).toSorted()).toEqual(['database', 'folder.lock'])
}, 60_000)

describe.each(testDatabases)('on %s', (kind) => {
  test('creates all tables, and runs the migrations once', async () => {
    const { db, close } = await openTestDatabase(kind)
    const { rows } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'
    `.execute(db)
    const names = rows.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['account', 'api_key', 'session', 'ledger', 'balance', 'hold', 'job']),
    )
    await close()
  })

  test('a failing migration changes nothing', async () => {
    const { db, close } = await openTestDatabase(kind)
    const broken = {
      name: '9999_broken',
      statements: ['CREATE TABLE half (n integer)', 'NONSENSE'],
    }
    const { rows } = await sql<{ name: string }>`SELECT name FROM migration`.execute(db)
    const done = rows.map(({ name }) => ({ name, statements: [] }))
    await expect(migrate(db, [...done, broken], kind === 'postgres')).rejects.toThrow('NONSENSE')
    const half = await sql<{ name: string | null }>`SELECT to_regclass('half') AS name`.execute(db)
    expect(half.rows).toEqual([{ name: null }])
    await close()
  })
})

test.runIf(testDatabases.includes('postgres'))(
  'many servers that start together migrate once',
  async () => {
    const { url, drop } = await createServerDatabase()
    const location = { type: 'postgres', url: url.href, connections: 2 } as const
    const clean = await openDatabase(location, [], log).catch(() => undefined)
    await clean?.close()
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: url.href })
    await client.connect()
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    await client.end()
    const opened = await Promise.all([1, 2, 3, 4].map(() => openDatabase(location, two, log)))
    const [first] = opened
    const { rows } = first ? await sql`SELECT n FROM a ORDER BY n`.execute(first.db) : { rows: [] }
    expect(rows).toEqual([{ n: 1 }, { n: 2 }])
    await Promise.all(opened.map(({ close }) => close()))
    await drop()
  },
)

test.runIf(testDatabases.includes('postgres')).each([
  { isPooledByTransaction: false, prepared: 1, timeout: '15s', listeners: 1 },
  // With such a pool, settings and prepared statements of one session would leak into others or be missing there.
  { isPooledByTransaction: true, prepared: 0, timeout: '0', listeners: 0 },
])('a transaction pool keeps no session state: $isPooledByTransaction', async (expected) => {
  const { url, drop } = await createServerDatabase()
  const { isPooledByTransaction, prepared, timeout, listeners } = expected
  const location = {
    type: 'postgres',
    url: url.href,
    connections: 1,
    isPooledByTransaction,
  } as const
  const { db, close } = await openDatabase(location, allMigrations, log)
  const count = sql<{ count: number }>`SELECT count(*)::integer AS count FROM pg_prepared_statements
    WHERE statement LIKE '%asked of all%' AND ${1}::integer = 1 /* asked of all */`
  await count.execute(db)
  expect((await count.execute(db)).rows).toEqual([{ count: prepared }])
  const limit = sql<{ statement_timeout: string }>`SHOW statement_timeout`
  expect((await limit.execute(db)).rows).toEqual([{ statement_timeout: timeout }])
  const listening = sql<{ count: number }>`SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND query = 'LISTEN recto'`
  await vi.waitFor(async () => {
    expect((await listening.execute(db)).rows).toEqual([{ count: listeners }])
  })
  await close()
  await drop()
})

test('distinguishes an unavailable database from a refused statement', async () => {
  const location = { type: 'postgres', url: 'postgres://127.0.0.1:9/x', connections: 1 } as const
  const error = await openDatabase(location, [], log).catch((thrown: unknown) => thrown)
  expect(isUnreachable(error)).toBe(true)
  expect(isUnreachable(Object.assign(new Error('duplicate'), { code: '23505' }))).toBe(false)
  expect(isUnreachable(Object.assign(new Error('x'), { code: '57P01' }))).toBe(true)
})
