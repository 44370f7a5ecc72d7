/** Stores files in a bucket of an S3-compatible service: one signed request per file, streamed. */
import { createHash } from 'node:crypto'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import {
  type FilePart,
  type Source,
  type Store,
  type StoredFile,
  type StoredName,
  StoreError,
} from './store.ts'

export interface S3Location {
  /** The address of the bucket, without a trailing slash: `https://bucket.s3.eu-west-1.amazonaws.com/prefix`. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** A request without traffic for this long is ended; the service normally answers in milliseconds. */
const IDLE_MS = 15_000
/** Attempts per request, because busy services and closed connections are temporary. */
const TRIES = 3
const FIRST_PAUSE_MS = 200
/** Error answers are short XML documents. */
const MAX_ERROR_BYTES = 4_096
/** SHA-256 of an empty body. */
const EMPTY_SHA256 = createHash('sha256').digest('hex')
const CHECK_NAME = 'ready'

interface Message {
  readonly method: 'GET' | 'PUT' | 'DELETE' | 'HEAD'
  readonly name: string
  /** The requested byte range. */
  readonly part?: FilePart | undefined
  /** The body of the request. */
  readonly body?: { readonly source: Source; readonly bytes: number; readonly sha256: string }
}

export function openS3Store(bucket: S3Location): Store {
  return {
    put: (name, source) => guard(put(bucket, name, source)),
    open: (name, part) => guard(openFile(bucket, name, part)),
    remove: async (name) => {
      await guard(sendAndDrop(bucket, { method: 'DELETE', name }, [200, 204, 404]))
    },
    // A missing object is fine: the bucket answers and accepts the signature.
    check: () => guard(sendAndDrop(bucket, { method: 'GET', name: CHECK_NAME }, [200, 404])),
    // S3 stores objects atomically, so there are no partial files.
    sweep: async () => {},
  }
}

/** The signature covers the body's hash, so that the store refuses changed bytes. */
async function put(bucket: S3Location, name: StoredName, source: Source): Promise<void> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of source()) {
    hash.update(chunk)
    bytes += chunk.length
  }
  const body = { source, bytes, sha256: hash.digest('hex') }
  await sendAndDrop(bucket, { method: 'PUT', name, body }, [200])
}

async function openFile(
  bucket: S3Location,
  name: StoredName,
  part: FilePart | undefined,
): Promise<StoredFile | undefined> {
  // An empty range can't be expressed in a `Range` header.
  if (part?.bytes === 0) return { bytes: 0, stream: Readable.from([]) }
  const response = await send(bucket, { method: 'GET', name, part }, [part ? 206 : 200, 404])
  if (response.statusCode === 404) {
    response.resume()
    return undefined
  }
  return { bytes: Number(response.headers['content-length']), stream: response }
}

async function sendAndDrop(
  bucket: S3Location,
  message: Message,
  expected: readonly number[],
): Promise<void> {
  const response = await send(bucket, message, expected)
  response.resume()
}

/** @returns An answer with one of the expected statuses; its body is not read yet. */
async function send(
  bucket: S3Location,
  message: Message,
  expected: readonly number[],
): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt++) {
    const answer = await sendOnce(bucket, message).catch((error: Error) => error)
    const isAnswer = !(answer instanceof Error)
    if (isAnswer && expected.includes(answer.statusCode ?? 0)) return answer
    const mayPass = !isAnswer || answer.statusCode === 429 || (answer.statusCode ?? 0) >= 500
    if (!mayPass || attempt === TRIES) throw isAnswer ? await toError(answer) : answer
    if (isAnswer) answer.resume()
    await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1))
  }
}

async function sendOnce(
  bucket: S3Location,
  { method, name, part, body }: Message,
): Promise<IncomingMessage> {
  const { headers, url } = await new AwsV4Signer({
    ...bucket,
    url: `${bucket.url}/${name}`,
    method,
    service: 's3',
    headers: { 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
  }).sign()
  const request = url.protocol === 'http:' ? requestHttp : requestHttps
  const outgoing = request(url, {
    method,
    headers: {
      ...Object.fromEntries(headers),
      ...(part && { range: `bytes=${part.start}-${part.start + part.bytes - 1}` }),
      ...(body && { 'content-length': String(body.bytes) }),
    },
    timeout: IDLE_MS,
  })
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  outgoing.on('response', resolve).on('error', reject)
  outgoing.on('timeout', () => outgoing.destroy(new Error('The object storage did not answer.')))
  if (body) pipeline(body.source(), outgoing).catch(reject)
  else outgoing.end()
  return promise
}

/** Makes an error from the status and the code in the answer: `403 SignatureDoesNotMatch`. */
async function toError(response: IncomingMessage): Promise<Error> {
  let text = ''
  for await (const chunk of response) {
    text += String(chunk)
    if (text.length > MAX_ERROR_BYTES) break
  }
  const code = /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1] ?? ''
  return new Error(`The object storage answered ${response.statusCode} ${code}`.trim())
}

async function guard<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (cause) {
    throw new StoreError(
      `Object storage request failed: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
}
