import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openTestDatabase, testDatabases } from '../database/testing/test-database.ts'
import { openCounters } from './counters.ts'
import { createRateLimiter } from './rate-limit.ts'

const log = pino({ level: 'silent' })
const valkeyUrl = process.env['RECTO_TEST_VALKEY_URL']
if (!valkeyUrl)
  process.stderr.write('Counting in Valkey is not tested: RECTO_TEST_VALKEY_URL is not set.\n')

type CountersOptions = Parameters<typeof openCounters>[0]

/** Two servers share their counts: 20 concurrent requests against a limit of 12. */
async function countTogether(options: CountersOptions): Promise<void> {
  const counters = await Promise.all([openCounters(options, log), openCounters(options, log)])
  const kind = `test-${process.pid}-${Date.now()}`
  const limiters = counters.map((each) => createRateLimiter(12, each.create(kind, 12)))
  // Nothing is counted before the connection is open.
  for (const { peek } of limiters) await expect.poll(async () => (await peek('a'))?.limit).toBe(12)
  const takes = limiters.flatMap(({ take }) => Array.from({ length: 10 }, () => take('a')))
  const verdicts = await Promise.all(takes)
  expect(verdicts.filter(({ isOver }) => isOver)).toHaveLength(8)
  await expect
    .poll(() => limiters[0]?.peek('a'), { timeout: 3_000 })
    .toMatchObject({ remaining: 0 })
  expect(await limiters[0]?.peek('b')).toMatchObject({ remaining: 12, reset: 60 })
  await Promise.all(counters.map(({ close }) => close()))
}

test.runIf(testDatabases.includes('postgres'))('servers share counts in PostgreSQL', async () => {
  const { pool, close } = await openTestDatabase('postgres')
  await countTogether({ pool, valkeyUrl: undefined })
  await close()
})

test.runIf(valkeyUrl)('servers share counts in Valkey', () =>
  countTogether({ pool: undefined, valkeyUrl }),
)

test('counts of different kinds are separate in memory', async () => {
  const { create, close } = await openCounters({ pool: undefined, valkeyUrl: undefined }, log)
  const free = createRateLimiter(1, create('free', 1))
  const scale = createRateLimiter(2, create('scale', 2))
  await free.take('a')
  expect(await scale.peek('a')).toMatchObject({ remaining: 2 })
  expect((await free.take('a')).isOver).toBe(true)
  await close()
})

test("lets requests pass if Valkey can't be reached", async () => {
  const options = { pool: undefined, valkeyUrl: 'redis://127.0.0.1:9' }
  const { create, close } = await openCounters(options, log)
  expect(await createRateLimiter(1, create('x', 1)).take('a')).toEqual({
    budget: undefined,
    isOver: false,
  })
  await close()
})

test.runIf(testDatabases.includes('postgres'))(
  'stores the counts in the table of the migration',
  async () => {
    const { db, pool, close } = await openTestDatabase('postgres')
    const counters = await openCounters({ pool, valkeyUrl: undefined }, log)
    await createRateLimiter(5, counters.create('k', 5)).take('a')
    const { rows } = await sql`SELECT key, points FROM rate_limit`.execute(db)
    expect(rows).toEqual([{ key: 'k:a', points: 1 }])
    await close()
  },
)
