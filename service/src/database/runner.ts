/** The types of databases and transactions that run statements. */
import type { Kysely, QueryExecutorProvider } from 'kysely'

/** Kysely without table types: each folder writes its statements in SQL and validates their rows. */
export type Db = Kysely<unknown>

/**
 * Runs a statement in the database, or in a transaction.
 *
 * Inside a transaction, always pass the transaction: the embedded database has one connection, so another statement
 * would wait for itself.
 */
export type Runner = QueryExecutorProvider
