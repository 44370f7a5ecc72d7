/** Configuration → where the data lies. */

export type Place =
  | { readonly type: 'postgres'; readonly url: string; readonly connections: number }
  | { readonly type: 'embedded'; readonly folder: string }

/** What the configuration says of it. */
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
