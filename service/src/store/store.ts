/** Named files that outlive a request, and a process: uploads that wait, results that are kept. */
import type { Readable } from 'node:stream'

export interface Store {
  /**
   * Keeps bytes as a file of a name.
   *
   * It is there whole when this resolves, also after a loss of power, and not at all before. A second file of the same
   * name replaces the first.
   * @throws {StoreError}
   */
  put(name: StoredName, source: Source): Promise<void>
  /**
   * Opens a file for one reading.
   *
   * The caller reads the stream to its end, or destroys it.
   * @param part Left out for the whole of it.
   * @returns `undefined` when there is none of the name.
   * @throws {StoreError}
   */
  open(name: StoredName, part?: FilePart): Promise<StoredFile | undefined>
  /** Deletes a file; one that is not there is deleted already. @throws {StoreError} */
  remove(name: StoredName): Promise<void>
  /** Tries whether files can be kept at the moment. @throws {StoreError} */
  check(): Promise<void>
  /** Deletes what writes that were interrupted have left. */
  sweep(): Promise<void>
}

/** Opens the bytes from the start at each call; some stores read them twice. */
export type Source = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Some bytes of a file. */
export interface FilePart {
  readonly start: number
  readonly bytes: number
}

export interface StoredFile {
  /** The length of the requested part. */
  readonly bytes: number
  readonly stream: Readable
}

/** The store did not do what it was asked to: no room, no connection, no permission. Worth another try later. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** Folders of the store; each is swept by rules of its own. */
export const storeFolders = ['uploads', 'results'] as const
export type StoreFolder = (typeof storeFolders)[number]

/** A folder of the store and a name in it, which {@link nameIn} has found harmless as a path and as a URL. */
export type StoredName = `${StoreFolder}/${string}`

/** Lower case, so that two names are two files on every file system; 100 characters, as they all take. */
const HARMLESS = /^[a-z0-9](?:[a-z0-9_-]|\.(?=[a-z0-9])){0,99}$/

/** @throws When a name could lead out of its folder; no name comes from a user, so that would be our fault. */
export function nameIn(folder: StoreFolder, name: string): StoredName {
  if (!HARMLESS.test(name)) throw new Error('A name of a stored file is malformed.')
  return `${folder}/${name}`
}

/** @throws When a name that was kept elsewhere is none that {@link nameIn} makes. */
export function parseStoredName(text: string): StoredName {
  const [folder = '', name = '', ...more] = text.split('/')
  const known = storeFolders.find((each) => each === folder)
  if (known === undefined || more.length > 0)
    throw new Error('A stored file has an unknown folder.')
  return nameIn(known, name)
}
