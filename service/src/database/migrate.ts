/** A database of any age → one with all tables of today. */
import { sql } from 'kysely'
import type { Db, Runner } from './runner.ts'

/** One step. What was released is never changed: what is to be different comes as a further one. */
export interface Migration {
  /** `0001_accounts`; done in this order. */
  readonly name: string
  readonly statements: readonly string[]
}

/** The message is a sentence for the operator. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

/** Any number; of locks that other programs take in the same database, it is most likely none. */
const LOCK = 7_261_401

/**
 * Does what is not done yet: all of it, or nothing.
 *
 * @param isShared Whether other servers may start at the same time; then one does it, and the others wait.
 * @returns The names of what it did.
 * @throws {SchemaTooNew} when the database has steps that this program does not know.
 */
export function migrate(
  db: Db,
  migrations: readonly Migration[],
  isShared: boolean,
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    if (isShared) {
      await sql`SET LOCAL statement_timeout = '10min'`.execute(tx)
      await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(tx)
    }
    await sql`
      CREATE TABLE IF NOT EXISTS migration (
        name text PRIMARY KEY,
        done_at timestamptz NOT NULL DEFAULT now()
      )
    `.execute(tx)
    const { rows } = await sql<{ name: string }>`SELECT name FROM migration`.execute(tx)
    const done = new Set(rows.map(({ name }) => name))
    refuseNewer(done, migrations)
    const missing = migrations.filter(({ name }) => !done.has(name))
    for (const migration of missing) await run(tx, migration)
    return missing.map(({ name }) => name)
  })
}

function refuseNewer(done: ReadonlySet<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...done].filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new SchemaTooNew(
    `The database is of a newer version of this program (${unknown.join(', ')}). Start that version, or use another database.`,
  )
}

async function run(tx: Runner, { name, statements }: Migration): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
  await sql`INSERT INTO migration (name) VALUES (${name})`.execute(tx)
}
