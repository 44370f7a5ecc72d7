/** Streams files as a zip archive (PKWARE APPNOTE 6.3). The same files give the same bytes. */
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

interface ZipEntry {
  /** The path in the archive, with `/` between folders. */
  readonly name: string
  /** Opens the file when the archive reaches it. */
  readonly open: () => Promise<Readable>
}

interface Written {
  readonly name: Buffer
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
  readonly offset: number
}

/** 4.4.3: the version that supports folders and deflate. */
const VERSION = 20
/** 4.4.4: sizes follow the data, names are UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
/** 4.4.6: 1 January 1980. */
const DATE = 0x21

export function writeZip(entries: readonly ZipEntry[]): Readable {
  return Readable.from(archiveOf(entries), { objectMode: false })
}

async function* archiveOf(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for (const { name, open } of entries) {
    const header = localHeader(Buffer.from(name))
    yield header
    const count = { crc: 0, bytes: 0, packedBytes: 0 }
    for await (const chunk of packed(await open(), count)) {
      count.packedBytes += chunk.length
      yield chunk
    }
    const descriptor = numbers([0x08074b50, 4], ...sizesOf(count))
    yield descriptor
    written.push({ name: Buffer.from(name), offset, ...count })
    offset += header.length + count.packedBytes + descriptor.length
  }
  const directory = Buffer.concat(written.map(directoryHeader))
  yield directory
  yield endRecord(written.length, directory.length, offset)
}

/** Destroying the archive's stream closes the open file, too. */
function packed(file: Readable, count: { crc: number; bytes: number }): AsyncIterable<Buffer> {
  const counted = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      count.crc = crc32(chunk, count.crc)
      count.bytes += chunk.length
      yield chunk
    }
  }
  // The stream itself reports errors.
  return pipeline(file, counted, createDeflateRaw(), () => {})
}

/** 4.3.7 */
function localHeader(name: Buffer): Buffer {
  const head = numbers(
    [0x04034b50, 4],
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATE, 2],
    [0, 2],
    [DATE, 2],
    [0, 4],
    [0, 4],
    [0, 4],
    [name.length, 2],
    [0, 2],
  )
  return Buffer.concat([head, name])
}

/** 4.3.12 */
function directoryHeader({ name, offset, ...count }: Written): Buffer {
  const head = numbers(
    [0x02014b50, 4],
    [VERSION, 2],
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATE, 2],
    [0, 2],
    [DATE, 2],
    ...sizesOf(count),
    [name.length, 2],
    // No extra field, no comment, the first disk, no attributes.
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [offset, 4],
  )
  return Buffer.concat([head, name])
}

/** 4.3.16 */
function endRecord(count: number, bytes: number, offset: number): Buffer {
  return numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [bytes, 4],
    [offset, 4],
    [0, 2],
  )
}

type Field = readonly [value: number, bytes: number]

function sizesOf({ crc, packedBytes, bytes }: Omit<Written, 'name' | 'offset'>): Field[] {
  return [
    [crc, 4],
    [packedBytes, 4],
    [bytes, 4],
  ]
}

function numbers(...fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )
}
