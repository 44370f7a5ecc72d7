import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../database/index.ts'
import { openTestDatabase, testDatabases } from '../database/testing/test-database.ts'
import { getOrCreateAccount, readEmail } from './accounts.ts'
import { createCallers } from './callers.ts'
import { isKeyText, newKeyText } from './key-text.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './keys.ts'

test('recognises a possible key by its checksum', () => {
  for (const isTest of [true, false]) {
    const key = newKeyText(isTest)
    expect(key).toMatch(isTest ? /^rk_test_[0-9A-Za-z]{38}$/ : /^rk_live_[0-9A-Za-z]{38}$/)
    expect(isKeyText(key)).toBe(true)
    const other = key.endsWith('0') ? '1' : '0'
    expect(isKeyText(`${key.slice(0, -1)}${other}`)).toBe(false)
    expect(isKeyText(key.replace('rk_', 'rx_'))).toBe(false)
  }
  expect(isKeyText(`rk_live_${'0'.repeat(32)}${crcOfZeros()}`)).toBe(true)
})

/** Computes the documented checksum by another algorithm. */
function crcOfZeros(): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let crc = 0xffffffff
  for (let byte = 0; byte < 32; byte += 1) {
    crc ^= 0x30
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  let rest = BigInt((crc ^ 0xffffffff) >>> 0)
  let text = ''
  for (; rest > 0n; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`
  return text.padStart(6, '0')
}

test.each([
  { text: ' Ada@Example.COM ', email: 'ada@example.com' },
  { text: 'a+b@c', email: 'a+b@c' },
  { text: 'a@b@c', email: undefined },
  { text: 'a b@c', email: undefined },
  { text: 'a@b\nBcc: c@d', email: undefined },
  { text: 'Ada <a@b.c>', email: undefined },
  { text: '@b.c', email: undefined },
  { text: `${'a'.repeat(251)}@b.c`, email: undefined },
])('normalises the mail address $text to $email', ({ text, email }) => {
  expect(readEmail(text)).toBe(email)
})

const from = '203.0.113.9'

describe.each(testDatabases)('on %s', (kind) => {
  let database: Database
  let now = Date.now()
  const newAccount = (email: string) =>
    database.db.transaction().execute((tx) => getOrCreateAccount(tx, email, 'essential'))
  const newKey = (accountId: string) =>
    database.db
      .transaction()
      .execute((tx) => createKey(tx, accountId, { name: 'k', isTest: false }))

  beforeAll(async () => {
    database = await openTestDatabase(kind)
  }, 60_000)
  afterAll(() => database.close())

  test('a mail address has one account, even after many concurrent requests', async () => {
    const accounts = await Promise.all([1, 2, 3, 4, 5].map(() => newAccount('same@example.com')))
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(1)
  })

  test('stores only the hash of a key, and finds its account', async () => {
    const { db } = database
    const account = await newAccount('hash@example.com')
    const { id: keyId, key } = await newKey(account.id)
    const { rows } = await sql<{ text: string }>`SELECT api_key::text AS text FROM api_key`.execute(
      db,
    )
    expect(rows.some(({ text }) => text.includes(key.slice(12, -4)))).toBe(false)
    const { findCaller } = createCallers(db)
    expect(await findCaller(key, from)).toMatchObject({
      tier: 'essential',
      isKeyed: true,
      account: { id: account.id, keyId, isTest: false },
    })
    expect(await findCaller(newKeyText(false), from)).toBeUndefined()
    expect(await findCaller("' OR 1=1 --", from)).toBeUndefined()
  })

  test('a revoked key stops working at once here, and within 30 seconds elsewhere', async () => {
    const { db } = database
    const account = await newAccount('revoked@example.com')
    const { key } = await newKey(account.id)
    const here = createCallers(db, () => now)
    const elsewhere = createCallers(db, () => now)
    for (const { findCaller } of [here, elsewhere])
      expect(await findCaller(key, from)).toBeTypeOf('object')
    expect(await revokeKey(db, key, undefined)).toBe(true)
    expect(await revokeKey(db, key, undefined)).toBe(false)
    here.forget()
    expect(await here.findCaller(key, from)).toBe('revoked')
    expect(await elsewhere.findCaller(key, from)).toBeTypeOf('object')
    now += 30_000
    expect(await elsewhere.findCaller(key, from)).toBe('revoked')
  })

  test('a rotated key works for 24 hours, and is rotated once', async () => {
    const { db } = database
    const account = await newAccount('rotated@example.com')
    const { id, key } = await newKey(account.id)
    const many = await Promise.all([1, 2, 3].map(() => rotateKey(db, account.id, id)))
    expect(many.filter(Boolean)).toHaveLength(1)
    const old = (await listKeys(db, account.id)).find((each) => each.id === id)
    const hours = ((old?.expiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    const { findCaller } = createCallers(db)
    expect(await findCaller(key, from)).toBeTypeOf('object')
    await sql`UPDATE api_key SET expires_at = now() WHERE id = ${id}`.execute(db)
    expect(await createCallers(db).findCaller(key, from)).toBe('expired')
  })

  test('stores uses of keys in batches; a suspended account has none', async () => {
    const { db } = database
    const account = await newAccount('used@example.com')
    const { key } = await newKey(account.id)
    const callers = createCallers(db)
    await Promise.all(Array.from({ length: 20 }, () => callers.findCaller(key, from)))
    expect((await listKeys(db, account.id))[0]?.lastUsedAt).toBeNull()
    await callers.flush()
    expect((await listKeys(db, account.id))[0]?.lastUsedAt).toBeInstanceOf(Date)
    await sql`UPDATE account SET suspended_at = now() WHERE id = ${account.id}`.execute(db)
    expect(await createCallers(db).findCaller(key, from)).toBe('suspended')
  })

  describe('invalid keys', () => {
    /** Counts the database queries of a caller cache. */
    function createCountedCallers() {
      const { db } = database
      const ask = vi.spyOn(db, 'getExecutor')
      ask.mockClear()
      return { callers: createCallers(db, () => now), asked: () => ask.mock.calls.length }
    }
    afterEach(() => void vi.restoreAllMocks())

    test('are looked up once while the answer is cached', async () => {
      const account = await newAccount('wrong@example.com')
      const { key: revoked } = await newKey(account.id)
      await revokeKey(database.db, revoked, undefined)
      const { callers, asked } = createCountedCallers()
      for (const key of [newKeyText(false), revoked]) {
        const before = asked()
        const together = Array.from({ length: 10 }, () => callers.findCaller(key, from))
        expect(new Set(await Promise.all(together)).size).toBe(1)
        await callers.findCaller(key, from)
        expect(asked() - before).toBe(1)
        now += 6_000
        await callers.findCaller(key, from)
        expect(asked() - before).toBe(2)
      }
    })

    test('are refused without a query after 30 in a minute, without affecting other callers', async () => {
      const account = await newAccount('tried@example.com')
      const mine = await newKey(account.id)
      const other = await newKey(account.id)
      const { callers, asked } = createCountedCallers()
      expect(await callers.findCaller(mine.key, from)).toBeTypeOf('object')
      const before = asked()
      const tries = Array.from({ length: 200 }, () => callers.findCaller(newKeyText(false), from))
      const answers = await Promise.all(tries)
      expect(answers.filter((answer) => answer === 'too_many')).toHaveLength(170)
      expect(asked() - before).toBe(30)
      expect(await callers.findCaller(other.key, from)).toBe('too_many')
      now += 20_001
      expect(await callers.findCaller(mine.key, from)).toBeTypeOf('object')
      expect(await callers.findCaller(other.key, '203.0.113.10')).toBeTypeOf('object')
      now += 60_001
      expect(await callers.findCaller(newKeyText(false), from)).toBeUndefined()
    })

    test('do not affect a hundred concurrent valid keys of one address', async () => {
      const account = await newAccount('office@example.com')
      const keys = await Promise.all(Array.from({ length: 100 }, () => newKey(account.id)))
      const { callers } = createCountedCallers()
      const found = await Promise.all(keys.map(({ key }) => callers.findCaller(key, from)))
      expect(found.every((each) => typeof each === 'object')).toBe(true)
    })
  })
})
