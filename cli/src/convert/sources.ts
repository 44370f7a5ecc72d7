/** Copies an input to a file that a child can read, and finds its name and type. */
import { createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { detectMediaType, mediaTypeOf } from '@recto/engine'
import { getFormat } from '@recto/engine/media-types'
import { ConvertError } from './errors.ts'
import { isAddress, nameOf } from './names.ts'

interface SourceFile {
  readonly path: string
  readonly filename: string
  readonly mediaType: string
}

interface SourceOptions {
  /** A temporary folder for documents from addresses and standard input. */
  readonly folder: string
  /** The user's `--type`; detected if left out. */
  readonly type: string | undefined
  readonly signal: AbortSignal
}

/** The limit for documents that are fetched; larger ones have to be downloaded first. */
const MAX_FETCHED_BYTES = 1024 ** 3

/** @throws {ConvertError} if the file does not exist, is a folder, or can't be fetched. */
export async function openSource(
  input: string,
  { folder, type, signal }: SourceOptions,
): Promise<SourceFile> {
  const filename = nameOf(input)
  if (isAddress(input)) {
    const path = join(folder, 'fetched')
    const declared = await fetchTo(path, input, signal)
    const mediaType = isRead(declared) ? declared : await findMediaType(filename, path)
    return { path, filename, mediaType: type ?? mediaType }
  }
  const path = input === '-' ? join(folder, 'stdin') : input
  if (input === '-') await pipeline(process.stdin, createWriteStream(path), { signal })
  else await refuseMissing(path)
  return { path, filename, mediaType: type ?? (await findMediaType(filename, path)) }
}

async function refuseMissing(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new ConvertError('not_found', 'The file does not exist.')
  if (found.isDirectory()) throw new ConvertError('not_found', 'It is a folder, not a file.')
}

/** Finds the media type by the extension, else by the content. */
async function findMediaType(filename: string, path: string): Promise<string> {
  return mediaTypeOf(filename) ?? (await detectMediaType(await readFile(path), filename))
}

function isRead(mediaType: string): boolean {
  try {
    getFormat(mediaType, true)
    return true
  } catch {
    return false
  }
}

/** @returns The media type that the server declares. */
async function fetchTo(path: string, address: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(address, { signal, headers: { 'user-agent': 'recto' } })
    if (!response.ok || !response.body) {
      throw new ConvertError('not_fetched', `The server answered ${response.status}.`)
    }
    const body = Readable.fromWeb(response.body)
    await pipeline(body, boundedTo(MAX_FETCHED_BYTES), createWriteStream(path), { signal })
    return response.headers.get('content-type') ?? ''
  } catch (error) {
    if (error instanceof ConvertError || signal.aborted) throw error
    const cause = error instanceof Error ? error.cause : undefined
    const why = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    throw new ConvertError('not_fetched', `The address could not be fetched${why}.`)
  }
}

function boundedTo(most: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      bytes += chunk.length
      if (bytes <= most) done(null, chunk)
      else done(new ConvertError('not_fetched', `It has more than ${most} bytes.`))
    },
  })
}
