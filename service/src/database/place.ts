/** Configuration → where the data lies. */

export type Place =
  | { readonly type: 'postgres'; readonly url: string; readonly connections: number }
  | { readonly type: 'embedded'; readonly folder: string }

/** The database's part of the configuration. */
export interface PlaceSettings {
  readonly database: { readonly url: string | undefined; readonly connections: number }
  readonly dataFolder: string
}

export function placeOf({ database, dataFolder }: PlaceSettings): Place {
  const { url, connections } = database
  return url === undefined
    ? { type: 'embedded', folder: dataFolder }
    : { type: 'postgres', url, connections }
}
