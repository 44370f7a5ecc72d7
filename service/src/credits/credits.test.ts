import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountTier } from '../accounts/index.ts'
import { createKey, findAccount, getOrCreateAccount, rotateKey } from '../accounts/index.ts'
import type { Database } from '../database/index.ts'
import { openTestDatabase, testDatabases } from '../database/testing/test-database.ts'
import { removeAccount } from '../privacy/index.ts'
import { type CreditsService, createCredits } from './credits.ts'
import { type CreditHold, CreditsExhausted, type Payer } from './spending.ts'

describe.each(testDatabases)('on %s', (kind) => {
  let database: Database
  let credits: CreditsService
  let now = new Date()
  let accounts = 0

  beforeAll(async () => {
    database = await openTestDatabase(kind)
    credits = createCredits(database.db, {
      clock: () => now,
      addressKeys: [Buffer.from('test')],
    })
  }, 60_000)
  afterAll(() => database.close())

  async function newAccount(tier: AccountTier = 'free'): Promise<Payer> {
    accounts += 1
    const email = `a${accounts}@example.com`
    const account = await database.db
      .transaction()
      .execute((tx) => getOrCreateAccount(tx, email, tier))
    now = new Date()
    return { accountId: account.id, keyId: undefined, tier }
  }

  const charge = (payer: Payer, jobId: string): Promise<string | undefined> =>
    database.db.transaction().execute((tx) => credits.charges.charge(tx, payer, jobId))
  const refund = (payer: Payer, jobId: string): Promise<void> =>
    database.db.transaction().execute((tx) => credits.charges.refund(tx, payer.accountId, jobId))

  async function sumOf({ accountId }: Payer): Promise<number> {
    const { rows } = await sql<{ sum: number }>`
      SELECT coalesce(sum(amount), 0)::integer AS sum FROM ledger WHERE account_id = ${accountId}
    `.execute(database.db)
    return rows[0]?.sum ?? Number.NaN
  }
  async function balanceOf({ accountId }: Payer): Promise<{ balance: number; held: number }> {
    const { rows } = await sql<{ balance: number; held: number }>`
      SELECT balance, held FROM balance WHERE account_id = ${accountId}
    `.execute(database.db)
    return rows[0] ?? { balance: 0, held: 0 }
  }

  test('charges 10 of 50 concurrent jobs with 100 credits', async () => {
    const payer = await newAccount()
    const jobs = Array.from({ length: 50 }, (_, index) => `job_${payer.accountId}_${index}`)
    const refusals = await Promise.all(jobs.map((id) => charge(payer, id)))
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(10)
    expect(refusals.find(Boolean)).toMatch(
      /^Not enough credits: 0 are left, and new ones come on \d{4}-/,
    )
    expect(await balanceOf(payer)).toEqual({ balance: 0, held: 0 })
  })

  test('accepts 100 of 150 concurrent calls with 100 credits', async () => {
    const payer = await newAccount()
    const calls = await Promise.allSettled(Array.from({ length: 150 }, () => credits.hold(payer)))
    const holds = calls.filter((call) => call.status === 'fulfilled').map(({ value }) => value)
    expect(holds).toHaveLength(100)
    for (const call of calls) {
      if (call.status === 'rejected') expect(call.reason).toBeInstanceOf(CreditsExhausted)
    }
    await Promise.all(holds.map((hold, index) => (index < 60 ? hold.capture() : hold.release())))
    await Promise.all(holds.map((hold) => hold.capture()))
    expect(await balanceOf(payer)).toEqual({ balance: 40, held: 0 })
    expect(await sumOf(payer)).toBe(40)
  })

  test('refunds once, and only charged jobs', async () => {
    const payer = await newAccount()
    const id = `job_${payer.accountId}`
    await charge(payer, id)
    await Promise.all([1, 2, 3, 4].map(() => refund(payer, id)))
    await refund(payer, 'job_never')
    await refund(await newAccount(), id)
    expect(await balanceOf(payer)).toEqual({ balance: 100, held: 0 })
    expect(await sumOf(payer)).toBe(100)
  })

  test('at the end of a period at midnight, unused credits expire, and new ones are granted once for all servers', async () => {
    const payer = await newAccount()
    await charge(payer, `job_${payer.accountId}`)
    const { periodEnd = '' } = (await credits.read(payer.accountId)) ?? {}
    now = new Date(new Date(periodEnd).getTime() - 1)
    expect(await credits.read(payer.accountId)).toMatchObject({ balance: 90, periodEnd })
    now = new Date(periodEnd)
    const reads = await Promise.all(Array.from({ length: 8 }, () => credits.read(payer.accountId)))
    for (const read of reads) expect(read).toMatchObject({ balance: 100, granted: 100 })
    now = new Date(now.getTime() - 40 * 24 * 3_600_000)
    expect(await credits.read(payer.accountId)).toMatchObject({ balance: 100 })
    await refund(payer, `job_${payer.accountId}`)
    expect(await balanceOf(payer)).toEqual({ balance: 110, held: 0 })
    expect(await sumOf(payer)).toBe(110)
  })

  test('a call keeps its hold across the end of a period', async () => {
    const payer = await newAccount()
    const hold = await credits.hold(payer)
    now = new Date(now.getTime() + 40 * 24 * 3_600_000)
    expect(await credits.read(payer.accountId)).toMatchObject({ balance: 101 })
    await hold.capture()
    expect(await balanceOf(payer)).toEqual({ balance: 100, held: 0 })
    expect(await sumOf(payer)).toBe(100)
  })

  test('releases the hold of a dead call', async () => {
    const payer = await newAccount()
    await credits.hold(payer)
    await sql`UPDATE hold SET expires_at = now() WHERE account_id = ${payer.accountId}`.execute(
      database.db,
    )
    await credits.tidy()
    expect(await balanceOf(payer)).toEqual({ balance: 100, held: 0 })
  })

  const change = ({ accountId }: Payer, tier: AccountTier): Promise<boolean> =>
    database.db.transaction().execute((tx) => credits.setTier(tx, accountId, tier))

  test('a plan change moves the credits by the difference; a self-hosted plan counts none', async () => {
    const payer = await newAccount()
    await charge(payer, `job_${payer.accountId}`)
    const before = await credits.read(payer.accountId)
    expect(await change(payer, 'essential')).toBe(true)
    expect(await change(payer, 'essential')).toBe(false)
    expect(await credits.read(payer.accountId)).toEqual({
      ...before,
      balance: 9_990,
      granted: 10_000,
    })
    await change(payer, 'self_hosted')
    expect(await credits.read(payer.accountId)).toBeNull()
    const free = { ...payer, tier: 'self_hosted' }
    expect(await charge(free, 'job_free')).toBeUndefined()
    await (await credits.hold(free)).capture()
    await change(payer, 'free')
    expect(await credits.read(payer.accountId)).toMatchObject({ balance: 90 })
    expect(await sumOf(payer)).toBe(90)
  })

  test('repeated plan changes grant no more than the largest plan', async () => {
    const payer = await newAccount()
    for (const tier of ['scale', 'essential', 'scale', 'essential'] as const) {
      await change(payer, tier)
    }
    expect(await credits.read(payer.accountId)).toMatchObject({ balance: 10_000 })
    await change(payer, 'scale')
    const jobs = Array.from({ length: 30 }, (_, index) => `job_${payer.accountId}_${index}`)
    for (const id of jobs) await charge(payer, id)
    await change(payer, 'free')
    expect(await balanceOf(payer)).toEqual({ balance: 0, held: 0 })
    // The 300 credits are spent and the small plan grants 100, so 200 of the refunds are owed.
    for (const id of jobs.slice(0, 20)) await refund(payer, id)
    expect(await balanceOf(payer)).toEqual({ balance: 0, held: 0 })
    await refund(payer, jobs[20] ?? '')
    expect(await balanceOf(payer)).toEqual({ balance: 10, held: 0 })
    await change(payer, 'scale')
    expect(await balanceOf(payer)).toEqual({ balance: 99_910, held: 0 })
    expect(await sumOf(payer)).toBe(99_910)
  })

  describe('a deleted account', () => {
    const leave = async ({ accountId }: Payer): Promise<void> => {
      const account = await findAccount(database.db, accountId)
      if (!account) throw new Error('The account does not exist.')
      await removeAccount({ db: database.db, credits }, account)
    }
    const comeBack = async (email: string): Promise<Payer> => {
      const account = await database.db
        .transaction()
        .execute((tx) => getOrCreateAccount(tx, email, 'free'))
      return { accountId: account.id, keyId: undefined, tier: 'free' }
    }

    test('has its remaining credits again if it returns within the period, repeatedly', async () => {
      const first = await newAccount()
      const email = `a${accounts}@example.com`
      await charge(first, `job_${first.accountId}`)
      const before = await credits.read(first.accountId)
      await leave(first)
      const { rows } = await sql`SELECT * FROM departed_balance`.execute(database.db)
      expect(JSON.stringify(rows)).not.toContain(email)
      const second = await comeBack(email)
      expect(await credits.read(second.accountId)).toEqual(before)
      expect(await sumOf(second)).toBe(90)
      await leave(second)
      // This account's balance is never read before its deletion.
      await leave(await comeBack(email))
      const fourth = await comeBack(email)
      expect(await credits.read(fourth.accountId)).toEqual(before)
    })

    test('has new credits if it returns later, and none of its data remains', async () => {
      const first = await newAccount()
      const email = `a${accounts}@example.com`
      await charge(first, `job_${first.accountId}`)
      await leave(first)
      now = new Date(now.getTime() + 40 * 24 * 3_600_000)
      await credits.tidy()
      const { rows } = await sql`SELECT 1 FROM departed_balance`.execute(database.db)
      expect(rows).toEqual([])
      const second = await comeBack(email)
      expect(await credits.read(second.accountId)).toMatchObject({ balance: 100 })
    })
  })

  test('a key spends no more than its cap, even concurrently; other keys are not affected', async () => {
    const payer = await newAccount()
    const { id: keyId } = await database.db
      .transaction()
      .execute((tx) => createKey(tx, payer.accountId, { name: 'k', isTest: false, spendCap: 25 }))
    const capped = { ...payer, keyId }
    const tries = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((index) =>
        database.db.transaction().execute(async (tx) => {
          const refusal = await credits.charges.charge(tx, capped, `job_${keyId}_${index}`)
          if (refusal !== undefined) throw new Error(refusal)
        }),
      ),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const holds = await Promise.allSettled(Array.from({ length: 8 }, () => credits.hold(capped)))
    expect(holds.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await charge(payer, `job_${payer.accountId}`)).toBeUndefined()
  })

  test('rotated keys share one cap, including held credits', async () => {
    const payer = await newAccount()
    const { db } = database
    const first = await db
      .transaction()
      .execute((tx) => createKey(tx, payer.accountId, { name: 'k', isTest: false, spendCap: 12 }))
    const second = await rotateKey(db, payer.accountId, first.id)
    const third = await rotateKey(db, payer.accountId, second?.id ?? '')
    const by = (id = '') => ({ ...payer, keyId: id })
    expect(await charge(by(first.id), `job_${first.id}`)).toBeUndefined()
    await credits.hold(by(second?.id))
    const last = await credits.hold(by(third?.id))
    for (const key of [first, second, third]) {
      await expect(credits.hold(by(key?.id))).rejects.toThrow('limit of 12 credits')
    }
    await last.release()
    await credits.hold(by(first.id))
    await refund(payer, `job_${first.id}`)
    await credits.hold(by(third?.id))
  })

  test.runIf(kind === 'pglite')('a cap counts days in UTC', async () => {
    const payer = await newAccount()
    const { db } = database
    const { id: keyId } = await db
      .transaction()
      .execute((tx) => createKey(tx, payer.accountId, { name: 'k', isTest: false, spendCap: 5 }))
    await credits.read(payer.accountId)
    // The first minute of the period; in Los Angeles it is still the day before.
    await sql`INSERT INTO ledger (account_id, amount, reason, ref, key_id, created_at)
      SELECT account_id, -5, 'convert', ${keyId}, ${keyId}, (period_start::text || ' 00:01+00')::timestamptz
      FROM balance WHERE account_id = ${payer.accountId}`.execute(db)
    for (const zone of ['America/Los_Angeles', 'Pacific/Auckland', 'UTC']) {
      await sql.raw(`SET TIME ZONE '${zone}'`).execute(db)
      await expect(credits.hold({ ...payer, keyId })).rejects.toThrow(CreditsExhausted)
    }
  })

  test('after any events in any order, the ledger equals the balance, and a job costs 0 or 10', async () => {
    const happening = fc.oneof(
      fc.record({ type: fc.constant('charge' as const), job: fc.nat(6) }),
      fc.record({ type: fc.constant('refund' as const), job: fc.nat(6) }),
      fc.record({ type: fc.constant('hold' as const) }),
      fc.record({ type: fc.constant('capture' as const), hold: fc.nat(9) }),
      fc.record({ type: fc.constant('release' as const), hold: fc.nat(9) }),
      fc.record({ type: fc.constant('pass' as const), days: fc.nat(20) }),
      fc.record({
        type: fc.constant('tier' as const),
        tier: fc.constantFrom('free' as const, 'essential' as const),
      }),
    )
    const run = async (
      steps: readonly (typeof happening extends fc.Arbitrary<infer Step> ? Step : never)[],
    ) => {
      const payer = await newAccount()
      const holds: CreditHold[] = []
      const charged = new Set<string>()
      for (const step of steps) {
        const id = 'job' in step ? `job_${payer.accountId}_${step.job}` : ''
        if (step.type === 'charge' && !charged.has(id)) {
          if ((await charge(payer, id)) === undefined) charged.add(id)
        }
        if (step.type === 'refund') await refund(payer, id)
        if (step.type === 'hold') {
          await credits.hold(payer).then(
            (hold) => holds.push(hold),
            () => undefined,
          )
        }
        if (step.type === 'capture') await holds[step.hold]?.capture()
        if (step.type === 'release') await holds[step.hold]?.release()
        if (step.type === 'pass') now = new Date(now.getTime() + step.days * 24 * 3_600_000)
        if (step.type === 'tier') {
          await database.db
            .transaction()
            .execute((tx) => credits.setTier(tx, payer.accountId, step.tier))
        }
        const { balance, held } = await balanceOf(payer)
        expect(balance).toBe(await sumOf(payer))
        expect(balance).toBeGreaterThanOrEqual(held)
      }
      const { rows } = await sql<{ net: number }>`
        SELECT sum(amount)::integer AS net FROM ledger
        WHERE account_id = ${payer.accountId} AND job_id IS NOT NULL GROUP BY job_id
      `.execute(database.db)
      for (const { net } of rows) expect([0, -10]).toContain(net)
    }
    await fc.assert(fc.asyncProperty(fc.array(happening, { maxLength: 30 }), run), { numRuns: 15 })
  }, 60_000)
})
