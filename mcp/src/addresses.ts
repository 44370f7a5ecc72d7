/** Fetches documents from permitted addresses; every connection is checked. */
import { lookup as lookupName } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '@recto/converter'
import { Refusal } from './refusal.ts'

interface FetchOptions {
  readonly allowPrivate: boolean
  readonly signal: AbortSignal
}

const MAX_BYTES = 200 * 1024 ** 2
const MAX_REDIRECTS = 5
const TIMEOUT_MS = 60_000

export interface Fetched {
  readonly bytes: Uint8Array
  /** The declared media type. */
  readonly type: string
}

/**
 * Fetches a document. A name is resolved once, by the connection itself, which uses only the checked address.
 *
 * @throws {Refusal}
 */
export async function fetchDocument(
  address: string,
  { allowPrivate, signal }: FetchOptions,
): Promise<Fetched> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  let url = parseAddress(address)
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await get(url, allowPrivate, ended)
    const { statusCode: status = 0, headers } = response
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      response.destroy()
      url = parseAddress(headers.location, url)
      continue
    }
    if (status !== 200) {
      response.destroy()
      throw new Refusal(`The server answered ${status}.`)
    }
    const bytes = await readAll(response).catch(toRefusal)
    return { bytes, type: headers['content-type'] ?? '' }
  }
  throw new Refusal('The address has too many redirects.')
}

function parseAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Refusal('The address is not a valid http or https address.')
  }
  return url
}

function get(url: URL, allowPrivate: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic()
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const lookup = allowPrivate ? lookupName : lookupPublic
  const headers = { 'user-agent': 'recto', accept: '*/*' }
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers, lookup: lookup as LookupFunction, signal, agent: false }, resolve)
      .on('error', reject)
      .end()
  }).catch(toRefusal)
}

/** A single address that is not public makes a name invalid, because any of them may be used. */
const lookupPublic: LookupFunction = (host, options, done) => {
  lookupName(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '')
    if (addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address))) {
      return done(notPublic(), '')
    }
    if (options.all) return done(null, addresses)
    const [{ address, family } = { address: '', family: 4 }] = addresses
    return done(null, address, family)
  })
}

function notPublic(): Refusal {
  return new Refusal(
    'The address is not public. Start the server with --allow-private to allow it.',
  )
}

async function readAll(response: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Refusal(`The document has more than ${MAX_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function toRefusal(error: unknown): never {
  if (error instanceof Refusal) throw error
  throw new Refusal('The address could not be fetched.')
}
