/**
 * Opens a zip file and inflates its entries on demand, within the limits.
 *
 * Names are keys, never paths: nothing is written to disk, so `..` in a name is harmless.
 * PKWARE APPNOTE 6.3.10; ECMA-376 Part 2, annex B, for the features that packages use.
 */
import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl'
import { ConversionError } from '../../errors.ts'
import { type Limits, refuse } from '../../limits.ts'

export interface Archive {
  /** Names as stored, in directory order, slashes forward. */
  readonly names: readonly string[]
  /** Returns true if the archive holds an entry of this name; ASCII case is ignored (ECMA-376 Part 2, 6.2.2.3). */
  has(name: string): boolean
  /**
   * Inflates one entry as a stream. The compression ratio is not limited, because a stream needs no memory and the sum of
   * all entries bounds its time; a sheet of formatted, empty rows inflates four hundred times.
   *
   * @throws {ConversionError} while streaming, if the entry is damaged, encrypted, or exceeds a limit.
   */
  stream(name: string): AsyncGenerator<Uint8Array>
  /**
   * Inflates one entry.
   *
   * @throws {ConversionError} like `stream`.
   */
  read(name: string): Promise<Uint8Array>
}

/** Bytes inflated so far by all reads of one archive. */
interface Tally {
  inflatedBytes: number
}

/** Smallest local header: 30 bytes, without a name. */
const LOCAL_HEADER_BYTES = 30

/**
 * Opens a zip file.
 *
 * @throws {ConversionError} `conversion_failed` if its directory is missing or damaged or exceeds a limit.
 */
export async function openArchive(bytes: Uint8Array, limits: Limits): Promise<Archive> {
  const { zip, entries } = await readDirectory(bytes, limits)
  const tally: Tally = { inflatedBytes: 0 }
  const stream = (
    name: string,
    maxRatio = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<Uint8Array> => {
    const entry = getEntry(entries, name)
    return readEntry(entry, () => openEntry(bytes, zip, entry), tally, {
      ...limits,
      inflateRatio: maxRatio,
    })
  }
  return {
    names: [...entries.values()].map(entryName),
    has: (name) => entries.has(keyOf(name)),
    stream: (name) => stream(name),
    read: async (name) => Buffer.concat(await Array.fromAsync(stream(name, limits.inflateRatio))),
  }
}

async function readDirectory(
  bytes: Uint8Array,
  limits: Limits,
): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  try {
    const buffer = withoutTail(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const zip = await fromBufferPromise(buffer, { lazyEntries: true, decodeStrings: false })
    if (zip.entryCount > limits.zipEntries) refuse('it holds too many files')
    const all = await Array.fromAsync(zip.eachEntry())
    refuseOverlaps(all)
    const entries = new Map<string, Entry>()
    for (const entry of all) {
      const key = keyOf(entryName(entry))
      // If entries repeat, the first one counts, as in Word.
      if (!entries.has(key)) entries.set(key, entry)
    }
    return { zip, entries }
  } catch (error) {
    if (error instanceof ConversionError) throw error
    throw damaged('the directory of its zip package is missing or broken', error)
  }
}

/** APPNOTE 4.3.16: signature and length of the end of central directory record, and the offset of its comment length. */
const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const END_BYTES = 22
const COMMENT_LENGTH_AT = 20

/** Removes trailing bytes: Word opens files to which a mail gateway or a disk has appended bytes. */
function withoutTail(buffer: Buffer): Buffer {
  const start = buffer.lastIndexOf(END_SIGNATURE)
  if (start < 0 || start + END_BYTES > buffer.length) return buffer
  return buffer.subarray(0, start + END_BYTES + buffer.readUInt16LE(start + COMMENT_LENGTH_AT))
}

/** Refuses overlapping entries, which inflate many times over the bytes sent (D. Fifield, "A better zip bomb", 2019). */
function refuseOverlaps(entries: readonly Entry[]): void {
  const sorted = entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )
  let end = 0
  for (const entry of sorted) {
    if (entry.relativeOffsetOfLocalHeader < end) refuse('files in its zip package overlap')
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.compressedSize
  }
}

function getEntry(entries: ReadonlyMap<string, Entry>, name: string): Entry {
  const entry = entries.get(keyOf(name))
  if (!entry) throw damaged(`its part ${name} is missing`)
  return entry
}

async function* readEntry(
  entry: Entry,
  open: () => Promise<ByteChunks>,
  tally: Tally,
  limits: Limits,
): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted()) {
    throw new ConversionError(
      'password_protected',
      'The document is protected by a password. Remove the password and convert it again.',
    )
  }
  try {
    let inflated = 0
    for await (const chunk of await open()) {
      inflated += chunk.length
      tally.inflatedBytes += chunk.length
      if (tally.inflatedBytes > limits.inflatedBytes) refuse('it is too large when decompressed')
      if (
        inflated > limits.inflateRatioFromBytes &&
        inflated > limits.inflateRatio * entry.compressedSize
      ) {
        refuse('a part decompresses to a suspicious multiple of its size')
      }
      yield chunk
    }
    if (inflated !== entry.uncompressedSize) throw new Error(`${inflated} bytes, not as declared`)
  } catch (error) {
    if (error instanceof ConversionError) throw error
    throw damaged(`its part ${entryName(entry)} cannot be decompressed`, error)
  }
}

/** Chunk size of the inflater; 16 KiB, the default, takes three times as long. */
const CHUNK_BYTES = 65_536

const STORED = 0
const DEFLATED = 8

/**
 * Entries up to this size are inflated synchronously: a stream's turns of the event loop cost more than the inflation.
 * The 470 small parts of a presentation take 20 ms, and 51 ms as streams.
 */
const AT_ONCE_BYTES = 1_048_576

type ByteChunks = AsyncIterable<Uint8Array> | readonly Uint8Array[]

async function openEntry(bytes: Uint8Array, zip: ZipFile, entry: Entry): Promise<ByteChunks> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const data = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize)
  if (entry.compressionMethod === STORED) return [data]
  if (entry.compressionMethod !== DEFLATED) throw new Error(`Method ${entry.compressionMethod}`)
  const whole = entry.uncompressedSize <= AT_ONCE_BYTES ? inflateAtOnce(data) : undefined
  if (whole) return [whole]
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES })
  inflate.end(data)
  return inflate
}

/** @returns `undefined` for damaged data or more bytes than declared: the stream then reads up to the damage. */
function inflateAtOnce(data: Uint8Array): Uint8Array | undefined {
  try {
    return inflateRawSync(data, { maxOutputLength: AT_ONCE_BYTES })
  } catch {
    return undefined
  }
}

function entryName(entry: Entry): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
    .replaceAll('\\', '/')
    .replace(/^\/+/, '')
}

function keyOf(name: string): string {
  return name.toLowerCase()
}

function damaged(what: string, cause?: unknown): ConversionError {
  return new ConversionError('conversion_failed', `The document is damaged: ${what}.`, { cause })
}
