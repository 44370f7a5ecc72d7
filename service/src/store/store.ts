/** The interface of stores: named files that outlive a request and a process, such as uploads and results. */
import type { Readable } from 'node:stream'

export interface Store {
  /**
   * Stores bytes as a file.
   *
   * The file exists completely once this resolves, even after a loss of power, and not at all before. A second file of
   * the same name replaces the first.
   *
   * @throws {StoreError}
   */
  put(name: StoredName, source: Source): Promise<void>
  /**
   * Opens a file for one reading.
   *
   * The caller reads the stream to its end, or destroys it.
   *
   * @param part Left out for the whole file.
   * @returns `undefined` if the file does not exist.
   * @throws {StoreError}
   */
  open(name: StoredName, part?: FilePart): Promise<StoredFile | undefined>
  /**
   * Deletes a file, if it exists.
   *
   * @throws {StoreError}
   */
  remove(name: StoredName): Promise<void>
  /**
   * Checks if files can be stored at the moment.
   *
   * @throws {StoreError}
   */
  check(): Promise<void>
  /** Deletes the leftovers of interrupted writes. */
  sweep(): Promise<void>
}

/** Opens the bytes from the start at each call; some stores read them twice. */
export type Source = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A byte range of a file. */
export interface FilePart {
  readonly start: number
  readonly bytes: number
}

export interface StoredFile {
  /** The length of the requested part. */
  readonly bytes: number
  readonly stream: Readable
}

/** The store failed: no space, no connection, or no permission. The operation may succeed later. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** Folders of the store; each has separate rules for the sweep. */
export const storeFolders = ['uploads', 'results'] as const
type StoreFolder = (typeof storeFolders)[number]

/** A folder of the store and a file name that {@link nameIn} has validated as safe in paths and URLs. */
export type StoredName = `${StoreFolder}/${string}`

/**
 * Lower case, so that names are distinct on every file system; at most 100 characters, which all file systems support.
 */
const HARMLESS = /^[a-z0-9](?:[a-z0-9_-]|\.(?=[a-z0-9])){0,99}$/

/** @throws If a name could lead out of its folder. Names never come from users, so that is a bug. */
export function nameIn(folder: StoreFolder, name: string): StoredName {
  if (!HARMLESS.test(name)) throw new Error('A name of a stored file is malformed.')
  return `${folder}/${name}`
}

/** @throws If {@link nameIn} could not have made the name. */
export function parseStoredName(text: string): StoredName {
  const [folder = '', name = '', ...more] = text.split('/')
  const storeFolder = storeFolders.find((each) => each === folder)
  if (storeFolder === undefined || more.length > 0)
    throw new Error('A stored file has an unknown folder.')
  return nameIn(storeFolder, name)
}
