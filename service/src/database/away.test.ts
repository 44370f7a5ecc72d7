/** Tests a database that becomes unavailable and returns. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { isUnreachable } from './failures.ts'
import { Line } from './testing/line.ts'
import { createServerDatabase, testDatabases } from './testing/test-database.ts'

test.runIf(testDatabases.includes('postgres'))(
  'statements fail as unreachable during an outage, and succeed again after it',
  async () => {
    const { url, drop } = await createServerDatabase()
    const line = new Line(url)
    await line.open()
    const through = new URL(url)
    through.host = `127.0.0.1:${line.port}`
    const { migrations } = await import('./migrations.ts')
    const location = { type: 'postgres', url: through.href, connections: 3 } as const
    const { db, close } = await openDatabase(location, migrations, pino({ level: 'silent' }))
    const ask = () => sql`SELECT 1 AS one`.execute(db).then(({ rows }) => rows)
    expect(await ask()).toEqual([{ one: 1 }])
    const cutOff = sql`SELECT pg_sleep(30)`.execute(db).catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 100))
    line.cut()
    expect(isUnreachable(await cutOff)).toBe(true)
    expect(isUnreachable(await ask().catch((error: unknown) => error))).toBe(true)
    await line.open()
    expect(await ask()).toEqual([{ one: 1 }])
    line.cut()
    await close()
    await drop()
  },
)
