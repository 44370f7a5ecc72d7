/** What a browser sends with a page: cookies, forms, and where they come from. */
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Problem } from './problem.ts'

/** Forms of the pages have some hundred bytes. */
const MAX_FORM_BYTES = 16 * 1024

/** The origin that browsers know the service by. */
export function ownOrigin({ publicUrl }: Config, { protocol, host }: FastifyRequest): string {
  return publicUrl === undefined ? `${protocol}://${host}` : new URL(publicUrl).origin
}

/**
 * Reads a form that was sent from one of our own pages.
 *
 * @throws {Problem} for one from elsewhere: it was not the user who wanted that.
 */
export async function readForm(config: Config, request: FastifyRequest): Promise<URLSearchParams> {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOwn = origin === ownOrigin(config, request)
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
  config: Config,
  request: FastifyRequest,
  name: CookieName,
): string | undefined {
  return request.cookies[nameOf(config, request, name)]
}

/** @param seconds How long the browser keeps it; 0 makes it forget. */
export function setCookie(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, seconds }: Cookie,
): void {
  reply.setCookie(nameOf(config, request, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    maxAge: seconds,
    secure: isSecure(config, request),
  })
}

/** A name with this prefix is taken from nobody but this host, over TLS (RFC 6265bis, 4.1.3.2). */
function nameOf(config: Config, request: FastifyRequest, name: CookieName): string {
  return isSecure(config, request) ? `__Host-recto-${name}` : `recto-${name}`
}

/** Without TLS only for who tries the service on their own machine. */
export function isSecure(config: Config, request: FastifyRequest): boolean {
  return ownOrigin(config, request).startsWith('https:')
}
