/** Configuration → where the data lies. */
import type { Config } from '../config.ts'

export type Place =
  | { readonly type: 'postgres'; readonly url: string; readonly connections: number }
  | { readonly type: 'embedded'; readonly folder: string }

export function placeOf({ database, dataFolder }: Config): Place {
  const { url, connections } = database
  return url === undefined
    ? { type: 'embedded', folder: dataFolder }
    : { type: 'postgres', url, connections }
}
