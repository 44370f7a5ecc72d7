/** Copies a document, given as a path, a `file:` URL, bytes or a `Blob`, to a file of bounded size. */
import { createReadStream, createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { ConversionError, type ConvertInput } from '@recto/engine'

interface DocumentInput {
  readonly name: string
  /** The declared media type, or an empty string. */
  readonly mediaType: string
}

const MIB = 1024 * 1024
const UNNAMED: DocumentInput = { name: 'document', mediaType: '' }

/**
 * @param mostMb The largest document that fits into the child's memory; reading stops there.
 * @throws {ConversionError} `conversion_failed` for a larger document.
 */
export async function putDocument(
  input: ConvertInput,
  path: string,
  mostMb: number,
): Promise<DocumentInput> {
  const mostBytes = mostMb * MIB
  if (input instanceof Uint8Array) {
    if (input.length > mostBytes) throw tooLarge(mostMb)
    await writeFile(path, input)
    return UNNAMED
  }
  if (input instanceof Blob) {
    await copy(input.stream(), path, mostMb)
    const name = input instanceof File && input.name !== '' ? input.name : UNNAMED.name
    return { name, mediaType: input.type }
  }
  if (typeof input !== 'string' && !(input instanceof URL)) {
    throw new TypeError(
      'convert: the document must be a path, a file: URL, a Uint8Array or a Blob.',
    )
  }
  const from = typeof input === 'string' ? input : pathOf(input)
  await copy(createReadStream(from), path, mostMb)
  return { ...UNNAMED, name: basename(from) }
}

async function copy(from: AsyncIterable<Uint8Array>, to: string, mostMb: number): Promise<void> {
  let left = mostMb * MIB
  const bound = new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      left -= chunk.length
      if (left < 0) done(tooLarge(mostMb))
      else done(null, chunk)
    },
  })
  await pipeline(from, bound, createWriteStream(to))
}

function pathOf(url: URL): string {
  if (url.protocol === 'file:') return fileURLToPath(url)
  throw new TypeError(`convert: "${url.protocol}" addresses are not fetched; pass the bytes.`)
}

function tooLarge(mostMb: number): ConversionError {
  const sentence = `The document was not converted: it is larger than ${mostMb} MiB, its memory limit.`
  return new ConversionError('conversion_failed', sentence)
}
