/** Runs statements. */
import type { Kysely, QueryExecutorProvider } from 'kysely'

/** The tables are known to the statements alone, which are SQL, beside the idea that they serve. */
export type Db = Kysely<unknown>

/**
 * Runs a statement in the database, or in a transaction of it.
 *
 * Inside a transaction always the transaction: the embedded database has one connection, and would wait for itself.
 */
export type Runner = QueryExecutorProvider
