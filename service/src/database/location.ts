/** Configuration → where the data lies. */

export type DatabaseLocation =
  | ({ readonly type: 'postgres'; readonly url: string } & ServerSettings)
  | { readonly type: 'embedded'; readonly folder: string }

export interface ServerSettings {
  readonly connections: number
  /** Of a pool in between, such as PgBouncer: whether a connection is ours for a transaction only. */
  readonly isPooledByTransaction?: boolean
  /** Past such a pool, for what needs a connection of its own. */
  readonly directUrl?: string | undefined
}

/** The database's part of the configuration. */
export interface DatabaseSettings {
  readonly database: { readonly url: string | undefined } & ServerSettings
  readonly dataFolder: string
}

export function databaseLocationOf({ database, dataFolder }: DatabaseSettings): DatabaseLocation {
  const { url, ...settings } = database
  return url === undefined
    ? { type: 'embedded', folder: dataFolder }
    : { type: 'postgres', url, ...settings }
}
