/** What a browser sends with a page: cookies, forms, and where they come from. */
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OwnAddress } from './own-address.ts'
import { Problem } from './problem.ts'

/** Forms of the pages have some hundred bytes. */
const MAX_FORM_BYTES = 16 * 1024

/** @throws {Problem} for a page that was asked for under another name: it may be open in a page of that name (DNS rebinding). */
export function refuseForeignHost(address: OwnAddress, { raw }: FastifyRequest): void {
  if (address.isOwnHost(raw.headers.host)) return
  const detail = `The pages of this service are at ${address.url}/account.`
  throw new Problem('misdirected_request', detail)
}

/**
 * Reads a form that was sent from one of our own pages.
 *
 * @throws {Problem} for one from elsewhere: it was not the user who wanted that.
 */
export async function readForm(
  address: OwnAddress,
  request: FastifyRequest,
): Promise<URLSearchParams> {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOwn = address.isOwnOrigin(origin)
  const isTold = (origin === undefined || origin === 'null') && site === 'same-origin'
  if (!isOwn && !isTold) {
    throw new Problem('bad_request', 'The form was not sent from a page of this service.')
  }
  return new URLSearchParams(await readBody(request, MAX_FORM_BYTES))
}

/** @throws {Problem} when it is larger. */
export async function readBody({ raw }: FastifyRequest, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  const all: AsyncIterable<Buffer> = raw.iterator({ destroyOnReturn: false })
  for await (const chunk of all) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Problem('payload_too_large', 'The request is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

type CookieName = 'session' | 'browser'

interface Cookie {
  readonly name: CookieName
  readonly value: string
  readonly seconds: number
}

export function readCookie(
  address: OwnAddress,
  request: FastifyRequest,
  name: CookieName,
): string | undefined {
  return request.cookies[nameOf(address, name)]
}

/** @param seconds How long the browser keeps it; 0 makes it forget. */
export function setCookie(
  address: OwnAddress,
  reply: FastifyReply,
  { name, value, seconds }: Cookie,
): void {
  reply.setCookie(nameOf(address, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    maxAge: seconds,
    secure: address.isSecure,
  })
}

/** A name with this prefix is taken from nobody but this host, over TLS (RFC 6265bis, 4.1.3.2). */
function nameOf({ isSecure }: OwnAddress, name: CookieName): string {
  return isSecure ? `__Host-recto-${name}` : `recto-${name}`
}
