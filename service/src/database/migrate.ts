/** Migrates a database of any version to the current schema. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Migration } from './migrations.ts'
import { findRow, readRows } from './rows.ts'
import type { Db, Runner } from './runner.ts'

/** The message is a sentence for the operator. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

/** The message is a sentence for the operator. */
export class SchemaTooOld extends Error {
  override readonly name = 'SchemaTooOld'
}

/** An arbitrary number, unlikely to be an advisory lock of another program. */
const LOCK = 7_261_401

/**
 * Applies the missing migrations: all of them, or none.
 *
 * @param isShared True if other servers may start at the same time; then one migrates, and the others wait.
 * @returns The names of the applied migrations.
 * @throws {SchemaTooNew} if a newer version has changed the database in an incompatible way.
 */
export function migrate(
  db: Db,
  migrations: readonly Migration[],
  isShared: boolean,
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    if (isShared) await lockSchema(tx)
    return migrateIn(tx, migrations)
  })
}

/** Keeps other processes from changing tables until the end of the transaction, and lifts the statement timeout. */
export async function lockSchema(tx: Runner): Promise<void> {
  await sql`SET LOCAL statement_timeout = '10min'`.execute(tx)
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(tx)
}

/**
 * Migrates within the caller's transaction.
 *
 * @throws {SchemaTooNew}
 */
export async function migrateIn(tx: Runner, migrations: readonly Migration[]): Promise<string[]> {
  const done = await readDone(tx)
  refuseIncompatible(done, migrations)
  const names = new Set(done.map(({ name }) => name))
  const missing = migrations.filter(({ name }) => !names.has(name))
  for (const migration of missing) await run(tx, migration)
  return missing.map(({ name }) => name)
}

/**
 * Checks the schema for a process that does not migrate.
 *
 * @throws {SchemaTooOld} and {SchemaTooNew}.
 */
export async function requireMigrated(db: Db, migrations: readonly Migration[]): Promise<void> {
  // A role without the right to create tables may not run CREATE TABLE IF NOT EXISTS.
  const isThere = sql`SELECT to_regclass('migration') IS NOT NULL AS "isThere"`
  const found = await findRow(db, z.object({ isThere: z.boolean() }), isThere)
  const done = found?.isThere ? await readRows(db, doneRow, listDone) : []
  refuseIncompatible(done, migrations)
  const names = new Set(done.map(({ name }) => name))
  const missing = migrations.filter(({ name }) => !names.has(name)).map(({ name }) => name)
  if (missing.length === 0) return
  throw new SchemaTooOld(
    `The database is of an older version of this program (${missing.join(', ')} are to be done). Run recto migrate first, or set RECTO_MIGRATE=on.`,
  )
}

/**
 * Checks the schema for a running process.
 *
 * @returns A sentence with the reason if the schema no longer fits.
 */
export async function findSchemaFault(
  runner: Runner,
  migrations: readonly Migration[],
): Promise<string | undefined> {
  return findIncompatibility(await readRows(runner, doneRow, listDone), migrations)
}

const listDone = sql`SELECT * FROM migration`

const doneRow = z.object({ name: z.string(), compatible_from: z.string().nullable().default(null) })
type Done = z.output<typeof doneRow>

async function readDone(tx: Runner): Promise<readonly Done[]> {
  await sql`
    CREATE TABLE IF NOT EXISTS migration (
      name text PRIMARY KEY,
      done_at timestamptz NOT NULL DEFAULT now(),
      compatible_from text
    )
  `.execute(tx)
  // The first databases lack this column. It is added only if missing, because ALTER TABLE waits for all readers, also
  // a backup.
  const columns = sql`SELECT FROM pg_attribute
    WHERE attrelid = 'migration'::regclass AND attname = 'compatible_from'`
  if ((await columns.execute(tx)).rows.length === 0) {
    await sql`ALTER TABLE migration ADD COLUMN compatible_from text`.execute(tx)
  }
  return readRows(tx, doneRow, listDone)
}

function refuseIncompatible(done: readonly Done[], migrations: readonly Migration[]): void {
  const sentence = findIncompatibility(done, migrations)
  if (sentence !== undefined) throw new SchemaTooNew(sentence)
}

function findIncompatibility(
  done: readonly Done[],
  migrations: readonly Migration[],
): string | undefined {
  const newest = numberOf(migrations.at(-1)?.name ?? '')
  const tooNew = done.filter(
    ({ compatible_from: from }) => from !== null && numberOf(from) > newest,
  )
  if (tooNew.length === 0) return undefined
  const names = tooNew.map(({ name }) => name).join(', ')
  return `A newer version of this program has changed the database so that this one can't use it (${names}). Start the newer version, or use another database.`
}

/** Returns the first four characters of a name: `0001` of `0001_accounts`. */
function numberOf(name: string): number {
  return Number(name.slice(0, 4))
}

async function run(tx: Runner, { name, statements, compatibleFrom }: Migration): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
  await sql`
    INSERT INTO migration (name, compatible_from) VALUES (${name}, ${compatibleFrom ?? null})
  `.execute(tx)
}
