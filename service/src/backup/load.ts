/** A folder of dumped rows → a database that has them, and all tables of today. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import {
  type Db,
  findRow,
  lockSchema,
  migrateIn,
  migrations,
  type Runner,
  readRows,
} from '../database/index.ts'
import { BackupError } from './backup-error.ts'
import type { Dump } from './dump.ts'

/** @throws {BackupError} when the dump knows steps that this version does not. */
export function requireKnownSchema({ migrations: names }: Dump): void {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new BackupError(
    `The backup is of a newer version of this program (${unknown.join(', ')}). Restore it with that one.`,
  )
}

/** Whether the database holds accounts: the first start makes one. */
export async function hasData(runner: Runner): Promise<boolean> {
  const row = z.object({ is: z.boolean() })
  const there = sql`SELECT to_regclass('account') IS NOT NULL AS is`
  if (!(await findRow(runner, row, there))?.is) return false
  return (await findRow(runner, row, sql`SELECT EXISTS (SELECT FROM account) AS is`))?.is ?? false
}

/**
 * Replaces all that is in the database, in one transaction: it is done, or nothing is.
 *
 * The tables are made as they were then, filled, and brought up to date like those of any older version.
 *
 * @param missing Names of stored files that the backup does not have: results among them are gone.
 */
export function loadDatabase(
  db: Db,
  folder: string,
  dump: Dump,
  missing: readonly string[],
): Promise<void> {
  const known = new Set(dump.migrations)
  return db.transaction().execute(async (tx) => {
    await lockSchema(tx)
    await dropAll(tx)
    await migrateIn(
      tx,
      migrations.filter(({ name }) => known.has(name)),
    )
    const names = dump.tables.map(({ name }) => sql.id(name))
    // Some steps put rows in.
    await sql`TRUNCATE ${sql.join(names)}`.execute(tx)
    for (const { name, parts } of dump.tables) {
      // What they would count is in the dump.
      await sql`ALTER TABLE ${sql.id(name)} DISABLE TRIGGER USER`.execute(tx)
      const columns = await listColumns(tx, name)
      for (const part of parts) {
        await insert(tx, name, columns, await readFile(join(folder, part), 'utf8'))
      }
      await sql`ALTER TABLE ${sql.id(name)} ENABLE TRIGGER USER`.execute(tx)
    }
    for (const { name, last, isCalled } of dump.sequences) {
      await sql`SELECT setval(${name}::text::regclass, ${last}::text::bigint, ${isCalled})`.execute(
        tx,
      )
    }
    await forgetResults(tx, missing)
    await migrateIn(tx, migrations)
  })
}

/** All that migrations make; what belongs to an extension stays. */
async function dropAll(tx: Runner): Promise<void> {
  await sql`
    DO $$
    DECLARE
      statement text;
      -- All names first: one that is dropped with another can't be told any more.
      statements text[] := ARRAY(
        SELECT format('DROP TABLE IF EXISTS %s CASCADE', oid::regclass) FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
          AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
        UNION ALL
        SELECT format('DROP SEQUENCE IF EXISTS %s CASCADE', oid::regclass) FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S'
          AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
        UNION ALL
        SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'
          AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e'));
    BEGIN
      FOREACH statement IN ARRAY statements LOOP EXECUTE statement; END LOOP;
    END $$
  `.execute(tx)
}

/** Those that are not computed. */
async function listColumns(tx: Runner, table: string): Promise<string[]> {
  const statement = sql`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${table}::text::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ORDER BY attnum`
  return (await readRows(tx, z.object({ name: z.string() }), statement)).map(({ name }) => name)
}

async function insert(
  tx: Runner,
  table: string,
  names: readonly string[],
  rows: string,
): Promise<void> {
  const columns = sql.join(names.map((name) => sql.id(name)))
  await sql`
    INSERT INTO ${sql.id(table)} (${columns}) OVERRIDING SYSTEM VALUE
    SELECT ${columns} FROM json_populate_recordset(NULL::${sql.id(table)}, ${rows}::text::json)
  `.execute(tx)
}

/** Results whose files went while the backup was made: they were deleted, or their time was over. */
async function forgetResults(tx: Runner, missing: readonly string[]): Promise<void> {
  if (missing.length === 0) return
  await sql`
    UPDATE job SET outputs = NULL, result_deleted_at = coalesce(result_deleted_at, now())
    WHERE outputs #>> '{markdown,name}'
      IN (SELECT json_array_elements_text(${JSON.stringify(missing)}::text::json))
  `.execute(tx)
}
