/** Loads a dump into a database and migrates it to the current schema. */
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

/** @throws {BackupError} if the dump has migrations that this version does not know. */
export function requireKnownSchema({ migrations: names }: Dump): void {
  const supported = new Set(migrations.map(({ name }) => name))
  const unknown = names.filter((name) => !supported.has(name))
  if (unknown.length === 0) return
  throw new BackupError(
    `A newer version of this program made the backup (${unknown.join(', ')}). Restore it with that version.`,
  )
}

/** Returns true if the database has accounts; the first start of the service makes one. */
export async function hasData(runner: Runner): Promise<boolean> {
  const row = z.object({ is: z.boolean() })
  const there = sql`SELECT to_regclass('account') IS NOT NULL AS is`
  if (!(await findRow(runner, row, there))?.is) return false
  return (await findRow(runner, row, sql`SELECT EXISTS (SELECT FROM account) AS is`))?.is ?? false
}

/**
 * Replaces the whole content of the database in one transaction.
 *
 * It creates the schema of the dump, fills it, and then applies the migrations that the dump does not have.
 *
 * @param missing Names of stored files that the backup lacks; jobs lose the results among them.
 */
export function loadDatabase(
  db: Db,
  folder: string,
  dump: Dump,
  missing: readonly string[],
): Promise<void> {
  const applied = new Set(dump.migrations)
  return db.transaction().execute(async (tx) => {
    await lockSchema(tx)
    await dropAll(tx)
    await migrateIn(
      tx,
      migrations.filter(({ name }) => applied.has(name)),
    )
    const names = dump.tables.map(({ name }) => sql.id(name))
    // Some migrations insert rows, which the dump has too.
    await sql`TRUNCATE ${sql.join(names)}`.execute(tx)
    for (const { name, parts } of dump.tables) {
      // The dump has the counts that triggers would add.
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

/** Drops all tables, sequences and functions, except those of extensions. */
async function dropAll(tx: Runner): Promise<void> {
  await sql`
    DO $$
    DECLARE
      statement text;
      -- Collects all names first: CASCADE may drop an object before its turn.
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

/** Lists the columns that are not generated. */
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

/** Marks results as deleted whose files were deleted, or expired, during the backup. */
async function forgetResults(tx: Runner, missing: readonly string[]): Promise<void> {
  if (missing.length === 0) return
  await sql`
    UPDATE job SET outputs = NULL, result_deleted_at = coalesce(result_deleted_at, now())
    WHERE outputs #>> '{markdown,name}'
      IN (SELECT json_array_elements_text(${JSON.stringify(missing)}::text::json))
  `.execute(tx)
}
