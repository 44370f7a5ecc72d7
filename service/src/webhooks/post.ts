/** Posts one webhook: only to the checked addresses, with bounds on time and bytes, without following redirects. */
import type { LookupAddress } from 'node:dns'
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request } from 'node:http'
import { Agent as HttpsAgent, request as requestSecurely } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Target } from './target.ts'

export interface PostBounds {
  readonly connectMs: number
  /** The limit from the call to the end of the answer. */
  readonly wholeMs: number
  /** The limit for the answer's body. */
  readonly answerBytes: number
}

export const postBounds: PostBounds = {
  connectMs: 5_000,
  wholeMs: 15_000,
  answerBytes: 64 * 1024,
}

export interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
}

/** The reason why there was no answer. */
export type PostFailure = 'connect_timeout' | 'timeout' | 'connection' | 'tls' | 'protocol'

export class PostError extends Error {
  override readonly name = 'PostError'
  readonly failure: PostFailure

  constructor(failure: PostFailure, options?: ErrorOptions) {
    super(failure, options)
    this.failure = failure
  }
}

/**
 * Sends a body, and waits for the head of the answer.
 *
 * The rest of the answer is read up to a bound, so that receivers see a complete exchange, and discarded. A separate
 * agent ignores proxies in the environment and reuses no connection.
 *
 * @throws {PostError}
 */
export async function post(
  target: Target,
  addresses: readonly LookupAddress[],
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  bounds: PostBounds = postBounds,
): Promise<Answer> {
  const isSecure = target.url.protocol === 'https:'
  const send = isSecure ? requestSecurely : request
  const outgoing = send(target.url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(body.length), connection: 'close' },
    agent: isSecure ? new HttpsAgent() : new HttpAgent(),
    lookup: answerAlways(addresses),
    maxHeaderSize: 16 * 1024,
  })
  const whole = setTimeout(() => outgoing.destroy(new PostError('timeout')), bounds.wholeMs)
  try {
    boundConnecting(outgoing, isSecure, bounds)
    const answer = await exchange(outgoing, body)
    const { statusCode: status = 0, headers: received } = answer
    await readSome(answer, bounds.answerBytes)
    return { status, retryAfter: received['retry-after'] }
  } catch (error) {
    throw error instanceof PostError ? error : new PostError(failureOf(error), { cause: error })
  } finally {
    clearTimeout(whole)
    outgoing.destroy()
  }
}

/** Resolves any name to the checked addresses. */
function answerAlways(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else if (first) callback(null, first.address, first.family)
    else callback(new Error('The name has no address.'), '')
  }
}

/** Limits the time until the connection is open, including TLS. */
function boundConnecting(
  outgoing: ClientRequest,
  isSecure: boolean,
  { connectMs }: PostBounds,
): void {
  const late = setTimeout(() => outgoing.destroy(new PostError('connect_timeout')), connectMs)
  const done = (): void => clearTimeout(late)
  outgoing.on('socket', (socket: Socket | TLSSocket) => {
    socket.once(isSecure ? 'secureConnect' : 'connect', done)
  })
  outgoing.once('close', done)
}

function exchange(outgoing: ClientRequest, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A receiver may answer and close before it has read the whole body; its answer counts.
    outgoing.on('error', reject).once('response', resolve)
    outgoing.end(body)
  })
}

/** Reads a part of the answer. The status has arrived already, so errors of the rest do not matter. */
async function readSome(answer: IncomingMessage, most: number): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of answer) {
      bytes += (chunk as Buffer).length
      if (bytes > most) return
    }
  } catch {
    // The receiver or the deadline closed the connection.
  }
}

function failureOf(error: unknown): PostFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('HPE_')) return 'protocol'
  // The codes of OpenSSL, of Node's name checks and of certificates: CERT_HAS_EXPIRED, SELF_SIGNED_CERT_IN_CHAIN.
  const isTls = /^(?:ERR_SSL|ERR_TLS|EPROTO|UNABLE_TO|CERT_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_)/
  return isTls.test(code) ? 'tls' : 'connection'
}
