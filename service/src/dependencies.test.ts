/** Tests what `recto doctor` reports besides the walls. */
import { expect, test } from 'vitest'
import { loadConfig } from './config/index.ts'
import { createServerDatabase, testDatabases } from './database/testing/test-database.ts'
import { checkDependencies } from './dependencies.ts'
import { createLog } from './log.ts'

const check = (env: NodeJS.ProcessEnv) => checkDependencies(loadConfig(env), createLog('silent'))

test('reports versions and disk space, and does not open an embedded database', async () => {
  const { facts, faults } = await check({})
  expect(facts).toEqual({
    recto: expect.stringMatching(/^\d/),
    node: process.version,
    disk: expect.stringMatching(/^\d+\.\d GiB free in \//),
  })
  expect(faults).toEqual([])
})

test('reports an unreachable database or bucket as a fault', async () => {
  const { facts, faults } = await check({
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    RECTO_STORAGE_URL: 's3://bucket?endpoint=http://127.0.0.1:1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  })
  expect(facts).not.toHaveProperty('database')
  expect(faults).toEqual([
    'The database cannot be reached.',
    'The store cannot store files. Object storage request failed: connect ECONNREFUSED 127.0.0.1:1',
  ])
})

test.runIf(testDatabases.includes('postgres'))(
  'reports version and clock of PostgreSQL',
  async () => {
    const { url, drop } = await createServerDatabase()
    try {
      const { facts, warnings, faults } = await check({ DATABASE_URL: url.href })
      expect(facts['database']).toMatch(/^PostgreSQL \d+.*, \d+ ms, -?\d+ ms ahead$/)
      expect(warnings.filter((warning) => warning.includes('clocks'))).toEqual([])
      expect(faults).toEqual([])
    } finally {
      await drop()
    }
  },
)
