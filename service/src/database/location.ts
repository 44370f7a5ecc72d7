/** Finds the location of the database in the configuration. */

export type DatabaseLocation =
  | ({ readonly type: 'postgres'; readonly url: string } & ServerSettings)
  | { readonly type: 'embedded'; readonly folder: string }

interface ServerSettings {
  readonly connections: number
  /** True behind a pool such as PgBouncer that assigns connections per transaction. */
  readonly isPooledByTransaction?: boolean
  /** An address that bypasses the pool, for session features such as LISTEN. */
  readonly directUrl?: string | undefined
}

/** The configuration of the database. */
interface DatabaseSettings {
  readonly database: { readonly url: string | undefined } & ServerSettings
  readonly dataFolder: string
}

export function databaseLocationOf({ database, dataFolder }: DatabaseSettings): DatabaseLocation {
  const { url, ...settings } = database
  return url === undefined
    ? { type: 'embedded', folder: dataFolder }
    : { type: 'postgres', url, ...settings }
}
