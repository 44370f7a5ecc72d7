import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { findSchemaFault, migrate, requireMigrated, SchemaTooNew, SchemaTooOld } from './migrate.ts'
import { migrations, parseMigration } from './migrations.ts'
import { findRow, readRows } from './rows.ts'
import { openTestDatabase, testDatabases } from './testing/test-database.ts'

test('files have unique numbers, and a contracting one names an earlier migration', () => {
  const numbers = migrations.map(({ name }) => /^(\d{4})_[a-z_]+$/.exec(name)?.[1])
  expect(numbers).not.toContain(undefined)
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const { name, compatibleFrom = '0000' } of migrations) {
    expect(compatibleFrom <= name.slice(0, 4)).toBe(true)
  }
})

test('splits a file only at the semicolons between statements', () => {
  const text = `-- What it is for; and why.
-- compatible_from: 0007

CREATE TABLE a (
  n integer -- One; or two: it's the same.
);
INSERT INTO a VALUES ('x;y');
CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN x; END; $$ LANGUAGE plpgsql;
-- The end.
`
  const { statements, ...rest } = parseMigration('0008_a', text)
  expect(rest).toEqual({ name: '0008_a', compatibleFrom: '0007' })
  expect(statements.map((each) => each.replace(/\s+/g, ' ').slice(-26))).toEqual([
    "; or two: it's the same. )",
    "SERT INTO a VALUES ('x;y')",
    '; END; $$ LANGUAGE plpgsql',
  ])
})

describe.each(testDatabases)('on %s', (kind) => {
  test('a version works with additions of a newer one, but not with its removals', async () => {
    const { db, close } = await openTestDatabase(kind)
    const isShared = kind === 'postgres'
    const added = parseMigration('9001_more', 'CREATE TABLE more (n integer);')
    const removed = parseMigration('9002_less', '-- compatible_from: 9001\nDROP TABLE more;')
    const newer = [...migrations, added]
    expect(await migrate(db, newer, isShared)).toEqual(['9001_more'])
    expect(await migrate(db, migrations, isShared)).toEqual([])
    expect(await migrate(db, [...newer, removed], isShared)).toEqual(['9002_less'])
    expect(await migrate(db, newer, isShared)).toEqual([])
    await expect(migrate(db, migrations, isShared)).rejects.toThrow(SchemaTooNew)
    await expect(migrate(db, migrations, isShared)).rejects.toThrow(
      /\(9002_less\)\. Start the newer/,
    )
    await close()
  })

  test('a process that does not migrate reports missing migrations', async () => {
    const { db, close } = await openTestDatabase(kind)
    await requireMigrated(db, migrations)
    const newer = [...migrations, parseMigration('9001_more', 'CREATE TABLE more (n integer);')]
    await expect(requireMigrated(db, newer)).rejects.toThrow(SchemaTooOld)
    await expect(requireMigrated(db, newer)).rejects.toThrow(/\(9001_more.*Run recto migrate/)
    await migrate(db, newer, kind === 'postgres')
    await requireMigrated(db, newer)
    await sql`DROP TABLE migration`.execute(db)
    await expect(requireMigrated(db, migrations)).rejects.toThrow(/0001_accounts/)
    await close()
  })

  test('a running process reports why the schema no longer fits', async () => {
    const { db, close } = await openTestDatabase(kind)
    const newer = parseMigration('9002_less', '-- compatible_from: 9002\nDROP TABLE rate_limit;')
    expect(await findSchemaFault(db, migrations)).toBeUndefined()
    await migrate(db, [...migrations, newer], kind === 'postgres')
    expect(await findSchemaFault(db, migrations)).toMatch(/\(9002_less\)/)
    await close()
  })

  test('upgrades a database of the first version, which recorded only names', async () => {
    const { db, close } = await openTestDatabase(kind)
    await sql`ALTER TABLE migration DROP COLUMN compatible_from`.execute(db)
    expect(await migrate(db, migrations, kind === 'postgres')).toEqual([])
    await close()
  })

  test('rejects a row that does not match its schema', async () => {
    const { db, close } = await openTestDatabase(kind)
    const row = z.object({ n: z.int() })
    expect(await readRows(db, row, sql`SELECT 1 AS n UNION SELECT 2 ORDER BY n`)).toEqual([
      { n: 1 },
      { n: 2 },
    ])
    expect(await findRow(db, row, sql`SELECT 1 AS n WHERE false`)).toBeUndefined()
    await expect(findRow(db, row, sql`SELECT 'x' AS n`)).rejects.toThrow(
      /unexpected values.*\n?.*n/,
    )
    await close()
  })
})
