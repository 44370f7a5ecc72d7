/** Creates a migrated database for each test file, on each available kind. */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import manifest from '../../../package.json' with { type: 'json' }
import type { Database } from '../database.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations.ts'
import type { Db } from '../runner.ts'
import { noSignals } from '../signals.ts'

export type Kind = 'pglite' | 'postgres'

const serverUrl = process.env['RECTO_TEST_DATABASE_URL']

/** `postgres` needs the address of a server on which databases can be created. */
export const testDatabases: readonly Kind[] = serverUrl ? ['pglite', 'postgres'] : ['pglite']
if (!serverUrl) {
  process.stderr.write('Tests on PostgreSQL are skipped: RECTO_TEST_DATABASE_URL is not set.\n')
}

/** Names the template: changed migrations use a new template. */
const version = createHash('sha256')
  .update(JSON.stringify([migrations, manifest.dependencies]))
  .digest('hex')
  .slice(0, 12)

export function openTestDatabase(kind: Kind): Promise<Database> {
  return kind === 'pglite' ? openClone() : openServerClone()
}

const unwatched = { observe: () => {}, signals: noSignals, maintain: async () => {} }

async function openClone(): Promise<Database> {
  const path = await getTemplate()
  const pglite = await PGlite.create({ loadDataDir: new Blob([readFileSync(path)]) })
  const db: Db = new Kysely({ dialect: new PGliteDialect({ pglite }) })
  return { ...unwatched, db, pool: undefined, close: () => db.destroy() }
}

/** The template is made once and kept among the temporary files, because making one takes seconds. */
async function getTemplate(): Promise<string> {
  const path = join(tmpdir(), `recto-test-template-${version}.tar`)
  if (!existsSync(path)) await writeTemplate(path)
  return path
}

/** Extracts an embedded database with all tables into a data folder, so that the server does not have to create it. */
export async function fillDataFolder(folder: string): Promise<void> {
  const database = join(folder, 'database')
  await mkdir(database, { recursive: true, mode: 0o700 })
  // Member names begin with a slash; tar removes it and prints a warning.
  const words = ['-x', '-f', await getTemplate(), '-C', database]
  await promisify(execFile)('tar', words)
}

async function writeTemplate(path: string): Promise<void> {
  const pglite = await PGlite.create()
  const db: Db = new Kysely({ dialect: new PGliteDialect({ pglite }) })
  await migrate(db, migrations, false)
  const dump = await pglite.dumpDataDir('none')
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()))
  await rename(unfinished, path)
  await db.destroy()
}

export interface ServerDatabase {
  readonly url: URL
  drop(): Promise<void>
}

/** Creates a database with all tables on the server. */
export async function createServerDatabase(): Promise<ServerDatabase> {
  const url = new URL(serverUrl ?? '')
  const name = `recto_test_${randomBytes(8).toString('hex')}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  // One process creates the template while the others wait, because a database with connections can't be cloned.
  await client.query('SELECT pg_advisory_lock(7261402)')
  const template = `recto_template_${version}`
  const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
  if (rows.length === 0) await makeServerTemplate(client, url, template)
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  await client.query('SELECT pg_advisory_unlock(7261402)')
  const own = new URL(url)
  own.pathname = `/${name}`
  const drop = async (): Promise<void> => {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await client.end()
  }
  return { url: own, drop }
}

async function makeServerTemplate(client: pg.Client, url: URL, template: string): Promise<void> {
  const unfinished = `${template}_${randomBytes(4).toString('hex')}`
  await client.query(`CREATE DATABASE ${unfinished}`)
  const own = new URL(url)
  own.pathname = `/${unfinished}`
  const db: Db = connect(own).db
  await migrate(db, migrations, true)
  await db.destroy()
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`)
}

function connect(url: URL): { readonly db: Db; readonly pool: pg.Pool } {
  const pool = new pg.Pool({ connectionString: url.href, max: 10 })
  // Dropping the database ends idle connections.
  pool.on('error', () => {})
  return { db: new Kysely({ dialect: new PostgresDialect({ pool }) }), pool }
}

async function openServerClone(): Promise<Database> {
  const { url, drop } = await createServerDatabase()
  const { db, pool } = connect(url)
  const close = async (): Promise<void> => {
    await db.destroy()
    await drop()
  }
  return { ...unwatched, db, pool, close }
}
