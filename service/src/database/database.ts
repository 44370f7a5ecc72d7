/** Opens the migrated database: PostgreSQL at an address, or an embedded one in a folder. */
import {
  Kysely,
  type Logger,
  PGliteDialect,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely'
import type { Pool, QueryResult } from 'pg'
import type { Log } from '../log.ts'
import { lockFolder } from './folder-lock.ts'
import { initializeFolder } from './initialize.ts'
import type { DatabaseLocation } from './location.ts'
import { migrate, requireMigrated } from './migrate.ts'
import type { Migration } from './migrations.ts'
import type { Db } from './runner.ts'
import { noSignals, type OpenSignals, openSignals, type Signals } from './signals.ts'

type OnStatement = (seconds: number) => void

export interface Database {
  readonly db: Db
  /** PostgreSQL's connection pool, for libraries that need one. */
  readonly pool: object | undefined
  /** Calls a function with the duration in seconds of each statement from now on. */
  observe(onStatement: OnStatement): void
  /** Signals between the processes that share the database. */
  readonly signals: Signals
  /** Removes old row versions and updates the planner's statistics. */
  maintain(): Promise<void>
  close(): Promise<void>
}

/** A connection that takes longer will not come soon: the request gets 503. */
const CONNECT_MS = 5_000
/** Statements take milliseconds; a slower one waits for a lock that is not released. */
const STATEMENT_MS = 15_000
/** A transaction pool does not keep session settings: there the role has to set the timeouts. */
const timeouts = {
  statement_timeout: STATEMENT_MS,
  idle_in_transaction_session_timeout: STATEMENT_MS,
}
/** Without a connection to listen on, work is found by polling. */
const silentSignals: OpenSignals = { ...noSignals, close: async () => {} }

/**
 * @throws {FolderInUse} if another server has the folder, {SchemaTooNew} if a newer version has changed the database,
 * {SchemaTooOld} if `migrates` is false and migrations are due.
 */
export async function openDatabase(
  location: DatabaseLocation,
  migrations: readonly Migration[],
  log: Log,
  { migrates }: { readonly migrates: boolean } = { migrates: true },
): Promise<Database> {
  const database = await connect(location, log)
  try {
    if (!migrates) {
      await requireMigrated(database.db, migrations)
      return database
    }
    const names = await migrate(database.db, migrations, database.pool !== undefined)
    if (names.length > 0) log.info({ migrations: names }, 'the database was migrated')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Opens the database as it is: of any version, or empty.
 *
 * @throws {FolderInUse}
 */
export function connect(location: DatabaseLocation, log: Log): Promise<Database> {
  return location.type === 'postgres'
    ? openPostgres(location, log)
    : openEmbedded(location.folder, log)
}

async function openPostgres(
  {
    url,
    connections,
    isPooledByTransaction = false,
    directUrl,
  }: DatabaseLocation & { type: 'postgres' },
  log: Log,
): Promise<Database> {
  // Imported here because a server with an embedded database does not need it.
  const { default: pg } = await import('pg')
  const patience = { connectionTimeoutMillis: CONNECT_MS, keepAlive: true }
  const options = { ...patience, connectionString: url, ...(!isPooledByTransaction && timeouts) }
  const pool = new pg.Pool({ ...options, max: connections })
  // Without a listener, a broken idle connection would end the process. The next statement opens a new one.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  // A connection that breaks during a statement makes that statement fail, which is enough.
  pool.on('connect', (client) => client.on('error', () => {}))
  const { log: timing, observe } = createTiming()
  const dialect = new PostgresDialect({ pool: isPooledByTransaction ? pool : preparing(pool) })
  const db: Db = new Kysely({ dialect, log: timing })
  // PostgreSQL does this by itself (autovacuum).
  const maintain = async (): Promise<void> => {}
  const signalsUrl = directUrl ?? (isPooledByTransaction ? undefined : url)
  const signals =
    signalsUrl === undefined
      ? silentSignals
      : openSignals(() => new pg.Client({ ...patience, connectionString: signalsUrl }), log)
  const close = async (): Promise<void> => {
    await signals.close()
    await db.destroy()
  }
  return { db, pool, observe, signals, maintain, close }
}

function createTiming(): { readonly log: Logger } & Pick<Database, 'observe'> {
  let onStatement: OnStatement = () => {}
  return {
    log: ({ queryDurationMillis }) => onStatement(queryDurationMillis / 1_000),
    observe: (listener) => {
      onStatement = listener
    },
  }
}

/**
 * Prepares each statement once per connection: statements are few and fixed, and parsing and planning take longer than
 * running most of them.
 */
function preparing(pool: Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `recto_${names.size}`
    names.set(text, name)
    return name
  }
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[]): Promise<QueryResult> =>
        // Texts without values are transaction commands, and migrations with several statements.
        client.query(values.length === 0 ? text : { name: nameOf(text), text, values: [...values] })
      const release = (isBroken?: boolean): void => client.release(isBroken)
      // Sound: the other form of `query` is for cursors, which are not used.
      return { query: query as unknown as PostgresPoolClient['query'], release }
    },
    end: () => pool.end(),
  }
}

/**
 * A process with an open database takes 190 MB instead of 360 MB: the defaults reserve a cache for much larger tables,
 * and room for 100 connections instead of one.
 */
const small = ['-c', 'shared_buffers=16MB', '-c', 'max_connections=10']

async function openEmbedded(folder: string, log: Log): Promise<Database> {
  const lock = await lockFolder(folder)
  try {
    const path = await initializeFolder(folder, log)
    const { PGlite } = await import('@electric-sql/pglite')
    const startParams = [...PGlite.defaultStartParams, ...small]
    const pglite = await PGlite.create(path, { startParams })
    const { log: timing, observe } = createTiming()
    const db: Db = new Kysely({ dialect: new PGliteDialect({ pglite }), log: timing })
    const close = async (): Promise<void> => {
      await db.destroy()
      // The dialect closes the database only if it opened it.
      if (!pglite.closed) await pglite.close()
      lock[Symbol.dispose]()
    }
    const maintain = async (): Promise<void> => {
      await sql`VACUUM (ANALYZE)`.execute(db)
    }
    return { db, pool: undefined, observe, signals: noSignals, maintain, close }
  } catch (error) {
    lock[Symbol.dispose]()
    throw error
  }
}
