/** Writes the uploaded file of a request to disk, and checks it while it arrives. */
import { createHash, type Hash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { ConversionError, getFormat } from '@recto/engine/media-types'
import { z } from 'zod'
import type { BodyDeadline } from './body-deadline.ts'
import {
  createMultipartParser,
  MultipartError,
  type MultipartParser,
  type Part,
  readParameters,
  readPart,
} from './multipart/index.ts'
import { isWithoutRoom, Problem, unavailable } from './problem.ts'

/** The document in the OpenAPI description of a form. */
export const filePart = z
  .string()
  .meta({ contentMediaType: 'application/octet-stream', description: 'The document.' })

export interface Upload {
  readonly path: string
  /** Base name that the client gave. */
  readonly filename: string
  /** The declared type, with parameters. */
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
  /** The requested text fields by name. */
  readonly fields: ReadonlyMap<string, string>
  /** Deletes the file. */
  remove(): Promise<void>
}

export interface UploadOptions {
  /** The limit for the file, inclusive. */
  readonly maxFileBytes: number
  /** A sentence of advice for larger files. */
  readonly advice: string
  /** Names of text fields; others are skipped. */
  readonly fields?: readonly string[]
}

interface Reception {
  readonly boundary: string
  /** The folder for the file; a failed upload leaves nothing there. */
  readonly folder: string
  readonly pace: BodyDeadline
  /** True to accept images, CSV and EPUB, too. */
  readonly hasExtraTypes: boolean
}

/** The limit for the rest of a body: boundaries, headers, other fields. A browser's form needs about 300 bytes. */
const MAX_OTHER_BYTES = 64 * 1024
const MAX_PARTS = 100
/** The first bytes of a file that is too large, which are enough to detect a wrong declared type. */
const HEAD_BYTES = 1_024

interface Receiving {
  readonly options: UploadOptions
  readonly hasExtraTypes: boolean
  readonly path: string
  part: Part | undefined
  parts: number
  /** The part that is the document. */
  document: { readonly part: Part; readonly mediaType: string } | undefined
  file: FileHandle | undefined
  fileBytes: number
  readonly hash: Hash
  head: Buffer
  readonly fields: Map<string, Buffer>
}

/**
 * Receives the part `file` of a form.
 *
 * The order of the checks is fixed: announced size, form, declared type, size. The converter checks the content; only
 * for a file that is too large are the first bytes checked here.
 *
 * @throws {Problem}
 */
export async function receiveUpload(
  request: IncomingMessage,
  { boundary, folder, pace, hasExtraTypes }: Reception,
  options: UploadOptions,
): Promise<Upload> {
  const path = join(folder, `upload-${randomUUID()}`)
  const state: Receiving = {
    options,
    hasExtraTypes,
    path,
    part: undefined,
    parts: 0,
    document: undefined,
    file: undefined,
    fileBytes: 0,
    hash: createHash('sha256'),
    head: Buffer.alloc(0),
    fields: new Map(),
  }
  // Removal is asynchronous: a file system may take milliseconds to free the space.
  const remove = (): Promise<void> => rm(path, { force: true })
  try {
    await receiveParts(request, createMultipartParser(boundary), state, pace)
    await state.file?.close()
    return { ...toUpload(state), remove }
  } catch (error) {
    await state.file?.close()
    await remove()
    throw toProblem(error)
  }
}

/**
 * Checks the headers of a request: the announced size, and that the body is a form.
 *
 * @returns The boundary of the form.
 * @throws {Problem}
 */
export function checkUpload({ headers }: IncomingMessage, options: UploadOptions): string {
  const length = Number(headers['content-length'] ?? 0)
  if (length > options.maxFileBytes + MAX_OTHER_BYTES) throw tooLarge(options)
  return getBoundary(headers['content-type'] ?? '')
}

function tooLarge({ maxFileBytes, advice }: UploadOptions): Problem {
  const mebibytes = maxFileBytes / 1024 / 1024
  return new Problem('payload_too_large', `The file is larger than ${mebibytes} MiB. ${advice}`)
}

const formAdvice =
  "Send the document as the part `file` of a form: curl -F 'file=@report.pdf;type=application/pdf' …"

function getBoundary(contentType: string): string {
  const { value, parameters } = readParameters(contentType)
  if (value !== 'multipart/form-data') {
    throw new Problem(
      'unsupported_media_type',
      `The request is not multipart/form-data. ${formAdvice}`,
    )
  }
  const boundary = parameters.get('boundary') ?? ''
  // RFC 2046, 5.1.1: 1 to 70 characters.
  if (boundary === '' || boundary.length > 70) {
    throw new Problem('bad_request', 'The Content-Type of the request has no usable boundary.')
  }
  return boundary
}

async function receiveParts(
  request: IncomingMessage,
  parser: MultipartParser,
  state: Receiving,
  pace: BodyDeadline,
): Promise<void> {
  let otherBytes = 0
  for await (const chunk of readInTime(request, pace)) {
    const before = state.fileBytes
    for (const event of parser.push(chunk)) {
      if (event.type === 'part') await beginPart(state, readPart(event.headers))
      else await takeData(state, event.bytes)
    }
    otherBytes += chunk.length - (state.fileBytes - before)
    if (otherBytes > MAX_OTHER_BYTES) {
      throw new Problem('payload_too_large', 'The form fields besides the file are too large.')
    }
  }
  parser.end()
}

/** @throws {Problem} if the body is too slow. */
async function* readInTime(request: IncomingMessage, pace: BodyDeadline): AsyncGenerator<Buffer> {
  // Not destroyed on return: the answer uses the same connection.
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false })
  try {
    while (true) {
      const { done, value } = await Promise.race([chunks.next(), pace.late])
      if (done) return
      pace.onBytes(value.length)
      yield value
    }
  } finally {
    // Not awaited: after a deadline, a read is still pending.
    chunks.return?.().catch(() => {})
  }
}

async function beginPart(state: Receiving, part: Part): Promise<void> {
  state.part = part
  state.parts += 1
  if (state.parts > MAX_PARTS) {
    throw new Problem('bad_request', `The form has more than ${MAX_PARTS} parts.`)
  }
  if (part.name !== 'file') return beginField(state, part.name)
  if (state.document)
    throw invalidPart('file', 'duplicate', 'The form has more than one part `file`.')
  const { filename, mediaType = '' } = part
  if (filename === undefined && mediaType === '') {
    throw invalidPart(
      'file',
      'not_a_file',
      `The part \`file\` is a text, not a file. ${formAdvice}`,
    )
  }
  getFormat(mediaType, state.hasExtraTypes)
  state.document = { part, mediaType }
  // The file is private to this user and must not exist yet.
  state.file = await open(state.path, 'wx', 0o600)
}

function beginField({ options, fields }: Receiving, name: string): void {
  if (!options.fields?.includes(name)) return
  if (fields.has(name)) {
    throw invalidPart(name, 'duplicate', `The form has more than one part \`${name}\`.`)
  }
  fields.set(name, Buffer.alloc(0))
}

async function takeData(state: Receiving, bytes: Buffer): Promise<void> {
  const { document, file, options, fields } = state
  const field = state.part && fields.get(state.part.name)
  // Their total size is bounded by that of the fields besides the file.
  if (state.part && field) fields.set(state.part.name, Buffer.concat([field, bytes]))
  if (!document || !file || state.part !== document.part) return
  if (state.head.length < HEAD_BYTES) {
    state.head = Buffer.concat([state.head, bytes.subarray(0, HEAD_BYTES - state.head.length)])
  }
  state.fileBytes += bytes.length
  if (state.fileBytes > options.maxFileBytes) {
    await refuseOtherType(state.head, document.mediaType)
    throw tooLarge(options)
  }
  state.hash.update(bytes)
  await file.writeFile(bytes)
}

/** Checks only the start of the file; Office files would also need their end. */
async function refuseOtherType(head: Buffer, mediaType: string): Promise<void> {
  // Loads the readers only now, because this is rare.
  const { defaultLimits, sniff } = await import('@recto/engine')
  try {
    await sniff(head, mediaType, defaultLimits)
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'unsupported_media_type') throw error
  }
}

function toUpload(state: Receiving): Omit<Upload, 'remove'> {
  if (!state.document)
    throw invalidPart('file', 'missing', `The form has no part \`file\`. ${formAdvice}`)
  const { part, mediaType } = state.document
  const { path, fileBytes: bytes } = state
  const sha256 = state.hash.digest('hex')
  const fields = new Map([...state.fields].map(([name, text]) => [name, text.toString()]))
  return { path, filename: part.filename ?? 'document', mediaType, bytes, sha256, fields }
}

function invalidPart(field: string, code: string, message: string): Problem {
  const errors = [{ location: 'body', field, code, message }] as const
  return new Problem('validation_error', message, { errors })
}

function toProblem(error: unknown): unknown {
  if (error instanceof MultipartError) {
    return new Problem('bad_request', `The form can't be read: ${error.message}.`)
  }
  if (error instanceof ConversionError) {
    return new Problem('unsupported_media_type', error.message)
  }
  if (isWithoutRoom(error)) {
    return unavailable('The service has no space for the file at the moment.', error)
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ECONNRESET' || code === 'ABORT_ERR' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    return new Problem('bad_request', 'The request ended before it was complete.')
  }
  return error
}
