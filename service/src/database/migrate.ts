/** A database of any age → one with all tables of today. */
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
 * Does what is not done yet: all of it, or nothing.
 *
 * @param isShared Whether other servers may start at the same time; then one does it, and the others wait.
 * @returns The names of what it did.
 * @throws {SchemaTooNew} when a newer version has changed the database so that this program can't work with it.
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

/** Until the end of the transaction no other process changes the tables, and no statement is too slow. */
export async function lockSchema(tx: Runner): Promise<void> {
  await sql`SET LOCAL statement_timeout = '10min'`.execute(tx)
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(tx)
}

/** The same in a transaction of the caller's. @throws {SchemaTooNew} */
export async function migrateIn(tx: Runner, migrations: readonly Migration[]): Promise<string[]> {
  const done = await readDone(tx)
  refuseIncompatible(done, migrations)
  const names = new Set(done.map(({ name }) => name))
  const missing = migrations.filter(({ name }) => !names.has(name))
  for (const migration of missing) await run(tx, migration)
  return missing.map(({ name }) => name)
}

/** For a process that changes no tables. @throws {SchemaTooOld} and {SchemaTooNew}. */
export async function requireMigrated(db: Db, migrations: readonly Migration[]): Promise<void> {
  // A role that changes no tables may not even ask whether one has to be made.
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

/** For a process that runs already. @returns Why it does not fit the database any more, as a sentence. */
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
  // The first databases have no such column. It is added only then: ALTER TABLE waits for whoever reads, a backup too.
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

/** The first four characters of a name: `0001_accounts`. */
function numberOf(name: string): number {
  return Number(name.slice(0, 4))
}

async function run(tx: Runner, { name, statements, compatibleFrom }: Migration): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
  await sql`
    INSERT INTO migration (name, compatible_from) VALUES (${name}, ${compatibleFrom ?? null})
  `.execute(tx)
}
